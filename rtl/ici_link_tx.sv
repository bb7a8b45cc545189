// SPDX-License-Identifier: Apache-2.0

/// Sending half of a link: keeps every flit until it is acknowledged and sends again from the
/// first that is not (go-back-N). Also decides when a frame without a flit must go.
module ici_link_tx #(
  /// Bits of a flit.
  parameter int unsigned FlitWidth = 512,
  /// Virtual channels.
  parameter int unsigned NumVcs = 4,
  /// Flits that may be unacknowledged, a power of two from 16 to 256.
  parameter int unsigned ReplayDepth = 256,
  localparam int unsigned VcBits = (NumVcs > 1) ? $clog2(NumVcs) : 1,
  localparam int unsigned SeqBits = ici_pkg::LINK_SEQ_BITS
) (
  /// Clock.
  input  logic                 clk_i,
  /// Synchronous reset.
  input  logic                 rst_i,
  /// The link carries flits.
  input  logic                 active_i,
  /// A training starts: sequence numbers begin again.
  input  logic                 restart_i,
  /// The link goes down: what is unacknowledged is given up.
  input  logic                 give_up_i,
  /// Setting: see ici_link_csr.
  input  logic [15:0]          retry_timeout_i,
  /// Setting: see ici_link_csr.
  input  logic [7:0]           max_retries_i,
  /// Setting: see ici_link_csr.
  input  logic [15:0]          keep_alive_i,
  /// A flit from the switch.
  input  logic                 flit_valid_i,
  /// It is a head.
  input  logic                 flit_head_i,
  /// It is a tail.
  input  logic                 flit_tail_i,
  /// It is poisoned.
  input  logic                 flit_poison_i,
  /// Its virtual channel.
  input  logic [VcBits-1:0]    flit_vc_i,
  /// The flit.
  input  logic [FlitWidth-1:0] flit_data_i,
  /// The other end told what it expects next.
  input  logic                 ack_valid_i,
  /// What it expects.
  input  logic [SeqBits-1:0]   ack_i,
  /// It asks for everything from there on again.
  input  logic                 nack_i,
  /// All credits are here: the other end holds none of our flits.
  input  logic                 home_i,
  /// The receiving half has something to tell.
  input  logic                 tell_i,
  /// A frame goes this cycle; all below belong to it.
  output logic                 send_o,
  /// It holds a flit.
  output logic                 send_flit_o,
  /// It asks the other end to tell what it expects and grants.
  output logic                 poll_o,
  /// Its sequence number; of a frame without a flit, that of the next flit.
  output logic [SeqBits-1:0]   seq_o,
  /// Head flag.
  output logic                 head_o,
  /// Tail flag.
  output logic                 tail_o,
  /// Poison flag.
  output logic                 poison_o,
  /// Virtual channel.
  output logic [VcBits-1:0]    vc_o,
  /// The flit.
  output logic [FlitWidth-1:0] data_o,
  /// The switch must not send: the replay buffer fills up.
  output logic                 stall_o,
  /// Too many goes without progress.
  output logic                 failed_o,
  /// Flits are sent again from the first unacknowledged.
  output logic                 replay_o,
  /// A packet ended in a link that does not carry flits.
  output logic                 dropped_o,
  /// Packets given up that may or may not have arrived, with give_up_i.
  output logic [7:0]           uncertain_o,
  /// Something is unfinished.
  output logic                 busy_o
);
  localparam int unsigned PtrBits = $clog2(ReplayDepth);
  localparam int unsigned MetaBits = 3 + VcBits + 8;
  // Flits that may still come after stall_o has been raised.
  localparam int unsigned Margin = 8;

  logic [SeqBits-1:0] write_q, ack_q, send_q, ack_d, send_d, in_flight, acked, sent;
  logic [FlitWidth-1:0] data_q[ReplayDepth];
  logic [MetaBits-1:0] meta_q[ReplayDepth];
  logic [MetaBits-1:0] meta, first_meta;
  logic unused;
  logic [NumVcs-1:0] open_q;
  logic [7:0] tails_q, open_count;
  logic [7:0] failures_q;
  logic [15:0] timer_q, silence_q;
  logic accept, replaying, progress, in_window, go_back, unacked, waits, stall_q;

  assign unused = ^{first_meta[MetaBits-1:8], meta[7:0]};
  assign accept = flit_valid_i && active_i;
  assign replaying = send_q != write_q;
  assign unacked = write_q != ack_q;
  // Frames get lost: who waits for something asks for it from time to time.
  assign waits = unacked || |open_q || !home_i;
  assign in_flight = write_q - ack_q;
  assign acked = ack_i - ack_q;
  assign sent = send_q - ack_q;
  assign in_window = ack_valid_i && active_i && acked <= in_flight;
  assign progress = in_window && acked != '0;
  assign go_back = active_i && unacked &&
                   ((in_window && nack_i && acked != in_flight) ||
                    (!progress && timer_q >= retry_timeout_i));
  assign failed_o = active_i && go_back && !progress && failures_q >= max_retries_i;
  assign replay_o = go_back;
  assign stall_o = stall_q;
  assign dropped_o = flit_valid_i && flit_tail_i && !active_i;
  assign busy_o = active_i && (waits || flit_valid_i);

  // What goes out: the oldest flit not yet sent, or a frame that only tells.
  always_comb begin
    send_flit_o = active_i && (replaying || flit_valid_i);
    poll_o = active_i && !send_flit_o && waits && silence_q >= keep_alive_i;
    send_o = send_flit_o || poll_o || (active_i && tell_i);
    seq_o = send_q;
    meta = {flit_poison_i, flit_head_i, flit_tail_i, flit_vc_i, tails_q};
    data_o = flit_data_i;
    if (replaying) begin
      meta = meta_q[send_q[PtrBits-1:0]];
      data_o = data_q[send_q[PtrBits-1:0]];
    end
    poison_o = meta[MetaBits-1];
    head_o = meta[MetaBits-2];
    tail_o = meta[MetaBits-3];
    vc_o = meta[8+:VcBits];
  end

  always_comb begin
    ack_d = progress ? ack_i : ack_q;
    send_d = send_flit_o ? send_q + 1'b1 : send_q;
    if (progress && sent < acked) send_d = ack_i;
    if (go_back) send_d = ack_d;
  end

  always_ff @(posedge clk_i) begin
    if (accept) begin
      data_q[write_q[PtrBits-1:0]] <= flit_data_i;
      meta_q[write_q[PtrBits-1:0]] <= {flit_poison_i, flit_head_i, flit_tail_i, flit_vc_i, tails_q};
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_i || restart_i) begin
      write_q <= '0;
      ack_q <= '0;
      send_q <= '0;
      tails_q <= '0;
      open_q <= '0;
      failures_q <= '0;
      timer_q <= '0;
      silence_q <= '0;
      stall_q <= 1'b0;
    end else if (active_i) begin
      if (accept) begin
        write_q <= write_q + 1'b1;
        open_q[flit_vc_i] <= !flit_tail_i;
        if (flit_tail_i) tails_q <= tails_q + 8'd1;
      end
      ack_q <= ack_d;
      send_q <= send_d;
      if (progress) failures_q <= '0;
      else if (go_back) failures_q <= failures_q + 8'd1;
      timer_q <= (progress || go_back || !unacked) ? 16'd0 : timer_q + 16'd1;
      silence_q <= (send_o || !waits) ? 16'd0 : silence_q + 16'd1;
      stall_q <= 32'(in_flight) >= ReplayDepth - Margin;
    end
  end

  // Packets with a flit between the first unacknowledged and the last written.
  always_comb begin
    open_count = '0;
    first_meta = '0;
    uncertain_o = '0;
    if (give_up_i && unacked) begin
      first_meta = meta_q[ack_q[PtrBits-1:0]];
      for (int unsigned v = 0; v < NumVcs; v++) open_count = open_count + 8'(open_q[v]);
      uncertain_o = tails_q - first_meta[7:0] + open_count;
    end
  end

`ifdef ICI_ASSERT
  initial begin
    assert (ReplayDepth == (1 << PtrBits) && ReplayDepth >= 16);
    assert (PtrBits < SeqBits);
  end
  always_ff @(posedge clk_i) begin
    if (!rst_i) assert (!(accept && 32'(in_flight) == ReplayDepth));
  end
`endif
endmodule
