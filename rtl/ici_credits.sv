// SPDX-License-Identifier: Apache-2.0

/// Credit counters of the link outputs, one a virtual channel. Lane outputs need none: the
/// network interface always sinks.
module ici_credits #(
  /// Virtual channels of a port.
  parameter int unsigned NumVcs = 2,
  /// Flits that the buffer at the far end holds for a virtual channel.
  parameter int unsigned Depth = 128,
  localparam int unsigned NumOvc = ici_pkg::NUM_PORTS * NumVcs,
  localparam int unsigned NumLinkOvc = ici_pkg::NUM_LINKS * NumVcs,
  localparam int unsigned CountBits = $clog2(Depth + 1)
) (
  /// Clock.
  input  logic                            clk_i,
  /// Synchronous reset: all credits are here.
  input  logic                            rst_i,
  /// Credits that came back (registered pins), by output virtual channel.
  input  logic [NumLinkOvc-1:0]           return_i,
  /// Flits sent this cycle, by output virtual channel.
  input  logic [NumLinkOvc-1:0]           use_i,
  /// Links whose credits are withdrawn: a link layer returns them after training.
  input  logic [ici_pkg::NUM_LINKS-1:0]   clear_i,
  /// Links to which flits go without credit: they are down and drop them.
  input  logic [ici_pkg::NUM_LINKS-1:0]   open_i,
  /// Links to which no flit may go now.
  input  logic [ici_pkg::NUM_LINKS-1:0]   stall_i,
  /// Output virtual channels that may send; lanes always may.
  output logic [NumOvc-1:0]               ok_o,
  /// Links all of whose credits are here.
  output logic [ici_pkg::NUM_LINKS-1:0]   home_o,
  /// All counters, for the debug registers.
  output logic [NumLinkOvc*CountBits-1:0] count_o
);
  logic [NumLinkOvc*CountBits-1:0] count_d, count_q;
  logic [NumLinkOvc-1:0] ok_d, ok_q, taken, change, clear, open, stall;

  for (genvar l = 0; l < ici_pkg::NUM_LINKS; l++) begin : gen_link
    assign clear[l*NumVcs+:NumVcs] = {NumVcs{clear_i[l]}};
    assign open[l*NumVcs+:NumVcs] = {NumVcs{open_i[l]}};
    assign stall[l*NumVcs+:NumVcs] = {NumVcs{stall_i[l]}};
    assign home_o[l] = count_q[l*NumVcs*CountBits+:NumVcs*CountBits] ==
                       {NumVcs{CountBits'(Depth)}};
  end

  // A flit to a link that is down takes no credit.
  assign taken = use_i & ~open;
  assign change = return_i ^ taken;
  assign ok_o = {{(NumOvc - NumLinkOvc) {1'b1}}, (ok_q | open) & ~stall};
  assign count_o = count_q;

  always_comb begin
    count_d = count_q;
    ok_d = ok_q;
    if (|change || |clear_i) begin
      for (int unsigned i = 0; i < NumLinkOvc; i++) begin
        if (change[i]) begin
          count_d[i*CountBits+:CountBits] = taken[i] ? count_q[i*CountBits+:CountBits] - 1'b1
                                                     : count_q[i*CountBits+:CountBits] + 1'b1;
          ok_d[i] = count_d[i*CountBits+:CountBits] != '0;
        end
        if (clear[i]) begin
          count_d[i*CountBits+:CountBits] = '0;
          ok_d[i] = 1'b0;
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      count_q <= {NumLinkOvc{CountBits'(Depth)}};
      ok_q <= '1;
    end else if (|change || |clear_i) begin
      count_q <= count_d;
      ok_q <= ok_d;
    end
  end

`ifdef ICI_ASSERT
  for (genvar i = 0; i < NumLinkOvc; i++) begin : gen_assert
    always_ff @(posedge clk_i) begin
      if (!rst_i) begin
        assert (!(taken[i] && !ok_q[i]));
        assert (!(return_i[i] && !taken[i] && !clear[i] && count_q[i*CountBits+:CountBits] == CountBits'(Depth)));
      end
    end
  end
`endif
endmodule
