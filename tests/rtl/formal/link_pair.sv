// SPDX-License-Identifier: Apache-2.0

/// The sending half of a link and the receiving half at the other end, trained, over wires that
/// lose and damage frames in both directions. A damaged frame has any contents and is told by its
/// CRC: `frame_good_i` stands for the CRC, whose own strength is no part of the proofs.
module link_pair #(
  // Flits that may be unacknowledged.
  parameter int unsigned ReplayDepth = 4
) (
  input logic clk_i,
  // Low for the two cycles of reset and training.
  input logic ready_i,
  input logic rst_i,
  input logic [15:0] retry_timeout_i,
  input logic [15:0] keep_alive_i,
  input logic flit_valid_i,
  input logic flit_head_i,
  input logic flit_tail_i,
  input logic flit_poison_i,
  input logic [1:0] flit_data_i,
  // The frame sent now is lost; damaged; contents of the damaged.
  input logic lose_i,
  input logic damage_i,
  input logic [ici_pkg::LINK_SEQ_BITS+7:0] noise_i,
  // The frame of the other direction is lost or damaged; one goes though there is nothing to tell.
  input logic lose_back_i,
  input logic damage_back_i,
  input logic chatter_i,
  output logic stall_o,
  output logic got_o,
  output logic got_head_o,
  output logic got_tail_o,
  output logic got_poison_o,
  output logic [1:0] got_data_o
);
  localparam int unsigned SeqBits = ici_pkg::LINK_SEQ_BITS;

  logic send, send_flit, poll, head, tail, poison, tell, nack, back;
  logic [SeqBits-1:0] seq, expected;
  logic [1:0] data;
  logic wire_q, wire_good_q, wire_head_q, wire_tail_q, wire_poison_q;
  logic [2:0] wire_kind_q;
  logic [SeqBits-1:0] wire_seq_q;
  logic [1:0] wire_data_q;
  logic back_q, back_nack_q;
  logic [SeqBits-1:0] back_ack_q;

  ici_link_tx #(
    .FlitWidth(2),
    .NumVcs(1),
    .ReplayDepth(ReplayDepth)
  ) u_tx (
    .clk_i(clk_i),
    .rst_i(rst_i),
    .active_i(ready_i),
    .restart_i(!ready_i),
    .give_up_i(1'b0),
    .retry_timeout_i(retry_timeout_i),
    .max_retries_i(8'd255),
    .keep_alive_i(keep_alive_i),
    .flit_valid_i(flit_valid_i),
    .flit_head_i(flit_head_i),
    .flit_tail_i(flit_tail_i),
    .flit_poison_i(flit_poison_i),
    .flit_vc_i(1'b0),
    .flit_data_i(flit_data_i),
    .ack_valid_i(back_q),
    .ack_i(back_ack_q),
    .nack_i(back_nack_q),
    .home_i(1'b1),
    .tell_i(1'b0),
    .send_o(send),
    .send_flit_o(send_flit),
    .poll_o(poll),
    .seq_o(seq),
    .head_o(head),
    .tail_o(tail),
    .poison_o(poison),
    .vc_o(),
    .data_o(data),
    .stall_o(stall_o),
    .failed_o(),
    .replay_o(),
    .dropped_o(),
    .uncertain_o(),
    .busy_o()
  );

  ici_link_rx #(
    .FlitWidth(2),
    .NumVcs(1),
    .LinkDepth(4)
  ) u_rx (
    .clk_i(clk_i),
    .rst_i(rst_i),
    .active_i(ready_i),
    .down_i(1'b0),
    .restart_i(!ready_i),
    .silence_limit_i(16'hffff),
    .frame_valid_i(wire_q),
    .frame_good_i(wire_good_q),
    .frame_kind_i(wire_kind_q),
    .frame_seq_i(wire_seq_q),
    .frame_credit_i(8'd0),
    .frame_head_i(wire_head_q),
    .frame_tail_i(wire_tail_q),
    .frame_poison_i(wire_poison_q),
    .frame_vc_i(1'b0),
    .frame_data_i(wire_data_q),
    .pop_i(got_o),
    .home_i(1'b1),
    .told_i(back),
    .flit_valid_o(got_o),
    .flit_head_o(got_head_o),
    .flit_tail_o(got_tail_o),
    .flit_poison_o(got_poison_o),
    .flit_vc_o(),
    .flit_data_o(got_data_o),
    .credit_o(),
    .expect_o(expected),
    .nack_o(nack),
    .granted_o(),
    .tell_o(tell),
    .silent_o(),
    .poisoned_o(),
    .cut_o(),
    .busy_o()
  );

  // Every frame of the other direction tells all; a flit of that direction is such a frame, too.
  assign back = ready_i && (tell || chatter_i);

  always_ff @(posedge clk_i) begin
    wire_q <= ready_i && send && !lose_i;
    wire_good_q <= !damage_i;
    wire_kind_q <= send_flit ? ici_pkg::FRAME_FLIT : ici_pkg::FRAME_IDLE;
    wire_seq_q <= seq;
    wire_head_q <= send_flit ? head : poll;
    wire_tail_q <= tail && send_flit;
    wire_poison_q <= poison && send_flit;
    wire_data_q <= data;
    if (damage_i) begin
      {wire_kind_q, wire_seq_q, wire_head_q, wire_tail_q, wire_poison_q, wire_data_q} <= noise_i;
    end
    // The receiver of the other direction drops what is damaged: to this one it is as if lost.
    back_q <= back && !lose_back_i && !damage_back_i;
    back_nack_q <= nack;
    back_ack_q <= expected;
  end
endmodule
