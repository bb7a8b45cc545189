// SPDX-License-Identifier: Apache-2.0
// cells: ici_flit_ram ici_route_table ici_input_port
// define: ICI_ASSERT

/// Input port, whose sender counts credits. Its buffers neither over- nor underflow; of a virtual
/// channel the n-th flit that leaves is the n-th that came, for any n: none is lost, overwritten,
/// duplicated or reordered; a packet keeps its output virtual channel; a virtual channel that has
/// a flit, an output and credit is passed over by at most one grant of the other. The table is
/// written with anything at any time: a memory that nothing writes is a constant to yosys, and
/// every packet would be drained.
module input_port_formal (
  input logic clk_i,
  input logic flit_valid_i,
  input logic flit_head_i,
  input logic flit_tail_i,
  input logic flit_poison_i,
  input logic flit_vc_i,
  input logic [63:0] flit_data_i,
  input logic [7:0] port_enable_i,
  input logic [7:0] port_down_i,
  input logic [15:0] credit_ok_i,
  input logic switch_grant_i,
  input logic [1:0] alloc_grant_i,
  input logic table_write_i,
  input logic table_addr_i,
  input logic [7:0] table_entry_i
);
  localparam int unsigned Depth = 2;
  (* anyconst *) logic vc;
  (* anyconst *) logic [3:0] nth;

  logic switch_valid, switch_head, switch_tail, switch_poison, busy;
  logic [3:0] switch_ovc;
  logic [63:0] data;
  logic [1:0] alloc_request, pop, inside_q;
  logic [7:0] alloc_ovc;
  logic [3:0] came_q, left_q, held0_q, held1_q, target_q;
  logic [6:0] flit_q;  // flags and four bits for all
  logic started_q, owns_q, sent_q, leaves, switched, arrived_q, ready;
  logic [3:0] seen_q;  // flits of the channel that the switch stage knows of
  logic [1:0] passed_q;  // grants of the other channel while this one is ready

  initial started_q = 1'b0;
  always_ff @(posedge clk_i) started_q <= 1'b1;

  ici_input_port #(
    .FlitWidth(64),
    .NumVcs(2),
    .Depth(Depth),
    .TableEntries(2)
  ) dut (
    .clk_i(clk_i),
    .rst_i(!started_q),
    .flit_valid_i(flit_valid_i),
    .flit_head_i(flit_head_i),
    .flit_tail_i(flit_tail_i),
    .flit_poison_i(flit_poison_i),
    .flit_vc_i(flit_vc_i),
    .flit_data_i(flit_data_i),
    .port_enable_i(port_enable_i),
    .port_down_i(port_down_i),
    .layer_shift_i(2'd0),
    .credit_ok_i(credit_ok_i),
    .switch_valid_o(switch_valid),
    .switch_ovc_o(switch_ovc),
    .switch_head_o(switch_head),
    .switch_tail_o(switch_tail),
    .switch_poison_o(switch_poison),
    .switch_grant_i(switch_grant_i),
    .data_o(data),
    .alloc_request_o(alloc_request),
    .alloc_ovc_o(alloc_ovc),
    .alloc_grant_i(alloc_grant_i),
    .pop_o(pop),
    .arrived_o(),
    .arrived_head_o(),
    .stall_o(),
    .busy_o(busy),
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

  // The sender counts credits and sends packets whole; the allocators grant what was asked.
  always_comb begin
    assume (started_q || !flit_valid_i);
    if (started_q) begin
      assume (!flit_valid_i || (flit_vc_i ? held1_q : held0_q) < 4'(Depth));
      assume (!flit_valid_i || flit_head_i == !inside_q[flit_vc_i]);
      assume (!switch_grant_i || switch_valid);
      assume ((alloc_grant_i & ~alloc_request) == 2'd0);
    end
    leaves = pop[vc];
    // What leaves without owning an output is drained.
    switched = leaves && owns_q;
    ready = owns_q && seen_q != 4'd0 && credit_ok_i[target_q];
  end

  always_ff @(posedge clk_i) begin
    if (!started_q) begin
      inside_q <= 2'd0;
      held0_q <= 4'd0;
      held1_q <= 4'd0;
      came_q <= 4'd0;
      left_q <= 4'd0;
      owns_q <= 1'b0;
      sent_q <= 1'b0;
      arrived_q <= 1'b0;
      seen_q <= 4'd0;
      passed_q <= 2'd0;
    end else begin
      if (flit_valid_i) inside_q[flit_vc_i] <= !flit_tail_i;
      held0_q <= held0_q + 4'(flit_valid_i && !flit_vc_i) - 4'(pop[0]);
      held1_q <= held1_q + 4'(flit_valid_i && flit_vc_i) - 4'(pop[1]);
      if (flit_valid_i && flit_vc_i == vc) begin
        came_q <= came_q + 4'd1;
        if (came_q == nth) flit_q <= {flit_poison_i, flit_head_i, flit_tail_i,
                                   flit_data_i[63:62], flit_data_i[1:0]};
      end
      if (leaves) left_q <= left_q + 4'd1;
      if (alloc_grant_i[vc]) begin
        owns_q <= 1'b1;
        target_q <= alloc_ovc[vc*4+:4];
      end else if (switched && switch_tail) begin
        owns_q <= 1'b0;
      end
      sent_q <= switched && left_q == nth;
      arrived_q <= flit_valid_i && flit_vc_i == vc;
      seen_q <= seen_q + 4'(arrived_q) - 4'(leaves);
      passed_q <= (ready && !leaves) ? passed_q + 2'(switch_grant_i) : 2'd0;
    end
  end

  always_comb begin
    if (started_q) begin
      never_underflows: assert (!leaves || (vc ? held1_q : held0_q) != 4'd0);
      none_made: assert (!leaves || came_q != left_q);
      busy_while_full: assert (busy || (held0_q == 4'd0 && held1_q == 4'd0));
      flags_in_order: assert (!switched || left_q != nth ||
          {switch_poison, switch_head, switch_tail} == flit_q[6:4]);
      data_in_order: assert (!sent_q || {data[63:62], data[1:0]} == flit_q[3:0]);
      keeps_its_channel: assert (!switched || switch_ovc == target_q);
      switched_only_by_grant: assert (!switched || switch_grant_i);
      // What the properties speak of does happen: a proof of nothing would pass as well.
      sends_the_second: cover (sent_q && nth == 4'd1 && flit_q[4]);
      drains: cover (leaves && !owns_q);
      passed_over: cover (passed_q == 2'd1 && switched);
      asks_when_ready: assert (!ready || switch_valid);
      bounded_wait: assert (passed_q <= 2'd1);
      sends_with_credit: assert (!switch_valid || credit_ok_i[switch_ovc]);
    end
  end
endmodule
