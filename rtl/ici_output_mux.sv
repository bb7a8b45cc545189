// SPDX-License-Identifier: Apache-2.0

/// Output register of one port with the multiplexer before it: takes the flit that the chosen
/// input port read from its memory. An output that sends nothing keeps its register.
module ici_output_mux #(
  /// Bits of a flit.
  parameter int unsigned Width = 512
) (
  /// Clock.
  input  logic                                  clk_i,
  /// Load the register.
  input  logic                                  valid_i,
  /// Input port to take the flit from.
  input  logic [2:0]                            select_i,
  /// Flits read by the input ports.
  input  logic [ici_pkg::NUM_PORTS*Width-1:0]   data_i,
  /// The flit, registered.
  output logic [Width-1:0]                      data_o
);
  always_ff @(posedge clk_i) begin
    if (valid_i) begin
      unique case (select_i)
        3'd0: data_o <= data_i[0*Width+:Width];
        3'd1: data_o <= data_i[1*Width+:Width];
        3'd2: data_o <= data_i[2*Width+:Width];
        3'd3: data_o <= data_i[3*Width+:Width];
        3'd4: data_o <= data_i[4*Width+:Width];
        3'd5: data_o <= data_i[5*Width+:Width];
        3'd6: data_o <= data_i[6*Width+:Width];
        default: data_o <= data_i[7*Width+:Width];
      endcase
    end
  end
endmodule
