// SPDX-License-Identifier: Apache-2.0

/// Event counters of one port, 32 bits, wrapping, with their CSR read port.
module ici_counters (
  /// Clock.
  input  logic        clk_i,
  /// Synchronous reset to zero.
  input  logic        rst_i,
  /// A flit came in.
  input  logic        flit_in_i,
  /// It is a head: a packet came in.
  input  logic        head_in_i,
  /// A flit goes out.
  input  logic        flit_out_i,
  /// It is a tail: a packet went out.
  input  logic        tail_out_i,
  /// Route errors this cycle.
  input  logic        error_i,
  /// A flit at the front of a virtual channel did not leave.
  input  logic        stall_i,
  /// Read the counter `csr_index_i`.
  input  logic        csr_read_i,
  /// Counter to read.
  input  logic [3:0]  csr_index_i,
  /// The counter, or zero when not read.
  output logic [31:0] csr_rdata_o
);
  logic [31:0] flits_in_q, flits_out_q, packets_in_q, packets_out_q, errors_q, stalls_q;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      flits_in_q <= '0;
      flits_out_q <= '0;
      packets_in_q <= '0;
      packets_out_q <= '0;
      errors_q <= '0;
      stalls_q <= '0;
    end else begin
      if (flit_in_i) begin
        flits_in_q <= flits_in_q + 32'd1;
        if (head_in_i) packets_in_q <= packets_in_q + 32'd1;
      end
      if (flit_out_i) begin
        flits_out_q <= flits_out_q + 32'd1;
        if (tail_out_i) packets_out_q <= packets_out_q + 32'd1;
      end
      if (error_i) errors_q <= errors_q + 32'd1;
      if (stall_i) stalls_q <= stalls_q + 32'd1;
    end
  end

  always_comb begin
    csr_rdata_o = '0;
    if (csr_read_i) begin
      unique case (csr_index_i)
        ici_pkg::CSR_FLITS_IN: csr_rdata_o = flits_in_q;
        ici_pkg::CSR_FLITS_OUT: csr_rdata_o = flits_out_q;
        ici_pkg::CSR_PACKETS_IN: csr_rdata_o = packets_in_q;
        ici_pkg::CSR_PACKETS_OUT: csr_rdata_o = packets_out_q;
        ici_pkg::CSR_ROUTE_ERRORS: csr_rdata_o = errors_q;
        ici_pkg::CSR_STALL_CYCLES: csr_rdata_o = stalls_q;
        default: csr_rdata_o = '0;
      endcase
    end
  end
endmodule
