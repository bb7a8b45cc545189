// SPDX-License-Identifier: Apache-2.0
// cells: ici_switch_alloc

/// Second stage of the switch allocator: one winner an output, always one where there is a
/// request, the output told what won, and the bound of a wait that docs/rtl/router.md states.
module switch_alloc_formal (
  input logic clk_i,
  input logic [7:0] valid_i,
  input logic [8*OvcBits-1:0] ovc_i,
  input logic [7:0] head_i,
  input logic [7:0] tail_i,
  input logic [7:0] poison_i
);
  localparam int unsigned NumVcs = 2;
  localparam int unsigned OvcBits = 4;
  // Input and output ports are alike but for their place; any of them is watched.
  (* anyconst *) logic [2:0] port;
  (* anyconst *) logic [2:0] watched;

  logic [7:0] grant, out_valid, out_head, out_tail, out_poison, asks, won;
  logic [15:0] used, freed;
  logic [23:0] out_select;
  logic [7:0] out_vc;
  logic [OvcBits-1:0] ovc;
  logic [3:0] wait_q;
  logic started_q, granted_q, head_q, tail_q, poison_q, vc_q;

  initial started_q = 1'b0;
  always_ff @(posedge clk_i) started_q <= 1'b1;

  ici_switch_alloc #(
    .NumVcs(NumVcs)
  ) dut (
    .clk_i(clk_i),
    .rst_i(!started_q),
    .valid_i(valid_i),
    .ovc_i(ovc_i),
    .head_i(head_i),
    .tail_i(tail_i),
    .poison_i(poison_i),
    .grant_o(grant),
    .used_o(used),
    .freed_o(freed),
    .out_valid_o(out_valid),
    .out_select_o(out_select),
    .out_head_o(out_head),
    .out_tail_o(out_tail),
    .out_poison_o(out_poison),
    .out_vc_o(out_vc)
  );

  always_comb begin
    asks = '0;
    for (int unsigned i = 0; i < 8; i++) begin
      asks[i] = valid_i[i] && ovc_i[i*OvcBits+1+:3] == port;
    end
    won = asks & grant;
    ovc = ovc_i[watched*OvcBits+:OvcBits];
  end

  // Cycles in a row in which the watched input asked this output in vain.
  always_ff @(posedge clk_i) begin
    if (!started_q || !asks[watched] || grant[watched]) wait_q <= 4'd0;
    else wait_q <= wait_q + 4'd1;
  end
  always_ff @(posedge clk_i) begin
    granted_q <= started_q && won[watched];
    head_q <= head_i[watched];
    tail_q <= tail_i[watched];
    poison_q <= poison_i[watched];
    vc_q <= ovc[0];
  end

  always_comb begin
    if (started_q) begin
      contended: cover (wait_q == 4'd2 && won[watched]);
      only_requests_win: assert ((grant & ~valid_i) == 8'd0);
      one_winner_an_output: assert ((won & (won - 8'd1)) == 8'd0);
      always_a_winner: assert ((asks == 8'd0) == (won == 8'd0));
      channel_is_used: assert (!won[watched] || used[ovc]);
      freed_by_its_tail: assert (!won[watched] || freed[ovc] == tail_i[watched]);
      bounded_wait: assert (wait_q <= 4'd7);
      output_takes_the_winner: assert (!granted_q ||
          (out_valid[port] && out_select[port*3+:3] == watched && out_vc[port] == vc_q &&
           out_head[port] == head_q && out_tail[port] == tail_q &&
           out_poison[port] == poison_q));
    end
  end
endmodule
