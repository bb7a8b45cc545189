// SPDX-License-Identifier: Apache-2.0
// cells: ici_vc_alloc

/// Virtual channel allocator: an output virtual channel belongs to one packet from its grant to
/// its tail, goes to one of those that ask, and to each of them within a bounded number of packets.
module vc_alloc_formal #(
  parameter int unsigned NumVcs = 1,
  localparam int unsigned NumVc = 8 * NumVcs,
  localparam int unsigned OvcBits = $clog2(NumVc)
) (
  input logic clk_i,
  input logic [NumVc-1:0] request_i,
  input logic [NumVc*OvcBits-1:0] ovc_i,
  input logic [NumVc-1:0] freed_i
);
  // Any output virtual channel, any input that waits for it.
  (* anyconst *) logic [OvcBits-1:0] channel;
  (* anyconst *) logic [OvcBits-1:0] watched;

  logic [NumVc-1:0] grant, free, owned_q, asks, won;
  logic [OvcBits:0] passed_q;  // packets of others while the watched input waits
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
    for (int unsigned i = 0; i < NumVc; i++) begin
      asks[i] = request_i[i] && ovc_i[i*OvcBits+:OvcBits] == channel;
    end
    won = asks & grant;
    // Only the owner sends a tail.
    if (started_q) assume ((freed_i & ~owned_q) == '0);
  end

  // Owned channels, seen from outside: taken by a grant, until a tail.
  always_ff @(posedge clk_i) begin
    if (!started_q) begin
      owned_q <= '0;
    end else begin
      owned_q <= owned_q & ~freed_i;
      for (int unsigned i = 0; i < NumVc; i++) begin
        if (grant[i]) owned_q[ovc_i[i*OvcBits+:OvcBits]] <= 1'b1;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (!started_q || !asks[watched] || grant[watched]) passed_q <= '0;
    else passed_q <= passed_q + (OvcBits+1)'(won != '0);
  end

  always_comb begin
    if (started_q) begin
      contended: cover (32'(passed_q) == 32'd2 && won[watched]);
      only_requests_win: assert ((grant & ~request_i) == '0);
      one_owner: assert ((won & (won - NumVc'(1))) == '0);
      held_for_a_packet: assert (won == '0 || !owned_q[channel] || freed_i[channel]);
      free_is_not_owned: assert (free == ~owned_q);
      never_idle: assert (asks == '0 || won != '0 ||
                          (owned_q[channel] && !freed_i[channel]));
      bounded_wait: assert (32'(passed_q) < NumVc);
    end
  end
endmodule
