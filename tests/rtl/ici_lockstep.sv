// SPDX-License-Identifier: Apache-2.0

/// RTL and netlist of the router side by side on the same inputs; test only.
module ici_lockstep (
  /// As the router.
  input  logic clk_i,
  /// As the router.
  input  logic rst_i,
  /// As the router.
  input  logic [15:0] node_id_i,
  /// As the router.
  input  logic [7:0] flit_valid_i,
  /// As the router.
  input  logic [7:0] flit_head_i,
  /// As the router.
  input  logic [7:0] flit_tail_i,
  /// As the router.
  input  logic [7:0] flit_poison_i,
  /// As the router.
  input  logic [7:0] flit_vc_i,
  /// As the router.
  input  logic [511:0] flit_data_i,
  /// As the router.
  input  logic [15:0] credit_i,
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
  output logic [7:0] flit_head_o,
  /// As the router, from the RTL.
  output logic [7:0] flit_tail_o,
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
  output logic [17:0] differ_o
);
  logic [7:0] net_flit_valid_o;
  logic [7:0] net_flit_head_o;
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
  logic net_busy_o;
  logic net_error_o;

  ici_router #(
    .FlitWidth(64),
    .NumVcs(2),
    .LinkDepth(8),
    .LaneDepth(4),
    .TableEntries(16)
  ) u_rtl (
    .clk_i(clk_i),
    .rst_i(rst_i),
    .node_id_i(node_id_i),
    .flit_valid_i(flit_valid_i),
    .flit_head_i(flit_head_i),
    .flit_tail_i(flit_tail_i),
    .flit_poison_i(flit_poison_i),
    .flit_vc_i(flit_vc_i),
    .link_kind_i('0),
    .link_seq_i('0),
    .link_ack_i('0),
    .link_nack_i('0),
    .link_credit_i('0),
    .link_crc_i('0),
    .link_kind_o(),
    .link_seq_o(),
    .link_ack_o(),
    .link_nack_o(),
    .link_credit_o(),
    .link_crc_o(),
    .flit_data_i(flit_data_i),
    .credit_i(credit_i),
    .csr_valid_i(csr_valid_i),
    .csr_write_i(csr_write_i),
    .csr_addr_i(csr_addr_i),
    .csr_wdata_i(csr_wdata_i),
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
    .busy_o(busy_o),
    .error_o(error_o)
  );

  ici_netlist u_netlist (
    .clk_i(clk_i),
    .rst_i(rst_i),
    .node_id_i(node_id_i),
    .flit_valid_i(flit_valid_i),
    .flit_head_i(flit_head_i),
    .flit_tail_i(flit_tail_i),
    .flit_poison_i(flit_poison_i),
    .flit_vc_i(flit_vc_i),
    .link_kind_i('0),
    .link_seq_i('0),
    .link_ack_i('0),
    .link_nack_i('0),
    .link_credit_i('0),
    .link_crc_i('0),
    .link_kind_o(),
    .link_seq_o(),
    .link_ack_o(),
    .link_nack_o(),
    .link_credit_o(),
    .link_crc_o(),
    .flit_data_i(flit_data_i),
    .credit_i(credit_i),
    .csr_valid_i(csr_valid_i),
    .csr_write_i(csr_write_i),
    .csr_addr_i(csr_addr_i),
    .csr_wdata_i(csr_wdata_i),
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
    .busy_o(net_busy_o),
    .error_o(net_error_o)
  );

  assign differ_o[0] = flit_valid_o != net_flit_valid_o;
  assign differ_o[1] = |((flit_valid_o) & (flit_head_o ^ net_flit_head_o));
  assign differ_o[2] = |((flit_valid_o) & (flit_tail_o ^ net_flit_tail_o));
  assign differ_o[3] = |(flit_valid_o & (flit_vc_o ^ net_flit_vc_o));
  assign differ_o[4] = flit_valid_o[0] && flit_data0_o != net_flit_data0_o;
  assign differ_o[5] = flit_valid_o[1] && flit_data1_o != net_flit_data1_o;
  assign differ_o[6] = flit_valid_o[2] && flit_data2_o != net_flit_data2_o;
  assign differ_o[7] = flit_valid_o[3] && flit_data3_o != net_flit_data3_o;
  assign differ_o[8] = flit_valid_o[4] && flit_data4_o != net_flit_data4_o;
  assign differ_o[9] = flit_valid_o[5] && flit_data5_o != net_flit_data5_o;
  assign differ_o[10] = flit_valid_o[6] && flit_data6_o != net_flit_data6_o;
  assign differ_o[11] = flit_valid_o[7] && flit_data7_o != net_flit_data7_o;
  assign differ_o[12] = credit_o != net_credit_o;
  assign differ_o[13] = csr_rvalid_o != net_csr_rvalid_o;
  assign differ_o[14] = csr_rvalid_o && csr_rdata_o != net_csr_rdata_o;
  assign differ_o[15] = busy_o != net_busy_o;
  assign differ_o[17] = |(flit_valid_o & (flit_poison_o ^ net_flit_poison_o));
  assign differ_o[16] = error_o != net_error_o;
endmodule
