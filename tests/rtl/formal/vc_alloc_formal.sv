// SPDX-License-Identifier: Apache-2.0
// cells: ici_vc_alloc

/// Virtual channel allocator: an output virtual channel belongs to one packet from its grant to
/// its tail, goes to one of those that ask, and to each of them within a bounded number of packets.
module vc_alloc_formal (
  input logic clk_i,
  input logic [7:0] request_i,
  input logic [23:0] ovc_i,
  input logic [7:0] freed_i
);
  localparam int unsigned NumVcs = 1;
  // Any output virtual channel, any input that waits for it.
  (* anyconst *) logic [2:0] channel;
  (* anyconst *) logic [2:0] watched;

  logic [7:0] grant, free, owned_q, asks, won;
  logic [3:0] passed_q;  // packets of others while the watched input waits
  logic started_q;

  initial started_q = 1'b0;
  always_ff @(posedge clk_i) started_q <= 1'b1;

  ici_vc_alloc #(
    .NumVcs(NumVcs)
  ) dut (
    .clk_i(clk_i),
    .rst_i(!started_q),
    .request_i(request_i),
    .ovc_i(ovc_i),
    .freed_i(freed_i),
    .grant_o(grant),
    .free_o(free)
  );

  always_comb begin
    asks = '0;
    for (int unsigned i = 0; i < 8; i++) asks[i] = request_i[i] && ovc_i[i*3+:3] == channel;
    won = asks & grant;
    // Only the owner sends a tail.
    if (started_q) assume ((freed_i & ~owned_q) == 8'd0);
  end

  // Owned channels, seen from outside: taken by a grant, until a tail.
  always_ff @(posedge clk_i) begin
    if (!started_q) begin
      owned_q <= 8'd0;
    end else begin
      owned_q <= owned_q & ~freed_i;
      for (int unsigned i = 0; i < 8; i++) begin
        if (grant[i]) owned_q[ovc_i[i*3+:3]] <= 1'b1;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (!started_q || !asks[watched] || grant[watched]) passed_q <= 4'd0;
    else passed_q <= passed_q + 4'(won != 8'd0);
  end

  always_comb begin
    if (started_q) begin
      contended: cover (passed_q == 4'd2 && won[watched]);
      only_requests_win: assert ((grant & ~request_i) == 8'd0);
      one_owner: assert ((won & (won - 8'd1)) == 8'd0);
      held_for_a_packet: assert (won == 8'd0 || !owned_q[channel] || freed_i[channel]);
      free_is_not_owned: assert (free == ~owned_q);
      never_idle: assert (asks == 8'd0 || won != 8'd0 ||
                          (owned_q[channel] && !freed_i[channel]));
      bounded_wait: assert (passed_q <= 4'd7);
    end
  end
endmodule
