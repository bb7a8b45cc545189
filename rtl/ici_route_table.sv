// SPDX-License-Identifier: Apache-2.0

/// Route table of one input port, looked up by the destination in the head flit as it arrives.
/// The memory keeps its contents over a reset: software writes it before it lets traffic in.
module ici_route_table #(
  /// Destinations in the table, at most 4096.
  parameter int unsigned Entries = 1024,
  localparam int unsigned AddrBits = $clog2(Entries)
) (
  /// Clock.
  input  logic                           clk_i,
  /// Look up `dest_i`.
  input  logic                           lookup_i,
  /// Destination node.
  input  logic [AddrBits-1:0]            dest_i,
  /// Entry of the destination looked up last, registered.
  output logic [ici_pkg::ENTRY_BITS-1:0] entry_o,
  /// Write `csr_entry_i`.
  input  logic                           csr_write_i,
  /// Entry to write, or to read.
  input  logic [AddrBits-1:0]            csr_addr_i,
  /// Value to write.
  input  logic [ici_pkg::ENTRY_BITS-1:0] csr_entry_i,
  /// Read the entry at `csr_addr_i`.
  input  logic                           csr_read_i,
  /// The entry, or zero when not read.
  output logic [ici_pkg::ENTRY_BITS-1:0] csr_entry_o
);
  logic [ici_pkg::ENTRY_BITS-1:0] mem_q[Entries];

  always_ff @(posedge clk_i) begin
    if (lookup_i) entry_o <= mem_q[dest_i];
  end

  always_ff @(posedge clk_i) begin
    if (csr_write_i) mem_q[csr_addr_i] <= csr_entry_i;
  end

  always_comb begin
    csr_entry_o = '0;
    if (csr_read_i) csr_entry_o = mem_q[csr_addr_i];
  end
endmodule
