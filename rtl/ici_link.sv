// SPDX-License-Identifier: Apache-2.0

/// Link layer of one link: frames on the wires on one side, flits and credits of the switch on the
/// other. A flit from the switch is on the wires after one edge; one from the wires reaches the
/// input buffer after two. See docs/rtl/link-layer.md.
module ici_link #(
  /// Bits of a flit.
  parameter int unsigned FlitWidth = 512,
  /// Virtual channels.
  parameter int unsigned NumVcs = 4,
  /// Flits that the input buffer holds for a virtual channel.
  parameter int unsigned LinkDepth = 128,
  /// Flits that may be unacknowledged.
  parameter int unsigned ReplayDepth = 256,
  localparam int unsigned VcBits = (NumVcs > 1) ? $clog2(NumVcs) : 1,
  localparam int unsigned SeqBits = ici_pkg::LINK_SEQ_BITS,
  localparam int unsigned CreditBits = ici_pkg::LINK_CREDIT_BITS
) (
  /// Clock.
  input  logic                         clk_i,
  /// Synchronous reset.
  input  logic                         rst_i,
  /// The link is to be used.
  input  logic                         enable_i,
  /// Settings: see ici_link_csr.
  input  logic [15:0]                  retry_timeout_i,
  /// Setting.
  input  logic [7:0]                   max_retries_i,
  /// Setting.
  input  logic [15:0]                  keep_alive_i,
  /// Setting.
  input  logic [15:0]                  silence_limit_i,
  /// Setting.
  input  logic                         auto_retrain_i,
  /// Setting.
  input  logic [15:0]                  retrain_pause_i,
  /// Setting.
  input  logic [15:0]                  train_limit_i,
  /// Setting.
  input  logic [7:0]                   max_trainings_i,
  /// Told to train again.
  input  logic                         retrain_i,
  /// CSR: read this link's register.
  input  logic                         csr_read_i,
  /// CSR: which.
  input  logic [3:0]                   csr_index_i,
  /// CSR: the answer.
  output logic [31:0]                  csr_rdata_o,
  /// Wire in: a frame.
  input  logic                         rx_valid_i,
  /// Wire in: its kind.
  input  logic [2:0]                   rx_kind_i,
  /// Wire in: sequence number.
  input  logic [SeqBits-1:0]           rx_seq_i,
  /// Wire in: sequence number that the other end expects.
  input  logic [SeqBits-1:0]           rx_ack_i,
  /// Wire in: it asks for a replay.
  input  logic                         rx_nack_i,
  /// Wire in: slots granted.
  input  logic [NumVcs*CreditBits-1:0] rx_credit_i,
  /// Wire in: head flag.
  input  logic                         rx_head_i,
  /// Wire in: tail flag.
  input  logic                         rx_tail_i,
  /// Wire in: poison flag.
  input  logic                         rx_poison_i,
  /// Wire in: virtual channel.
  input  logic [VcBits-1:0]            rx_vc_i,
  /// Wire in: the flit.
  input  logic [FlitWidth-1:0]         rx_data_i,
  /// Wire in: CRC-32C of all that.
  input  logic [31:0]                  rx_crc_i,
  /// Wire out: a frame.
  output logic                         tx_valid_o,
  /// Wire out: its kind.
  output logic [2:0]                   tx_kind_o,
  /// Wire out: sequence number.
  output logic [SeqBits-1:0]           tx_seq_o,
  /// Wire out: sequence number that this end expects.
  output logic [SeqBits-1:0]           tx_ack_o,
  /// Wire out: this end asks for a replay.
  output logic                         tx_nack_o,
  /// Wire out: slots granted.
  output logic [NumVcs*CreditBits-1:0] tx_credit_o,
  /// Wire out: head flag.
  output logic                         tx_head_o,
  /// Wire out: tail flag.
  output logic                         tx_tail_o,
  /// Wire out: poison flag.
  output logic                         tx_poison_o,
  /// Wire out: virtual channel.
  output logic [VcBits-1:0]            tx_vc_o,
  /// Wire out: the flit.
  output logic [FlitWidth-1:0]         tx_data_o,
  /// Wire out: CRC-32C of all that.
  output logic [31:0]                  tx_crc_o,
  /// From the switch: a flit.
  input  logic                         out_valid_i,
  /// From the switch: head flag.
  input  logic                         out_head_i,
  /// From the switch: tail flag.
  input  logic                         out_tail_i,
  /// From the switch: poison flag.
  input  logic                         out_poison_i,
  /// From the switch: virtual channel.
  input  logic [VcBits-1:0]            out_vc_i,
  /// From the switch: the flit.
  input  logic [FlitWidth-1:0]         out_data_i,
  /// From the switch: flits that left the input buffer.
  input  logic [NumVcs-1:0]            pop_i,
  /// From the switch: all credits of the link are there.
  input  logic                         home_i,
  /// From the switch: some packet owns a virtual channel of the link.
  input  logic                         owned_i,
  /// To the switch: a flit for the input buffer.
  output logic                         in_valid_o,
  /// To the switch: head flag.
  output logic                         in_head_o,
  /// To the switch: tail flag.
  output logic                         in_tail_o,
  /// To the switch: poison flag.
  output logic                         in_poison_o,
  /// To the switch: virtual channel.
  output logic [VcBits-1:0]            in_vc_o,
  /// To the switch: the flit.
  output logic [FlitWidth-1:0]         in_data_o,
  /// To the switch: credits.
  output logic [NumVcs-1:0]            credit_o,
  /// To the switch: drain what goes to the link.
  output logic                         down_o,
  /// To the switch: send nothing now.
  output logic                         stall_o,
  /// To the switch: forget all credits.
  output logic                         clear_o,
  /// Packets were lost, or the ends do not fit together.
  output logic                         error_o,
  /// Something is unfinished.
  output logic                         busy_o
);
  localparam int unsigned SideBits = 64;
  localparam int unsigned CrcBits = FlitWidth + SideBits;
  // Both ends must agree on these.
  localparam logic [31:0] CONFIGURATION = {
    8'(ici_pkg::LINK_PROTOCOL), 4'($clog2(ReplayDepth)), 4'($clog2(LinkDepth)), 4'(NumVcs),
    12'(FlitWidth)};

  logic active, down, train, second, restart, give_up;
  logic rx_valid_q, rx_nack_q, rx_head_q, rx_tail_q, rx_poison_q, rx_good, rx_carries;
  logic [2:0] rx_kind_q;
  logic [SeqBits-1:0] rx_seq_q, rx_ack_q;
  logic [NumVcs*CreditBits-1:0] rx_credit_q, granted, slots;
  logic [VcBits-1:0] rx_vc_q;
  logic [FlitWidth-1:0] rx_data_q;
  logic [31:0] rx_crc_q, rx_crc, tx_crc;
  logic [CrcBits-1:0] rx_bits, tx_bits;
  logic tx_send, tx_send_flit, tx_poll, frame_head, tx_head, tx_tail, tx_poison, tx_stall, tx_failed, tx_replay;
  logic tx_dropped, tx_busy, rx_tell, rx_silent, rx_poisoned, rx_cut, rx_busy, control_busy;
  logic nack, frame, told;
  logic [SeqBits-1:0] tx_seq, expected;
  logic [VcBits-1:0] tx_vc;
  logic [FlitWidth-1:0] tx_data, frame_data;
  logic [7:0] uncertain;
  logic [2:0] kind;

  // Order of the bits in the CRC: the flit, then one word of everything else.
  function automatic logic [SideBits-1:0] side(
      input logic [2:0] kind_i, input logic [VcBits-1:0] vc_i, input logic [3:0] flags_i,
      input logic [SeqBits-1:0] seq_i, input logic [SeqBits-1:0] ack_i,
      input logic [NumVcs*CreditBits-1:0] slots_i);
    side = {5'd0, 32'(slots_i), ack_i, seq_i, flags_i, 2'(vc_i), kind_i};
  endfunction

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      rx_valid_q <= 1'b0;
    end else begin
      rx_valid_q <= rx_valid_i;
      if (rx_valid_i) begin
        rx_kind_q <= rx_kind_i;
        rx_seq_q <= rx_seq_i;
        rx_ack_q <= rx_ack_i;
        rx_nack_q <= rx_nack_i;
        rx_credit_q <= rx_credit_i;
        rx_head_q <= rx_head_i;
        rx_tail_q <= rx_tail_i;
        rx_poison_q <= rx_poison_i;
        rx_vc_q <= rx_vc_i;
        rx_data_q <= rx_data_i;
        rx_crc_q <= rx_crc_i;
      end
    end
  end

  assign rx_bits = {side(rx_kind_q, rx_vc_q, {rx_nack_q, rx_poison_q, rx_tail_q, rx_head_q},
                         rx_seq_q, rx_ack_q, rx_credit_q), rx_data_q};
  ici_crc32c #(
    .Width(CrcBits)
  ) u_rx_crc (
    .data_i(rx_bits),
    .crc_o(rx_crc)
  );
  always_comb begin
    rx_good = 1'b0;
    if (rx_valid_q) rx_good = rx_crc == rx_crc_q;
  end
  assign rx_carries = rx_good &&
                      (rx_kind_q == ici_pkg::FRAME_FLIT || rx_kind_q == ici_pkg::FRAME_IDLE);

  ici_link_rx #(
    .FlitWidth(FlitWidth),
    .NumVcs(NumVcs),
    .LinkDepth(LinkDepth)
  ) u_rx (
    .clk_i,
    .rst_i,
    .active_i(active),
    .down_i(down),
    .restart_i(restart),
    .silence_limit_i,
    .frame_valid_i(rx_valid_q),
    .frame_good_i(rx_good),
    .frame_kind_i(rx_kind_q),
    .frame_seq_i(rx_seq_q),
    .frame_credit_i(rx_credit_q),
    .frame_head_i(rx_head_q),
    .frame_tail_i(rx_tail_q),
    .frame_poison_i(rx_poison_q),
    .frame_vc_i(rx_vc_q),
    .frame_data_i(rx_data_q),
    .pop_i,
    .home_i,
    .told_i(told),
    .flit_valid_o(in_valid_o),
    .flit_head_o(in_head_o),
    .flit_tail_o(in_tail_o),
    .flit_poison_o(in_poison_o),
    .flit_vc_o(in_vc_o),
    .flit_data_o(in_data_o),
    .credit_o,
    .expect_o(expected),
    .nack_o(nack),
    .granted_o(granted),
    .tell_o(rx_tell),
    .silent_o(rx_silent),
    .poisoned_o(rx_poisoned),
    .cut_o(rx_cut),
    .busy_o(rx_busy)
  );

  ici_link_tx #(
    .FlitWidth(FlitWidth),
    .NumVcs(NumVcs),
    .ReplayDepth(ReplayDepth)
  ) u_tx (
    .clk_i,
    .rst_i,
    .active_i(active),
    .restart_i(restart),
    .give_up_i(give_up),
    .retry_timeout_i,
    .max_retries_i,
    .keep_alive_i,
    .flit_valid_i(out_valid_i),
    .flit_head_i(out_head_i),
    .flit_tail_i(out_tail_i),
    .flit_poison_i(out_poison_i),
    .flit_vc_i(out_vc_i),
    .flit_data_i(out_data_i),
    .ack_valid_i(rx_carries),
    .ack_i(rx_ack_q),
    .nack_i(rx_nack_q),
    .home_i,
    .tell_i(rx_tell),
    .send_o(tx_send),
    .send_flit_o(tx_send_flit),
    .poll_o(tx_poll),
    .seq_o(tx_seq),
    .head_o(tx_head),
    .tail_o(tx_tail),
    .poison_o(tx_poison),
    .vc_o(tx_vc),
    .data_o(tx_data),
    .stall_o(tx_stall),
    .failed_o(tx_failed),
    .replay_o(tx_replay),
    .dropped_o(tx_dropped),
    .uncertain_o(uncertain),
    .busy_o(tx_busy)
  );

  ici_link_control u_control (
    .clk_i,
    .rst_i,
    .enable_i,
    .auto_retrain_i,
    .retrain_pause_i,
    .train_limit_i,
    .max_trainings_i,
    .retrain_i,
    .frame_good_i(rx_good),
    .frame_bad_i(rx_valid_q && !rx_good),
    .frame_kind_i(rx_kind_q),
    .frame_word_i(rx_data_q[31:0]),
    .own_word_i(CONFIGURATION),
    .tx_failed_i(tx_failed),
    .rx_silent_i(rx_silent),
    .owned_i,
    .cut_i(rx_cut),
    .replay_i(tx_replay),
    .dropped_i(tx_dropped),
    .poisoned_i(rx_poisoned),
    .uncertain_i(uncertain),
    .csr_read_i,
    .csr_index_i,
    .csr_rdata_o,
    .active_o(active),
    .down_o(down),
    .train_o(train),
    .second_o(second),
    .restart_o(restart),
    .give_up_o(give_up),
    .error_o,
    .busy_o(control_busy)
  );

  // A frame, one register before the wires. Those of training look the same to an end with another
  // number of virtual channels, so that it understands why it must not talk.
  assign frame = tx_send || train;
  assign told = tx_send;
  assign slots = train ? '0 : granted;
  always_comb begin
    kind = ici_pkg::FRAME_IDLE;
    frame_data = '0;
    frame_head = tx_poll;
    if (train) begin
      kind = second ? ici_pkg::FRAME_TS2 : ici_pkg::FRAME_TS1;
      frame_data = FlitWidth'(CONFIGURATION);
    end else if (tx_send_flit) begin
      kind = ici_pkg::FRAME_FLIT;
      frame_head = tx_head;
      frame_data = tx_data;
    end
  end
  assign tx_bits = {side(kind, tx_send_flit ? tx_vc : '0,
                         {nack, tx_send_flit && tx_poison, tx_send_flit && tx_tail,
                          frame_head}, tx_seq, expected, slots), frame_data};
  ici_crc32c #(
    .Width(CrcBits)
  ) u_tx_crc (
    .data_i(tx_bits),
    .crc_o(tx_crc)
  );

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      tx_valid_o <= 1'b0;
    end else begin
      tx_valid_o <= frame;
      if (frame) begin
        tx_kind_o <= kind;
        tx_seq_o <= tx_seq;
        tx_ack_o <= expected;
        tx_nack_o <= nack;
        tx_credit_o <= slots;
        tx_head_o <= frame_head;
        tx_tail_o <= tx_send_flit && tx_tail;
        tx_poison_o <= tx_send_flit && tx_poison;
        tx_vc_o <= tx_send_flit ? tx_vc : '0;
        tx_data_o <= frame_data;
        tx_crc_o <= tx_crc;
      end
    end
  end

  assign down_o = down;
  assign stall_o = train || (tx_stall && active);
  assign clear_o = train;
  assign busy_o = control_busy || tx_busy || rx_busy || rx_valid_q || tx_valid_o;
endmodule
