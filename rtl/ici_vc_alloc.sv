// SPDX-License-Identifier: Apache-2.0

/// Virtual channel allocator: every output virtual channel that is free, or that sends its tail
/// this cycle, chooses round robin one of the input virtual channels whose head waits for it.
module ici_vc_alloc #(
  /// Virtual channels of a port.
  parameter int unsigned NumVcs = 2,
  localparam int unsigned NumVc = ici_pkg::NUM_PORTS * NumVcs,
  localparam int unsigned OvcBits = $clog2(NumVc)
) (
  /// Clock.
  input  logic                     clk_i,
  /// Synchronous reset: all output virtual channels are free.
  input  logic                     rst_i,
  /// Input virtual channels with a head that waits (port * NumVcs + vc).
  input  logic [NumVc-1:0]         request_i,
  /// Output virtual channel that each waits for.
  input  logic [NumVc*OvcBits-1:0] ovc_i,
  /// Output virtual channels that send a tail this cycle.
  input  logic [NumVc-1:0]         freed_i,
  /// Input virtual channels that own their output from the next cycle on.
  output logic [NumVc-1:0]         grant_o,
  /// Output virtual channels that no packet owns.
  output logic [NumVc-1:0]         free_o
);
  logic [NumVc*NumVc-1:0] mask_d, mask_q, matrix;
  logic [NumVc-1:0] free_d, free_q, available, asked, row, winner;
  logic [OvcBits-1:0] ovc;

  assign available = free_q | freed_i;
  assign free_o = free_q;

  always_comb begin
    mask_d = mask_q;
    matrix = '0;
    asked = '0;
    row = '0;
    winner = '0;
    ovc = '0;
    grant_o = '0;
    free_d = available;
    if (|request_i) begin
      for (int unsigned i = 0; i < NumVc; i++) begin
        ovc = ovc_i[i*OvcBits+:OvcBits];
        if (request_i[i] && available[ovc]) begin
          asked[ovc] = 1'b1;
          matrix[32'(ovc)*NumVc+i] = 1'b1;
        end
      end
      for (int unsigned o = 0; o < NumVc; o++) begin
        if (asked[o]) begin
          row = matrix[o*NumVc+:NumVc];
          winner = NumVc'(ici_pkg::rr_pick(32'(row), 32'(mask_q[o*NumVc+:NumVc])));
          mask_d[o*NumVc+:NumVc] = NumVc'(ici_pkg::rr_mask(32'(winner)));
          grant_o = grant_o | winner;
        end
      end
      free_d = available & ~asked;
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      mask_q <= '0;
      free_q <= '1;
    end else begin
      free_q <= free_d;
      if (|request_i) mask_q <= mask_d;
    end
  end

`ifdef ICI_ASSERT
  always_ff @(posedge clk_i) begin
    if (!rst_i) begin
      assert ((freed_i & free_q) == '0);
      assert ((grant_o & ~request_i) == '0);
      assert ($countones(grant_o) == $countones(asked));
    end
  end
`endif
endmodule
