// SPDX-License-Identifier: Apache-2.0

/// RTL and netlist of the router with its link layer side by side; test only. Links are looped
/// back: north to south, east to west, with a register and with errors.
module ici_link_lockstep (
  /// As the router.
  input  logic clk_i,
  /// As the router.
  input  logic rst_i,
  /// Links whose arriving frame has a wrong bit.
  input  logic [3:0] spoil_i,
  /// Links whose arriving frame vanishes.
  input  logic [3:0] lose_i,
  /// As the router, lanes only.
  input  logic [3:0] lane_valid_i,
  /// As the router, lanes only.
  input  logic [3:0] lane_head_i,
  /// As the router, lanes only.
  input  logic [3:0] lane_tail_i,
  /// As the router, lanes only.
  input  logic [3:0] lane_vc_i,
  /// As the router, lanes only.
  input  logic [255:0] lane_data_i,
  /// As the router.
  input  logic csr_valid_i,
  /// As the router.
  input  logic csr_write_i,
  /// As the router.
  input  logic [15:0] csr_addr_i,
  /// As the router.
  input  logic [31:0] csr_wdata_i,
  /// As the router, from the RTL.
  output logic [7:0] flit_valid_o,
  /// As the router, from the RTL.
  output logic [7:0] flit_poison_o,
  /// As the router, from the RTL.
  output logic [7:0] flit_vc_o,
  /// As the router, from the RTL.
  output logic [15:0] credit_o,
  /// As the router, from the RTL.
  output logic csr_rvalid_o,
  /// As the router, from the RTL.
  output logic [31:0] csr_rdata_o,
  /// As the router, from the RTL.
  output logic busy_o,
  /// As the router, from the RTL.
  output logic error_o,
  /// Outputs that differ, one bit each.
  output logic [23:0] differ_o
);
  logic [7:0] net_flit_valid_o;
  logic [7:0] flit_head_o;
  logic [7:0] net_flit_head_o;
  logic [7:0] flit_tail_o;
  logic [7:0] net_flit_tail_o;
  logic [7:0] net_flit_poison_o;
  logic [7:0] net_flit_vc_o;
  logic [63:0] flit_data0_o;
  logic [63:0] net_flit_data0_o;
  logic [63:0] flit_data1_o;
  logic [63:0] net_flit_data1_o;
  logic [63:0] flit_data2_o;
  logic [63:0] net_flit_data2_o;
  logic [63:0] flit_data3_o;
  logic [63:0] net_flit_data3_o;
  logic [63:0] flit_data4_o;
  logic [63:0] net_flit_data4_o;
  logic [63:0] flit_data5_o;
  logic [63:0] net_flit_data5_o;
  logic [63:0] flit_data6_o;
  logic [63:0] net_flit_data6_o;
  logic [63:0] flit_data7_o;
  logic [63:0] net_flit_data7_o;
  logic [15:0] net_credit_o;
  logic net_csr_rvalid_o;
  logic [31:0] net_csr_rdata_o;
  logic [11:0] link_kind_o;
  logic [11:0] net_link_kind_o;
  logic [35:0] link_seq_o;
  logic [35:0] net_link_seq_o;
  logic [35:0] link_ack_o;
  logic [35:0] net_link_ack_o;
  logic [3:0] link_nack_o;
  logic [3:0] net_link_nack_o;
  logic [63:0] link_credit_o;
  logic [63:0] net_link_credit_o;
  logic [127:0] link_crc_o;
  logic [127:0] net_link_crc_o;
  logic net_busy_o;
  logic net_error_o;
  logic [3:0] valid_q, head_q, tail_q, poison_q, vc_q, nack_q;
  logic [255:0] data_q;
  logic [11:0] kind_q;
  logic [35:0] seq_q, ack_q;
  logic [63:0] slots_q;
  logic [127:0] crc_q, wrong;

  // Input l comes from output l + 2 modulo 4: vectors turned by half.
  always_ff @(posedge clk_i) begin
    valid_q <= rst_i ? '0 : {flit_valid_o[1:0], flit_valid_o[3:2]};
    head_q <= {flit_head_o[1:0], flit_head_o[3:2]};
    tail_q <= {flit_tail_o[1:0], flit_tail_o[3:2]};
    poison_q <= {flit_poison_o[1:0], flit_poison_o[3:2]};
    vc_q <= {flit_vc_o[1:0], flit_vc_o[3:2]};
    nack_q <= {link_nack_o[1:0], link_nack_o[3:2]};
    data_q <= {flit_data1_o, flit_data0_o, flit_data3_o, flit_data2_o};
    kind_q <= {link_kind_o[5:0], link_kind_o[11:6]};
    seq_q <= {link_seq_o[17:0], link_seq_o[35:18]};
    ack_q <= {link_ack_o[17:0], link_ack_o[35:18]};
    slots_q <= {link_credit_o[31:0], link_credit_o[63:32]};
    crc_q <= {link_crc_o[63:0], link_crc_o[127:64]};
  end

  assign wrong = {31'd0, spoil_i[3], 31'd0, spoil_i[2], 31'd0, spoil_i[1], 31'd0, spoil_i[0]};

  ici_router #(
    .FlitWidth(64),
    .NumVcs(2),
    .LinkDepth(8),
    .LaneDepth(4),
    .TableEntries(4),
    .LinkLayer(1),
    .ReplayDepth(16)
  ) u_rtl (
    .clk_i(clk_i),
    .rst_i(rst_i),
    .node_id_i(16'd1),
    .flit_valid_i({lane_valid_i, valid_q & ~lose_i}),
    .flit_head_i({lane_head_i, head_q}),
    .flit_tail_i({lane_tail_i, tail_q}),
    .flit_poison_i({4'd0, poison_q}),
    .flit_vc_i({lane_vc_i, vc_q}),
    .flit_data_i({lane_data_i, data_q}),
    .credit_i(16'd0),
    .csr_valid_i(csr_valid_i),
    .csr_write_i(csr_write_i),
    .csr_addr_i(csr_addr_i),
    .csr_wdata_i(csr_wdata_i),
    .link_kind_i(kind_q),
    .link_seq_i(seq_q),
    .link_ack_i(ack_q),
    .link_nack_i(nack_q),
    .link_credit_i(slots_q),
    .link_crc_i(crc_q ^ wrong),
    .flit_valid_o(flit_valid_o),
    .flit_head_o(flit_head_o),
    .flit_tail_o(flit_tail_o),
    .flit_poison_o(flit_poison_o),
    .flit_vc_o(flit_vc_o),
    .flit_data0_o(flit_data0_o),
    .flit_data1_o(flit_data1_o),
    .flit_data2_o(flit_data2_o),
    .flit_data3_o(flit_data3_o),
    .flit_data4_o(flit_data4_o),
    .flit_data5_o(flit_data5_o),
    .flit_data6_o(flit_data6_o),
    .flit_data7_o(flit_data7_o),
    .credit_o(credit_o),
    .csr_rvalid_o(csr_rvalid_o),
    .csr_rdata_o(csr_rdata_o),
    .link_kind_o(link_kind_o),
    .link_seq_o(link_seq_o),
    .link_ack_o(link_ack_o),
    .link_nack_o(link_nack_o),
    .link_credit_o(link_credit_o),
    .link_crc_o(link_crc_o),
    .busy_o(busy_o),
    .error_o(error_o)
  );

  ici_link_netlist u_netlist (
    .clk_i(clk_i),
    .rst_i(rst_i),
    .node_id_i(16'd1),
    .flit_valid_i({lane_valid_i, valid_q & ~lose_i}),
    .flit_head_i({lane_head_i, head_q}),
    .flit_tail_i({lane_tail_i, tail_q}),
    .flit_poison_i({4'd0, poison_q}),
    .flit_vc_i({lane_vc_i, vc_q}),
    .flit_data_i({lane_data_i, data_q}),
    .credit_i(16'd0),
    .csr_valid_i(csr_valid_i),
    .csr_write_i(csr_write_i),
    .csr_addr_i(csr_addr_i),
    .csr_wdata_i(csr_wdata_i),
    .link_kind_i(kind_q),
    .link_seq_i(seq_q),
    .link_ack_i(ack_q),
    .link_nack_i(nack_q),
    .link_credit_i(slots_q),
    .link_crc_i(crc_q ^ wrong),
    .flit_valid_o(net_flit_valid_o),
    .flit_head_o(net_flit_head_o),
    .flit_tail_o(net_flit_tail_o),
    .flit_poison_o(net_flit_poison_o),
    .flit_vc_o(net_flit_vc_o),
    .flit_data0_o(net_flit_data0_o),
    .flit_data1_o(net_flit_data1_o),
    .flit_data2_o(net_flit_data2_o),
    .flit_data3_o(net_flit_data3_o),
    .flit_data4_o(net_flit_data4_o),
    .flit_data5_o(net_flit_data5_o),
    .flit_data6_o(net_flit_data6_o),
    .flit_data7_o(net_flit_data7_o),
    .credit_o(net_credit_o),
    .csr_rvalid_o(net_csr_rvalid_o),
    .csr_rdata_o(net_csr_rdata_o),
    .link_kind_o(net_link_kind_o),
    .link_seq_o(net_link_seq_o),
    .link_ack_o(net_link_ack_o),
    .link_nack_o(net_link_nack_o),
    .link_credit_o(net_link_credit_o),
    .link_crc_o(net_link_crc_o),
    .busy_o(net_busy_o),
    .error_o(net_error_o)
  );

  assign differ_o[0] = flit_valid_o != net_flit_valid_o;
  assign differ_o[1] = |(flit_valid_o & (flit_head_o ^ net_flit_head_o));
  assign differ_o[2] = |(flit_valid_o & (flit_tail_o ^ net_flit_tail_o));
  assign differ_o[3] = |(flit_valid_o & (flit_poison_o ^ net_flit_poison_o));
  assign differ_o[4] = |(flit_valid_o & (flit_vc_o ^ net_flit_vc_o));
  assign differ_o[5] = flit_valid_o[0] && flit_data0_o != net_flit_data0_o;
  assign differ_o[6] = flit_valid_o[1] && flit_data1_o != net_flit_data1_o;
  assign differ_o[7] = flit_valid_o[2] && flit_data2_o != net_flit_data2_o;
  assign differ_o[8] = flit_valid_o[3] && flit_data3_o != net_flit_data3_o;
  assign differ_o[9] = flit_valid_o[4] && flit_data4_o != net_flit_data4_o;
  assign differ_o[10] = flit_valid_o[5] && flit_data5_o != net_flit_data5_o;
  assign differ_o[11] = flit_valid_o[6] && flit_data6_o != net_flit_data6_o;
  assign differ_o[12] = flit_valid_o[7] && flit_data7_o != net_flit_data7_o;
  assign differ_o[13] = credit_o != net_credit_o;
  assign differ_o[14] = csr_rvalid_o != net_csr_rvalid_o;
  assign differ_o[15] = csr_rvalid_o && csr_rdata_o != net_csr_rdata_o;
  assign differ_o[16] = |({{3{flit_valid_o[3]}}, {3{flit_valid_o[2]}},
                          {3{flit_valid_o[1]}}, {3{flit_valid_o[0]}}} &
                          (link_kind_o ^ net_link_kind_o));
  assign differ_o[17] = |({{9{flit_valid_o[3]}}, {9{flit_valid_o[2]}},
                          {9{flit_valid_o[1]}}, {9{flit_valid_o[0]}}} &
                          (link_seq_o ^ net_link_seq_o));
  assign differ_o[18] = |({{9{flit_valid_o[3]}}, {9{flit_valid_o[2]}},
                          {9{flit_valid_o[1]}}, {9{flit_valid_o[0]}}} &
                          (link_ack_o ^ net_link_ack_o));
  assign differ_o[19] = |({{1{flit_valid_o[3]}}, {1{flit_valid_o[2]}},
                          {1{flit_valid_o[1]}}, {1{flit_valid_o[0]}}} &
                          (link_nack_o ^ net_link_nack_o));
  assign differ_o[20] = |({{16{flit_valid_o[3]}}, {16{flit_valid_o[2]}},
                          {16{flit_valid_o[1]}}, {16{flit_valid_o[0]}}} &
                          (link_credit_o ^ net_link_credit_o));
  assign differ_o[21] = |({{32{flit_valid_o[3]}}, {32{flit_valid_o[2]}},
                          {32{flit_valid_o[1]}}, {32{flit_valid_o[0]}}} &
                          (link_crc_o ^ net_link_crc_o));
  assign differ_o[22] = busy_o != net_busy_o;
  assign differ_o[23] = error_o != net_error_o;
endmodule
