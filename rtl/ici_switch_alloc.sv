// SPDX-License-Identifier: Apache-2.0

/// Second stage of the switch allocator: every output port chooses, round robin, one of the
/// input ports that ask for it. Each input port asks for at most one output.
module ici_switch_alloc #(
  /// Virtual channels of a port.
  parameter int unsigned NumVcs = 2,
  localparam int unsigned Ports = ici_pkg::NUM_PORTS,
  localparam int unsigned VcBits = (NumVcs > 1) ? $clog2(NumVcs) : 1,
  localparam int unsigned NumOvc = Ports * NumVcs,
  localparam int unsigned OvcBits = $clog2(NumOvc)
) (
  /// Clock.
  input  logic                     clk_i,
  /// Synchronous reset.
  input  logic                     rst_i,
  /// Input ports that ask.
  input  logic [Ports-1:0]         valid_i,
  /// Output virtual channel that each asks for (port * NumVcs + vc).
  input  logic [Ports*OvcBits-1:0] ovc_i,
  /// The flit is a head.
  input  logic [Ports-1:0]         head_i,
  /// The flit is a tail.
  input  logic [Ports-1:0]         tail_i,
  /// The flit is poisoned.
  input  logic [Ports-1:0]         poison_i,
  /// Input ports that won.
  output logic [Ports-1:0]         grant_o,
  /// Output virtual channels that send a flit.
  output logic [NumOvc-1:0]        used_o,
  /// Output virtual channels that send a tail: free from the next cycle on.
  output logic [NumOvc-1:0]        freed_o,
  /// Outputs that send, registered; all below belong to them.
  output logic [Ports-1:0]         out_valid_o,
  /// Input port that each output takes its flit from.
  output logic [Ports*3-1:0]       out_select_o,
  /// Head flag by output.
  output logic [Ports-1:0]         out_head_o,
  /// Tail flag by output.
  output logic [Ports-1:0]         out_tail_o,
  /// Poison flag by output.
  output logic [Ports-1:0]         out_poison_o,
  /// Virtual channel by output.
  output logic [Ports*VcBits-1:0]  out_vc_o
);
  logic [Ports*Ports-1:0] mask_d, mask_q, request;
  logic [Ports-1:0] out_valid_d, out_head_d, out_tail_d, out_poison_d, asked, winner;
  logic [Ports*3-1:0] out_select_d;
  logic [Ports*VcBits-1:0] out_vc_d;
  logic [OvcBits-1:0] ovc;
  logic [2:0] select;

  always_comb begin
    mask_d = mask_q;
    request = '0;
    asked = '0;
    winner = '0;
    ovc = '0;
    select = '0;
    grant_o = '0;
    used_o = '0;
    freed_o = '0;
    out_valid_d = '0;
    out_head_d = '0;
    out_tail_d = '0;
    out_poison_d = '0;
    out_select_d = out_select_o;
    out_vc_d = out_vc_o;
    if (|valid_i) begin
      for (int unsigned i = 0; i < Ports; i++) begin
        if (valid_i[i]) request[{3'(ovc_i[i*OvcBits+:OvcBits] / OvcBits'(NumVcs)), 3'(i)}] = 1'b1;
      end
      for (int unsigned o = 0; o < Ports; o++) begin
        asked = request[o*Ports+:Ports];
        if (|asked) begin
          winner = 8'(ici_pkg::rr_pick(32'(asked), 32'(mask_q[o*Ports+:Ports])));
          mask_d[o*Ports+:Ports] = 8'(ici_pkg::rr_mask(32'(winner)));
          select = {|winner[7:4], |(winner & 8'hcc), |(winner & 8'haa)};
          ovc = ovc_i[select*OvcBits+:OvcBits];
          grant_o = grant_o | winner;
          used_o[ovc] = 1'b1;
          freed_o[ovc] = tail_i[select];
          out_valid_d[o] = 1'b1;
          out_head_d[o] = head_i[select];
          out_tail_d[o] = tail_i[select];
          out_poison_d[o] = poison_i[select];
          out_select_d[o*3+:3] = select;
          out_vc_d[o*VcBits+:VcBits] = VcBits'(ovc % OvcBits'(NumVcs));
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      mask_q <= '0;
      out_valid_o <= '0;
      out_head_o <= '0;
      out_tail_o <= '0;
      out_poison_o <= '0;
      out_select_o <= '0;
      out_vc_o <= '0;
    end else begin
      out_valid_o <= out_valid_d;
      if (|valid_i) begin
        mask_q <= mask_d;
        out_head_o <= out_head_d;
        out_tail_o <= out_tail_d;
        out_poison_o <= out_poison_d;
        out_select_o <= out_select_d;
        out_vc_o <= out_vc_d;
      end
    end
  end

`ifdef ICI_ASSERT
  always_ff @(posedge clk_i) begin
    if (!rst_i) begin
      assert ((grant_o & ~valid_i) == '0);
      assert ($countones(grant_o) == $countones(out_valid_d));
      assert ($countones(used_o) == $countones(out_valid_d));
      assert ((freed_o & ~used_o) == '0);
    end
  end
`endif
endmodule
