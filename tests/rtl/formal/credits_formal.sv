// SPDX-License-Identifier: Apache-2.0
// cells: ici_credits
// define: ICI_ASSERT

/// Credits of the link outputs: never negative, never more than there are, none made or lost.
module credits_formal (
  input logic clk_i,
  input logic [7:0] return_i,
  input logic [7:0] use_i
);
  localparam int unsigned Depth = 3;
  localparam int unsigned NumVcs = 2;
  localparam int unsigned CountBits = $clog2(Depth + 1);
  localparam int unsigned Channels = 4 * NumVcs;

  logic [15:0] ok;
  logic [3:0] home;
  logic [Channels*CountBits-1:0] count;
  logic [Channels*CountBits-1:0] away_q;  // spent and not come back
  logic started_q;

  initial started_q = 1'b0;
  always_ff @(posedge clk_i) started_q <= 1'b1;

  ici_credits #(
    .NumVcs(NumVcs),
    .Depth(Depth)
  ) dut (
    .clk_i(clk_i),
    .rst_i(!started_q),
    .return_i(return_i),
    .use_i(use_i),
    .clear_i(4'd0),
    .open_i(4'd0),
    .stall_i(4'd0),
    .ok_o(ok),
    .home_o(home),
    .count_o(count)
  );

  always_ff @(posedge clk_i) begin
    for (int unsigned c = 0; c < Channels; c++) begin
      if (!started_q) begin
        away_q[c*CountBits+:CountBits] <= '0;
      end else begin
        away_q[c*CountBits+:CountBits] <= away_q[c*CountBits+:CountBits] +
            CountBits'(use_i[c]) - CountBits'(return_i[c]);
      end
    end
  end

  always_comb begin
    if (started_q) begin
      for (int unsigned c = 0; c < Channels; c++) begin
        // The switch spends only what is there; only what was spent comes back.
        if (!ok[c]) assume (!use_i[c]);
        if (away_q[c*CountBits+:CountBits] == '0) assume (!return_i[c]);
      end
    end
  end

  // Channels are alike: one stands for all.
  localparam int unsigned Watched = 5;
  always_comb begin
    if (started_q) begin
      spent: cover (count[Watched*CountBits+:CountBits] == '0);
      conserved: assert (32'(count[Watched*CountBits+:CountBits]) +
                         32'(away_q[Watched*CountBits+:CountBits]) == Depth);
      never_negative: assert (ok[Watched] == (count[Watched*CountBits+:CountBits] != '0));
    end
  end
endmodule
