// SPDX-License-Identifier: Apache-2.0

/// Output register of one port with the multiplexer before it: takes the flit that the chosen
/// input port read from its memory. An output that sends nothing keeps its register.
module ici_output_mux #(
  /// Bits of a flit.
  parameter int unsigned Width = 512
) (
  /// Clock.
  input  logic             clk_i,
  /// Load the register.
  input  logic             valid_i,
  /// Input port to take the flit from.
  input  logic [2:0]       select_i,
  /// Flit read by input port 0.
  input  logic [Width-1:0] data0_i,
  /// Flit read by input port 1.
  input  logic [Width-1:0] data1_i,
  /// Flit read by input port 2.
  input  logic [Width-1:0] data2_i,
  /// Flit read by input port 3.
  input  logic [Width-1:0] data3_i,
  /// Flit read by input port 4.
  input  logic [Width-1:0] data4_i,
  /// Flit read by input port 5.
  input  logic [Width-1:0] data5_i,
  /// Flit read by input port 6.
  input  logic [Width-1:0] data6_i,
  /// Flit read by input port 7.
  input  logic [Width-1:0] data7_i,
  /// The flit, registered.
  output logic [Width-1:0] data_o
);
  always_ff @(posedge clk_i) begin
    if (valid_i) begin
      unique case (select_i)
        3'd0: data_o <= data0_i;
        3'd1: data_o <= data1_i;
        3'd2: data_o <= data2_i;
        3'd3: data_o <= data3_i;
        3'd4: data_o <= data4_i;
        3'd5: data_o <= data5_i;
        3'd6: data_o <= data6_i;
        default: data_o <= data7_i;
      endcase
    end
  end
endmodule
