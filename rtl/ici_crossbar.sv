// SPDX-License-Identifier: Apache-2.0

/// The crossbar: an output register with its multiplexer for each port. The ports are written
/// out because a vector over all flits would be copied in every cycle of the Verilated model.
module ici_crossbar #(
  /// Bits of a flit.
  parameter int unsigned Width = 512,
  localparam int unsigned Ports = ici_pkg::NUM_PORTS
) (
  /// Clock.
  input  logic               clk_i,
  /// Outputs that load their register.
  input  logic [Ports-1:0]   valid_i,
  /// Input port that each takes its flit from.
  input  logic [Ports*3-1:0] select_i,
  /// Flit read by input port 0.
  input  logic [Width-1:0]   data0_i,
  /// Flit read by input port 1.
  input  logic [Width-1:0]   data1_i,
  /// Flit read by input port 2.
  input  logic [Width-1:0]   data2_i,
  /// Flit read by input port 3.
  input  logic [Width-1:0]   data3_i,
  /// Flit read by input port 4.
  input  logic [Width-1:0]   data4_i,
  /// Flit read by input port 5.
  input  logic [Width-1:0]   data5_i,
  /// Flit read by input port 6.
  input  logic [Width-1:0]   data6_i,
  /// Flit read by input port 7.
  input  logic [Width-1:0]   data7_i,
  /// Flit that leaves port 0, registered.
  output logic [Width-1:0]   data0_o,
  /// Flit that leaves port 1, registered.
  output logic [Width-1:0]   data1_o,
  /// Flit that leaves port 2, registered.
  output logic [Width-1:0]   data2_o,
  /// Flit that leaves port 3, registered.
  output logic [Width-1:0]   data3_o,
  /// Flit that leaves port 4, registered.
  output logic [Width-1:0]   data4_o,
  /// Flit that leaves port 5, registered.
  output logic [Width-1:0]   data5_o,
  /// Flit that leaves port 6, registered.
  output logic [Width-1:0]   data6_o,
  /// Flit that leaves port 7, registered.
  output logic [Width-1:0]   data7_o
);
  ici_output_mux #(
    .Width(Width)
  ) u_output0 (
    .clk_i,
    .valid_i(valid_i[0]),
    .select_i(select_i[0+:3]),
    .data0_i, .data1_i, .data2_i, .data3_i,
    .data4_i, .data5_i, .data6_i, .data7_i,
    .data_o(data0_o)
  );

  ici_output_mux #(
    .Width(Width)
  ) u_output1 (
    .clk_i,
    .valid_i(valid_i[1]),
    .select_i(select_i[3+:3]),
    .data0_i, .data1_i, .data2_i, .data3_i,
    .data4_i, .data5_i, .data6_i, .data7_i,
    .data_o(data1_o)
  );

  ici_output_mux #(
    .Width(Width)
  ) u_output2 (
    .clk_i,
    .valid_i(valid_i[2]),
    .select_i(select_i[6+:3]),
    .data0_i, .data1_i, .data2_i, .data3_i,
    .data4_i, .data5_i, .data6_i, .data7_i,
    .data_o(data2_o)
  );

  ici_output_mux #(
    .Width(Width)
  ) u_output3 (
    .clk_i,
    .valid_i(valid_i[3]),
    .select_i(select_i[9+:3]),
    .data0_i, .data1_i, .data2_i, .data3_i,
    .data4_i, .data5_i, .data6_i, .data7_i,
    .data_o(data3_o)
  );

  ici_output_mux #(
    .Width(Width)
  ) u_output4 (
    .clk_i,
    .valid_i(valid_i[4]),
    .select_i(select_i[12+:3]),
    .data0_i, .data1_i, .data2_i, .data3_i,
    .data4_i, .data5_i, .data6_i, .data7_i,
    .data_o(data4_o)
  );

  ici_output_mux #(
    .Width(Width)
  ) u_output5 (
    .clk_i,
    .valid_i(valid_i[5]),
    .select_i(select_i[15+:3]),
    .data0_i, .data1_i, .data2_i, .data3_i,
    .data4_i, .data5_i, .data6_i, .data7_i,
    .data_o(data5_o)
  );

  ici_output_mux #(
    .Width(Width)
  ) u_output6 (
    .clk_i,
    .valid_i(valid_i[6]),
    .select_i(select_i[18+:3]),
    .data0_i, .data1_i, .data2_i, .data3_i,
    .data4_i, .data5_i, .data6_i, .data7_i,
    .data_o(data6_o)
  );

  ici_output_mux #(
    .Width(Width)
  ) u_output7 (
    .clk_i,
    .valid_i(valid_i[7]),
    .select_i(select_i[21+:3]),
    .data0_i, .data1_i, .data2_i, .data3_i,
    .data4_i, .data5_i, .data6_i, .data7_i,
    .data_o(data7_o)
  );
endmodule
