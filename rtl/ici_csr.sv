// SPDX-License-Identifier: Apache-2.0

/// Control and status registers of the router as a whole, and the CSR bus to the cells that
/// keep their own: a request is registered, executed in the next cycle, and its answer
/// registered. One request a cycle.
module ici_csr #(
  /// Bits of a flit.
  parameter int unsigned FlitWidth = 512,
  /// Virtual channels of a port.
  parameter int unsigned NumVcs = 2,
  /// Flits a virtual channel of a link port.
  parameter int unsigned LinkDepth = 128,
  /// Flits a virtual channel of a lane port.
  parameter int unsigned LaneDepth = 16,
  /// Destinations in a route table.
  parameter int unsigned TableEntries = 1024,
  localparam int unsigned Ports = ici_pkg::NUM_PORTS,
  localparam int unsigned NumLinkOvc = ici_pkg::NUM_LINKS * NumVcs,
  localparam int unsigned CountBits = $clog2(LinkDepth + 1)
) (
  /// Clock.
  input  logic                            clk_i,
  /// Synchronous reset.
  input  logic                            rst_i,
  /// Pin: number of this node.
  input  logic [15:0]                     node_id_i,
  /// Pin: a request.
  input  logic                            csr_valid_i,
  /// Pin: write, else read.
  input  logic                            csr_write_i,
  /// Pin: address in 32-bit words.
  input  logic [15:0]                     csr_addr_i,
  /// Pin: value to write.
  input  logic [31:0]                     csr_wdata_i,
  /// `csr_rdata_o` answers the read of two edges ago.
  output logic                            csr_rvalid_o,
  /// The answer, registered.
  output logic [31:0]                     csr_rdata_o,
  /// Bus: write this cycle.
  output logic                            bus_write_o,
  /// Bus: read this cycle.
  output logic                            bus_read_o,
  /// Bus: address.
  output logic [15:0]                     bus_addr_o,
  /// Bus: value to write.
  output logic [31:0]                     bus_wdata_o,
  /// Bus: the answers of all cells, or-ed.
  input  logic [31:0]                     bus_rdata_i,
  /// A request is in progress.
  output logic                            busy_o,
  /// The router holds a flit.
  input  logic                            core_busy_i,
  /// Credit counters.
  input  logic [NumLinkOvc*CountBits-1:0] credit_count_i,
  /// Ports whose output is enabled (lanes always).
  output logic [Ports-1:0]                port_enable_o,
  /// log2 of the virtual channels that make up a layer.
  output logic [1:0]                      layer_shift_o,
  /// A link layer lost packets: an error.
  input  logic                            link_error_i,
  /// Ports with a route error this cycle.
  input  logic [Ports-1:0]                error_i,
  /// First error of each port.
  input  logic [Ports*32-1:0]             error_status_i,
  /// Head word of the first error of each port.
  input  logic [Ports*64-1:0]             error_head_i,
  /// Clear the first error of all ports.
  output logic                            error_clear_o,
  /// An error is latched, registered.
  output logic                            error_o
);
  logic valid_q, write_q, error_q, link_error_q;
  logic [1:0] layer_shift_q;
  logic [15:0] addr_q, node_id_q;
  logic [31:0] wdata_q, error_count_q, rdata;
  logic [3:0] link_enable_q;
  logic [2:0] error_port_q, error_port_d;
  logic [3:0] error_new;
  logic [63:0] error_head;
  logic unused_head;

  assign unused_head = ^{error_head[23:16]};
  assign bus_write_o = valid_q && write_q;
  assign bus_read_o = valid_q && !write_q;
  assign bus_addr_o = addr_q;
  assign bus_wdata_o = wdata_q;
  assign busy_o = valid_q || csr_rvalid_o;
  assign port_enable_o = {4'hf, link_enable_q};
  assign error_o = error_q || link_error_q;
  assign layer_shift_o = layer_shift_q;
  assign error_clear_o = bus_write_o && addr_q == ici_pkg::CSR_ERROR_STATUS;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      valid_q <= 1'b0;
    end else begin
      valid_q <= csr_valid_i;
      if (csr_valid_i) begin
        write_q <= csr_write_i;
        addr_q <= csr_addr_i;
        wdata_q <= csr_wdata_i;
      end
    end
  end

  always_ff @(posedge clk_i) node_id_q <= node_id_i;

  // First error of the router: the lowest port of the first cycle with one.
  always_comb begin
    error_port_d = error_port_q;
    error_new = '0;
    if (|error_i) begin
      for (int unsigned p = Ports; p > 0; p--) begin
        if (error_i[p-1]) begin
          error_port_d = 3'(p - 1);
          error_new = error_new + 4'd1;
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      error_q <= 1'b0;
      error_port_q <= '0;
      error_count_q <= '0;
      link_enable_q <= '1;
      layer_shift_q <= '0;
      link_error_q <= 1'b0;
    end else begin
      if (|error_i || error_clear_o) begin
        error_q <= |error_i || (error_q && !error_clear_o);
        if (!error_q || error_clear_o) error_port_q <= error_port_d;
        error_count_q <= (error_clear_o ? 32'd0 : error_count_q) + 32'(error_new);
      end
      if (link_error_i || error_clear_o) link_error_q <= link_error_i;
      if (bus_write_o && addr_q == ici_pkg::CSR_LINK_ENABLE) link_enable_q <= wdata_q[3:0];
      if (bus_write_o && addr_q == ici_pkg::CSR_LAYER_SHIFT) layer_shift_q <= wdata_q[1:0];
    end
  end

  always_comb begin
    rdata = '0;
    error_head = '0;
    if (bus_read_o) begin
      rdata = bus_rdata_i;
      error_head = error_head_i[error_port_q*64+:64];
      unique case (addr_q)
        ici_pkg::CSR_ID: rdata = ici_pkg::CSR_ID_VALUE;
        ici_pkg::CSR_VERSION: rdata = ici_pkg::CSR_VERSION_VALUE;
        ici_pkg::CSR_PARAMS: rdata = {8'd0, 4'(Ports), 4'(NumVcs), 16'(FlitWidth)};
        ici_pkg::CSR_DEPTHS: rdata = {16'(LaneDepth), 16'(LinkDepth)};
        ici_pkg::CSR_TABLE_ENTRIES: rdata = TableEntries;
        ici_pkg::CSR_NODE_ID: rdata = {16'd0, node_id_q};
        ici_pkg::CSR_LINK_ENABLE: rdata = {28'd0, link_enable_q};
        ici_pkg::CSR_STATUS: rdata = {29'd0, link_error_q, error_q, core_busy_i};
        ici_pkg::CSR_LAYER_SHIFT: rdata = {30'd0, layer_shift_q};
        ici_pkg::CSR_ERROR_STATUS: begin
          rdata = error_q ? error_status_i[error_port_q*32+:32] : '0;
        end
        ici_pkg::CSR_ERROR_COUNT: rdata = error_count_q;
        ici_pkg::CSR_ERROR_NODES: begin
          rdata = error_q ? {error_head[39:24], error_head[15:0]} : '0;
        end
        ici_pkg::CSR_ERROR_SEQ: rdata = error_q ? {8'd0, error_head[63:40]} : '0;
        default: begin
          if (addr_q[15:8] == ici_pkg::CSR_CREDIT_PAGE && addr_q[7:4] == '0 &&
              32'(addr_q[1:0]) < NumVcs) begin
            rdata = 32'(credit_count_i[(32'(addr_q[3:2])*NumVcs+32'(addr_q[1:0]))*CountBits+:CountBits]);
          end
        end
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      csr_rvalid_o <= 1'b0;
      csr_rdata_o <= '0;
    end else begin
      csr_rvalid_o <= bus_read_o;
      if (bus_read_o) csr_rdata_o <= rdata;
    end
  end
endmodule
