// SPDX-License-Identifier: Apache-2.0
// cells: ici_flit_ram ici_route_table ici_input_port ici_credits
// define: ICI_ASSERT

/// The credit loop of a link without link layer: the counters of the sender, the registers that a
/// flit passes on its way, the input port at the other end, the registers on the way back. The
/// sender sends whenever the counters allow it. The buffer then neither over- nor underflows, and
/// no credit is made or lost, of packets that are drained neither.
module credit_loop_formal (
  input logic clk_i,
  input logic send_i,
  input logic send_vc_i,
  input logic tail_i,
  input logic [63:0] data_i,
  input logic [7:0] port_enable_i,
  input logic [15:0] far_credit_ok_i,
  input logic switch_grant_i,
  input logic [1:0] alloc_grant_i,
  input logic table_write_i,
  input logic table_addr_i,
  input logic [7:0] table_entry_i
);
  localparam int unsigned Depth = 2;
  (* anyconst *) logic vc;

  logic [15:0] ok;
  logic [15:0] count;  // two bits a counter
  logic [1:0] uses, pop, back1_q, back2_q, inside_q, alloc_request;
  logic started_q, send, switch_valid, drained_q;
  logic way1_q, way1_vc_q, way1_head_q, way1_tail_q;
  logic way2_q, way2_vc_q, way2_head_q, way2_tail_q;
  logic [63:0] way1_data_q, way2_data_q;
  logic [3:0] held_q, elsewhere;

  initial started_q = 1'b0;
  always_ff @(posedge clk_i) started_q <= 1'b1;

  ici_credits #(
    .NumVcs(2),
    .Depth(Depth)
  ) u_credits (
    .clk_i(clk_i),
    .rst_i(!started_q),
    .return_i({6'd0, back2_q}),
    .use_i({6'd0, uses}),
    .clear_i(4'd0),
    .open_i(4'd0),
    .stall_i(4'd0),
    .ok_o(ok),
    .home_o(),
    .count_o(count)
  );

  ici_input_port #(
    .FlitWidth(64),
    .NumVcs(2),
    .Depth(Depth),
    .TableEntries(2)
  ) u_port (
    .clk_i(clk_i),
    .rst_i(!started_q),
    .flit_valid_i(way2_q),
    .flit_head_i(way2_head_q),
    .flit_tail_i(way2_tail_q),
    .flit_poison_i(1'b0),
    .flit_vc_i(way2_vc_q),
    .flit_data_i(way2_data_q),
    .port_enable_i(port_enable_i),
    .port_down_i(8'd0),
    .layer_shift_i(2'd0),
    .credit_ok_i(far_credit_ok_i),
    .switch_valid_o(switch_valid),
    .switch_ovc_o(),
    .switch_head_o(),
    .switch_tail_o(),
    .switch_poison_o(),
    .switch_grant_i(switch_grant_i),
    .data_o(),
    .alloc_request_o(alloc_request),
    .alloc_ovc_o(),
    .alloc_grant_i(alloc_grant_i),
    .pop_o(pop),
    .arrived_o(),
    .arrived_head_o(),
    .stall_o(),
    .busy_o(),
    .error_o(),
    .error_clear_i(1'b0),
    .error_status_o(),
    .error_head_o(),
    .csr_write_i(table_write_i),
    .csr_read_i(1'b0),
    .csr_addr_i({4'h7, 11'd0, table_addr_i}),
    .csr_wdata_i(table_entry_i),
    .csr_rdata_o()
  );

  always_comb begin
    send = started_q && send_i && ok[send_vc_i];
    uses = {send && send_vc_i, send && !send_vc_i};
    // The allocators behind the port grant what was asked.
    if (started_q) begin
      assume (!switch_grant_i || switch_valid);
      assume ((alloc_grant_i & ~alloc_request) == 2'd0);
    end
    elsewhere = 4'(way1_q && way1_vc_q == vc) + 4'(way2_q && way2_vc_q == vc) + held_q +
                4'(back1_q[vc]) + 4'(back2_q[vc]);
  end

  always_ff @(posedge clk_i) begin
    way1_vc_q <= send_vc_i;
    way1_head_q <= !inside_q[send_vc_i];
    way1_tail_q <= tail_i;
    way1_data_q <= data_i;
    way2_vc_q <= way1_vc_q;
    way2_head_q <= way1_head_q;
    way2_tail_q <= way1_tail_q;
    way2_data_q <= way1_data_q;
    if (!started_q) begin
      way1_q <= 1'b0;
      way2_q <= 1'b0;
      inside_q <= 2'd0;
      back1_q <= 2'd0;
      back2_q <= 2'd0;
      held_q <= 4'd0;
      drained_q <= 1'b0;
    end else begin
      way1_q <= send;
      way2_q <= way1_q;
      if (send) inside_q[send_vc_i] <= !tail_i;
      back1_q <= pop;
      back2_q <= back1_q;
      held_q <= held_q + 4'(way2_q && way2_vc_q == vc) - 4'(pop[vc]);
      drained_q <= drained_q || (pop != 2'd0 && !switch_grant_i);
    end
  end

  always_comb begin
    if (started_q) begin
      never_overflows: assert (!(way2_q && way2_vc_q == vc) || held_q < 4'(Depth));
      never_underflows: assert (!pop[vc] || held_q != 4'd0);
      conserved: assert (4'(count[vc*2+:2]) + elsewhere == 4'(Depth));
      full: cover (held_q == 4'(Depth) && !drained_q);
      all_home_again: cover (back2_q[vc] && elsewhere == 4'd1 && drained_q && switch_grant_i);
    end
  end
endmodule
