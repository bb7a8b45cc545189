// SPDX-License-Identifier: Apache-2.0

/// CRC-32C (Castagnoli, polynomial 0x1edc6f41, as in iSCSI, RFC 3720): reflected, started and
/// ended with ones; bit 0 of the data goes first.
///
/// A bit of the CRC is the parity of some bits of the data, so it is one mask and one reduction.
module ici_crc32c #(
  /// Bits of data.
  parameter int unsigned Width = 576
) (
  /// The data.
  input  logic [Width-1:0] data_i,
  /// Their CRC.
  output logic [31:0]      crc_o
);
  localparam logic [31:0] POLYNOMIAL = 32'h82f63b78;  // bit-reversed

  // Bits of the data that bit `index` of the CRC is the parity of. What one bit of data does to the
  // CRC is what the bit behind it does, shifted once more.
  function automatic logic [Width-1:0] row(input logic [4:0] index);
    logic [31:0] column;
    row = '0;
    column = POLYNOMIAL;
    for (int unsigned j = Width; j > 0; j--) begin
      row[j-1] = column[index];
      column = (column >> 1) ^ (column[0] ? POLYNOMIAL : 32'd0);
    end
  endfunction

  function automatic logic [31:0] crc_of_zeros(input int unsigned bits);
    crc_of_zeros = 32'hffff_ffff;  // yosys 0.23 takes '1 for 1 in a constant function
    for (int unsigned j = 0; j < bits; j++) begin
      crc_of_zeros = (crc_of_zeros >> 1) ^ (crc_of_zeros[0] ? POLYNOMIAL : 32'd0);
    end
    crc_of_zeros = ~crc_of_zeros;
  endfunction

  localparam logic [31:0] ZEROS = crc_of_zeros(Width);

  for (genvar i = 0; i < 32; i++) begin : gen_bit
    localparam logic [Width-1:0] ROW = row(5'(i));
    assign crc_o[i] = ZEROS[i] ^ (^(data_i & ROW));
  end
endmodule
