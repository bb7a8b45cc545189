// SPDX-License-Identifier: Apache-2.0

/// State of a link: training, active, down; its timers, counters and registers.
///
///   DISABLED -> TS1 -> TS2 -> ACTIVE -> DOWN -> TS1 ...
///                 \-> REFUSED (the other end has other parameters)
module ici_link_control (
  /// Clock.
  input  logic        clk_i,
  /// Synchronous reset.
  input  logic        rst_i,
  /// The link is to be used.
  input  logic        enable_i,
  /// Setting: see ici_link_csr.
  input  logic        auto_retrain_i,
  /// Setting: see ici_link_csr.
  input  logic [15:0] retrain_pause_i,
  /// Setting: see ici_link_csr.
  input  logic [15:0] train_limit_i,
  /// Setting: see ici_link_csr.
  input  logic [7:0]  max_trainings_i,
  /// Told to train again.
  input  logic        retrain_i,
  /// A good frame has come (registered pins).
  input  logic        frame_good_i,
  /// A frame has come whose CRC is wrong.
  input  logic        frame_bad_i,
  /// Kind of the frame.
  input  logic [2:0]  frame_kind_i,
  /// Configuration word of a training frame.
  input  logic [31:0] frame_word_i,
  /// Configuration word of this end.
  input  logic [31:0] own_word_i,
  /// The sending half gave up.
  input  logic        tx_failed_i,
  /// The receiving half has waited too long.
  input  logic        rx_silent_i,
  /// Some packet owns a virtual channel of the link.
  input  logic        owned_i,
  /// The receiving half has packets to end.
  input  logic        cut_i,
  /// Event: flits are sent again.
  input  logic        replay_i,
  /// Event: a packet was dropped.
  input  logic        dropped_i,
  /// Event: a packet was ended by force.
  input  logic        poisoned_i,
  /// Packets that were given up, with give_up_o.
  input  logic [7:0]  uncertain_i,
  /// CSR: read this link's register.
  input  logic        csr_read_i,
  /// CSR: which.
  input  logic [3:0]  csr_index_i,
  /// CSR: the answer.
  output logic [31:0] csr_rdata_o,
  /// The link carries flits.
  output logic        active_o,
  /// What is sent to the link is dropped.
  output logic        down_o,
  /// The link trains.
  output logic        train_o,
  /// A training frame is of the second kind.
  output logic        second_o,
  /// A training starts next cycle.
  output logic        restart_o,
  /// The link stops being active next cycle.
  output logic        give_up_o,
  /// Packets were lost.
  output logic        error_o,
  /// Something is unfinished.
  output logic        busy_o
);
  // A packet's last flit leaves the switch a few cycles after its channel is free.
  localparam logic [15:0] LEAST_PAUSE = 16'd8;

  logic [2:0] state_d, state_q;
  logic [15:0] timer_d, timer_q;
  logic [7:0] trainings_q, sent_d, sent_q;
  logic [31:0] crc_errors_q, replays_q, trained_q, downs_q, dropped_q, poisoned_q, uncertain_q;
  logic [31:0] peer_q;
  logic ts, ts_right, ts_wrong, late, may_retrain, rested, failed_training, told_q, clean;

  assign ts = frame_good_i &&
              (frame_kind_i == ici_pkg::FRAME_TS1 || frame_kind_i == ici_pkg::FRAME_TS2);
  assign ts_right = ts && frame_word_i == own_word_i;
  assign ts_wrong = ts && frame_word_i != own_word_i;
  assign late = timer_q >= train_limit_i;
  assign may_retrain = told_q || (auto_retrain_i && trainings_q < max_trainings_i);
  // No packet that the link has cut is left on either side of it.
  assign clean = !owned_i && !cut_i;
  assign rested = timer_q >= retrain_pause_i && timer_q >= LEAST_PAUSE;

  always_comb begin
    state_d = state_q;
    timer_d = timer_q;
    sent_d = sent_q;
    failed_training = 1'b0;
    unique case (state_q)
      ici_pkg::LINK_TS1: begin
        timer_d = timer_q + 16'd1;
        sent_d = '0;
        if (ts_right) begin
          state_d = ici_pkg::LINK_TS2;
        end else if (ts_wrong) begin
          state_d = ici_pkg::LINK_REFUSED;
        end else if (late) begin
          state_d = ici_pkg::LINK_DOWN;
          failed_training = 1'b1;
        end
      end
      ici_pkg::LINK_TS2: begin
        timer_d = timer_q + 16'd1;
        if (32'(sent_q) < ici_pkg::LINK_LEAST_TS2) sent_d = sent_q + 8'd1;
        if (ts_wrong) begin
          state_d = ici_pkg::LINK_REFUSED;
        end else if (frame_good_i && frame_kind_i != ici_pkg::FRAME_TS1 &&
                     32'(sent_q) >= ici_pkg::LINK_LEAST_TS2) begin
          state_d = ici_pkg::LINK_ACTIVE;
        end else if (late) begin
          state_d = ici_pkg::LINK_DOWN;
          failed_training = 1'b1;
        end
      end
      ici_pkg::LINK_ACTIVE: begin
        timer_d = '0;
        if (tx_failed_i || rx_silent_i || retrain_i ||
            (frame_good_i && frame_kind_i == ici_pkg::FRAME_TS1)) begin
          state_d = ici_pkg::LINK_DOWN;
        end
      end
      ici_pkg::LINK_DOWN: begin
        if (!clean) timer_d = '0;
        else if (!rested) timer_d = timer_q + 16'd1;
        if (may_retrain && rested && clean) state_d = ici_pkg::LINK_TS1;
      end
      ici_pkg::LINK_REFUSED: if (retrain_i) state_d = ici_pkg::LINK_DOWN;
      default: begin
        if (!clean) timer_d = '0;
        else if (timer_q < LEAST_PAUSE) timer_d = timer_q + 16'd1;
        else if (enable_i) state_d = ici_pkg::LINK_TS1;
      end
    endcase
    if (!enable_i) state_d = ici_pkg::LINK_DISABLED;
    if (state_d != state_q && state_d != ici_pkg::LINK_TS2) timer_d = '0;
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      state_q <= ici_pkg::LINK_DISABLED;
      timer_q <= LEAST_PAUSE;  // nothing was under way
      sent_q <= '0;
      trainings_q <= '0;
      told_q <= 1'b0;
    end else begin
      state_q <= state_d;
      timer_q <= timer_d;
      sent_q <= sent_d;
      if (failed_training) trainings_q <= trainings_q + 8'd1;
      if (state_d == ici_pkg::LINK_ACTIVE || retrain_i || !enable_i) trainings_q <= '0;
      // It is kept until the pause is over.
      told_q <= enable_i && (retrain_i || (told_q && !restart_o));
    end
  end

  assign active_o = state_q == ici_pkg::LINK_ACTIVE;
  assign train_o = state_q == ici_pkg::LINK_TS1 || state_q == ici_pkg::LINK_TS2;
  assign second_o = state_q == ici_pkg::LINK_TS2;
  assign down_o = !active_o && !train_o;
  assign restart_o = state_d == ici_pkg::LINK_TS1 && state_q != ici_pkg::LINK_TS1;
  assign give_up_o = active_o && state_d != ici_pkg::LINK_ACTIVE;
  assign error_o = dropped_i || poisoned_i || (give_up_o && uncertain_i != '0) ||
                   (state_d == ici_pkg::LINK_REFUSED && state_q != ici_pkg::LINK_REFUSED);
  // As long as a timer runs, or the state is about to change.
  assign busy_o = train_o || (state_q == ici_pkg::LINK_DISABLED) != !enable_i ||
                  (state_q == ici_pkg::LINK_DISABLED && (!clean || timer_q < LEAST_PAUSE)) ||
                  (state_q == ici_pkg::LINK_DOWN && (may_retrain || !clean || !rested));

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      crc_errors_q <= '0;
      replays_q <= '0;
      trained_q <= '0;
      downs_q <= '0;
      dropped_q <= '0;
      poisoned_q <= '0;
      uncertain_q <= '0;
      peer_q <= '0;
    end else begin
      if (frame_bad_i) crc_errors_q <= crc_errors_q + 32'd1;
      if (replay_i) replays_q <= replays_q + 32'd1;
      if (state_d == ici_pkg::LINK_ACTIVE && !active_o) trained_q <= trained_q + 32'd1;
      if (give_up_o) begin
        downs_q <= downs_q + 32'd1;
        uncertain_q <= uncertain_q + 32'(uncertain_i);
      end
      if (dropped_i) dropped_q <= dropped_q + 32'd1;
      if (poisoned_i) poisoned_q <= poisoned_q + 32'd1;
      if (ts) peer_q <= frame_word_i;
    end
  end

  always_comb begin
    csr_rdata_o = '0;
    if (csr_read_i) begin
      unique case (csr_index_i)
        ici_pkg::CSR_LINK_STATE: csr_rdata_o = {29'd0, state_q};
        ici_pkg::CSR_LINK_CRC_ERRORS: csr_rdata_o = crc_errors_q;
        ici_pkg::CSR_LINK_REPLAYS: csr_rdata_o = replays_q;
        ici_pkg::CSR_LINK_TRAININGS: csr_rdata_o = trained_q;
        ici_pkg::CSR_LINK_DOWNS: csr_rdata_o = downs_q;
        ici_pkg::CSR_LINK_DROPPED: csr_rdata_o = dropped_q;
        ici_pkg::CSR_LINK_POISONED: csr_rdata_o = poisoned_q;
        ici_pkg::CSR_LINK_UNCERTAIN: csr_rdata_o = uncertain_q;
        ici_pkg::CSR_LINK_PEER: csr_rdata_o = peer_q;
        default: csr_rdata_o = '0;
      endcase
    end
  end
endmodule
