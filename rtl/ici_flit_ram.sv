// SPDX-License-Identifier: Apache-2.0

/// Flit memory of one input port: one write port fed straight from the pins, one registered
/// read port. A block RAM on an FPGA.
module ici_flit_ram #(
  /// Bits of a flit.
  parameter int unsigned Width = 512,
  /// Virtual channels.
  parameter int unsigned NumVcs = 2,
  /// Flits a virtual channel, a power of two.
  parameter int unsigned Depth = 128,
  localparam int unsigned VcBits = (NumVcs > 1) ? $clog2(NumVcs) : 1,
  localparam int unsigned PtrBits = $clog2(Depth),
  localparam int unsigned AddrBits = $clog2(NumVcs * Depth)
) (
  /// Clock.
  input  logic                      clk_i,
  /// Store `data_i`.
  input  logic                      write_i,
  /// Virtual channel to write.
  input  logic [VcBits-1:0]         write_vc_i,
  /// Write pointers of all virtual channels.
  input  logic [NumVcs*PtrBits-1:0] write_ptr_i,
  /// Flit to store.
  input  logic [Width-1:0]          data_i,
  /// Load `data_o` at the next edge.
  input  logic                      read_i,
  /// Address to read: virtual channel, pointer.
  input  logic [AddrBits-1:0]       read_addr_i,
  /// The flit read last, registered.
  output logic [Width-1:0]          data_o
);
  logic [Width-1:0] mem_q[NumVcs*Depth];

  // The address is formed here and not before: logic fed by input pins would be evaluated at
  // every eval() of the Verilated model.
  always_ff @(posedge clk_i) begin
    if (write_i) begin
      mem_q[AddrBits'(32'(write_vc_i)*Depth)|AddrBits'(write_ptr_i[write_vc_i*PtrBits+:PtrBits])]
          <= data_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (read_i) data_o <= mem_q[read_addr_i];
  end
endmodule
