// SPDX-License-Identifier: Apache-2.0
// cells: ici_link_tx ici_link_rx
// with: link_pair
// constant: ici_pkg LINK_SEQ_BITS 2
// constant: ici_link_tx Margin 1

/// A link whose frames have been lost and damaged any number of times: once that ends, every flit
/// that the sender has taken is delivered within a bound, and the sender is stalled no longer than
/// that.
module link_time_formal #(
  // Setting of the sender: more than a round trip, which is 4 here.
  parameter int unsigned RetryTimeout = 5,
  parameter int unsigned KeepAlive = 2,
  // Cycles after the last fault: to the delivery of a flit, to the end of a stall.
  parameter int unsigned DeliveryBound = 13,
  parameter int unsigned StallBound = 15
) (
  input logic clk_i,
  input logic flit_valid_i,
  input logic mark_i,
  input logic lose_i,
  input logic damage_i,
  input logic lose_back_i,
  input logic damage_back_i,
  input logic chatter_i,
  input logic calm_i
);
  logic started_q, ready_q, stall, got, sent_q, waits_q, calm_q;
  logic [1:0] got_data;
  logic [4:0] quiet_q, stalled_q;

  initial started_q = 1'b0;
  initial ready_q = 1'b0;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    ready_q <= started_q;
  end

  link_pair #(
    .ReplayDepth(2)
  ) u_pair (
    .clk_i(clk_i),
    .ready_i(ready_q),
    .rst_i(!started_q),
    .retry_timeout_i(16'(RetryTimeout)),
    .keep_alive_i(16'(KeepAlive)),
    .flit_valid_i(flit_valid_i),
    .flit_head_i(1'b1),
    .flit_tail_i(1'b1),
    .flit_poison_i(1'b0),
    .flit_data_i({1'b0, mark_i}),
    .lose_i(lose_i),
    .damage_i(damage_i),
    .noise_i('0),
    .lose_back_i(lose_back_i),
    .damage_back_i(damage_back_i),
    .chatter_i(chatter_i),
    .stall_o(stall),
    .got_o(got),
    .got_head_o(),
    .got_tail_o(),
    .got_poison_o(),
    .got_data_o(got_data)
  );

  // The switch obeys the stall; any one flit is marked; at any time the wires become good.
  always_comb begin
    assume (!flit_valid_i || (ready_q && !stall));
    assume (!mark_i || (flit_valid_i && !sent_q));
    assume (!calm_q || !(lose_i || damage_i || lose_back_i || damage_back_i));
  end

  always_ff @(posedge clk_i) begin
    if (!ready_q) begin
      calm_q <= 1'b0;
      sent_q <= 1'b0;
      waits_q <= 1'b0;
      quiet_q <= 5'd0;
      stalled_q <= 5'd0;
    end else begin
      calm_q <= calm_q || calm_i;
      sent_q <= sent_q || mark_i;
      waits_q <= (waits_q || mark_i) && !(got && got_data[0]);
      quiet_q <= (waits_q && calm_q) ? quiet_q + 5'd1 : 5'd0;
      stalled_q <= (stall && calm_q) ? stalled_q + 5'd1 : 5'd0;
    end
  end

  always_comb begin
    if (ready_q) begin
      // The bounds are reached.
      slow: cover (32'(quiet_q) == DeliveryBound);
      stalled: cover (32'(stalled_q) == StallBound);
      delivered_in_time: assert (32'(quiet_q) <= DeliveryBound);
      free_in_time: assert (32'(stalled_q) <= StallBound);
    end
  end
endmodule
