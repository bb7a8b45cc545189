// SPDX-License-Identifier: Apache-2.0

/// The switch of a router: four links and four local lanes, wormhole switching with credits,
/// routes by table. ici_router adds the link layer. See docs/rtl/.
///
/// Vectors over ports hold port p in slice p: 0 north, 1 east, 2 south, 3 west, 4 to 7 lanes.
/// All outputs come from registers (busy_o: from a few gates behind them).
module ici_router_core #(
  /// Bits of a flit, 64 or more.
  parameter int unsigned FlitWidth = 512,
  /// Virtual channels of a port: 1, 2 or 4.
  parameter int unsigned NumVcs = 4,
  /// Flits a virtual channel of a link input, a power of two; also the credits of a link output.
  parameter int unsigned LinkDepth = 128,
  /// Flits a virtual channel of a lane input, a power of two.
  parameter int unsigned LaneDepth = 16,
  /// Destinations in a route table, at most 4096.
  parameter int unsigned TableEntries = 1024,
  localparam int unsigned Ports = ici_pkg::NUM_PORTS,
  localparam int unsigned VcBits = (NumVcs > 1) ? $clog2(NumVcs) : 1
) (
  /// Clock.
  input  logic                       clk_i,
  /// Synchronous reset.
  input  logic                       rst_i,
  /// Number of this node, quasi-static.
  input  logic [15:0]                node_id_i,
  /// A flit arrives.
  input  logic [Ports-1:0]           flit_valid_i,
  /// It is the first of its packet.
  input  logic [Ports-1:0]           flit_head_i,
  /// It is the last of its packet.
  input  logic [Ports-1:0]           flit_tail_i,
  /// It ends a packet that was cut on its way.
  input  logic [Ports-1:0]           flit_poison_i,
  /// Its virtual channel.
  input  logic [Ports*VcBits-1:0]    flit_vc_i,
  /// The flit.
  input  logic [Ports*FlitWidth-1:0] flit_data_i,
  /// The far end of an output freed a flit, by port and virtual channel; lanes: ignored.
  input  logic [Ports*NumVcs-1:0]    credit_i,
  /// A flit leaves.
  output logic [Ports-1:0]           flit_valid_o,
  /// It is the first of its packet.
  output logic [Ports-1:0]           flit_head_o,
  /// It is the last of its packet.
  output logic [Ports-1:0]           flit_tail_o,
  /// It ends a packet that was cut on its way.
  output logic [Ports-1:0]           flit_poison_o,
  /// Its virtual channel.
  output logic [Ports*VcBits-1:0]    flit_vc_o,
  /// The flit that leaves port 0.
  output logic [FlitWidth-1:0]       flit_data0_o,
  /// The flit that leaves port 1.
  output logic [FlitWidth-1:0]       flit_data1_o,
  /// The flit that leaves port 2.
  output logic [FlitWidth-1:0]       flit_data2_o,
  /// The flit that leaves port 3.
  output logic [FlitWidth-1:0]       flit_data3_o,
  /// The flit that leaves port 4.
  output logic [FlitWidth-1:0]       flit_data4_o,
  /// The flit that leaves port 5.
  output logic [FlitWidth-1:0]       flit_data5_o,
  /// The flit that leaves port 6.
  output logic [FlitWidth-1:0]       flit_data6_o,
  /// The flit that leaves port 7.
  output logic [FlitWidth-1:0]       flit_data7_o,
  /// An input buffer freed a flit, by port and virtual channel.
  output logic [Ports*NumVcs-1:0]    credit_o,
  /// CSR: a request, taken in every cycle.
  input  logic                       csr_valid_i,
  /// CSR: write, else read.
  input  logic                       csr_write_i,
  /// CSR: address in 32-bit words.
  input  logic [15:0]                csr_addr_i,
  /// CSR: value to write.
  input  logic [31:0]                csr_wdata_i,
  /// CSR: `csr_rdata_o` answers a read.
  output logic                       csr_rvalid_o,
  /// CSR: the answer.
  output logic [31:0]                csr_rdata_o,
  /// Links that are down: what goes to them is drained.
  input  logic [ici_pkg::NUM_LINKS-1:0] link_down_i,
  /// Links to which no flit may go now.
  input  logic [ici_pkg::NUM_LINKS-1:0] link_stall_i,
  /// Links whose credits are withdrawn.
  input  logic [ici_pkg::NUM_LINKS-1:0] link_clear_i,
  /// A link layer lost packets.
  input  logic                       link_error_i,
  /// Answer of the link layer's registers, zero when another cell is addressed.
  input  logic [31:0]                link_rdata_i,
  /// Links that are enabled.
  output logic [ici_pkg::NUM_LINKS-1:0] link_enable_o,
  /// Links of which some packet owns a virtual channel.
  output logic [ici_pkg::NUM_LINKS-1:0] link_owned_o,
  /// Links all of whose credits are here.
  output logic [ici_pkg::NUM_LINKS-1:0] link_home_o,
  /// CSR bus to the link layer: write this cycle.
  output logic                       bus_write_o,
  /// CSR bus: read this cycle.
  output logic                       bus_read_o,
  /// CSR bus: address.
  output logic [15:0]                bus_addr_o,
  /// CSR bus: value to write.
  output logic [31:0]                bus_wdata_o,
  /// A flit, a pulse or a request is in the router: it must be clocked.
  output logic                       busy_o,
  /// An error is latched.
  output logic                       error_o
);
  localparam int unsigned NumVc = Ports * NumVcs;
  localparam int unsigned OvcBits = $clog2(NumVc);
  localparam int unsigned NumLinkOvc = ici_pkg::NUM_LINKS * NumVcs;
  localparam int unsigned CountBits = $clog2(LinkDepth + 1);

  logic [Ports-1:0] port_enable, switch_valid, switch_head, switch_tail, switch_grant;
  logic [Ports-1:0] switch_poison, out_poison, port_down;
  logic [NumVc-1:0] ovc_free;
  logic [1:0] layer_shift;
  logic [Ports-1:0] arrived, arrived_head, stall, port_busy, port_error;
  logic [Ports*OvcBits-1:0] switch_ovc;
  logic [NumVc-1:0] credit_ok, alloc_request, alloc_grant, pop, used, freed;
  logic [NumVc*OvcBits-1:0] alloc_ovc;
  logic [Ports*32-1:0] error_status, port_rdata, counter_rdata;
  logic [Ports*64-1:0] error_head;
  logic [31:0] bus_wdata, bus_rdata;
  logic [15:0] bus_addr;
  logic bus_write, bus_read, csr_busy, core_busy, error_clear;
  logic [NumLinkOvc*CountBits-1:0] credit_count;
  logic [NumLinkOvc-1:0] credit_q;
  logic [Ports-1:0] out_valid, out_head, out_tail;
  logic [Ports*3-1:0] out_select;
  logic [Ports*VcBits-1:0] out_vc;
  logic unused;

  assign unused = ^{credit_i[NumVc-1:NumLinkOvc], used[NumVc-1:NumLinkOvc],
                    ovc_free[NumVc-1:NumLinkOvc]};

  assign port_down = {{(Ports - ici_pkg::NUM_LINKS) {1'b0}}, link_down_i};
  for (genvar l = 0; l < ici_pkg::NUM_LINKS; l++) begin : gen_owned
    assign link_owned_o[l] = ovc_free[l*NumVcs+:NumVcs] != '1;
  end
  assign link_enable_o = port_enable[ici_pkg::NUM_LINKS-1:0];
  assign bus_write_o = bus_write;
  assign bus_read_o = bus_read;
  assign bus_addr_o = bus_addr;
  assign bus_wdata_o = bus_wdata;

  for (genvar p = 0; p < Ports; p++) begin : gen_port
    logic [FlitWidth-1:0] read_data;

    ici_input_port #(
      .FlitWidth(FlitWidth),
      .NumVcs(NumVcs),
      .Depth((p < ici_pkg::NUM_LINKS) ? LinkDepth : LaneDepth),
      .TableEntries(TableEntries),
      .PortIndex(p)
    ) u_input (
      .clk_i,
      .rst_i,
      .flit_valid_i(flit_valid_i[p]),
      .flit_head_i(flit_head_i[p]),
      .flit_tail_i(flit_tail_i[p]),
      .flit_poison_i(flit_poison_i[p]),
      .flit_vc_i(flit_vc_i[p*VcBits+:VcBits]),
      .flit_data_i(flit_data_i[p*FlitWidth+:FlitWidth]),
      .port_enable_i(port_enable),
      .port_down_i(port_down),
      .layer_shift_i(layer_shift),
      .credit_ok_i(credit_ok),
      .switch_valid_o(switch_valid[p]),
      .switch_ovc_o(switch_ovc[p*OvcBits+:OvcBits]),
      .switch_head_o(switch_head[p]),
      .switch_tail_o(switch_tail[p]),
      .switch_poison_o(switch_poison[p]),
      .switch_grant_i(switch_grant[p]),
      .data_o(read_data),
      .alloc_request_o(alloc_request[p*NumVcs+:NumVcs]),
      .alloc_ovc_o(alloc_ovc[p*NumVcs*OvcBits+:NumVcs*OvcBits]),
      .alloc_grant_i(alloc_grant[p*NumVcs+:NumVcs]),
      .pop_o(pop[p*NumVcs+:NumVcs]),
      .arrived_o(arrived[p]),
      .arrived_head_o(arrived_head[p]),
      .stall_o(stall[p]),
      .busy_o(port_busy[p]),
      .error_o(port_error[p]),
      .error_clear_i(error_clear),
      .error_status_o(error_status[p*32+:32]),
      .error_head_o(error_head[p*64+:64]),
      .csr_write_i(bus_write),
      .csr_read_i(bus_read),
      .csr_addr_i(bus_addr),
      .csr_wdata_i(bus_wdata[ici_pkg::ENTRY_BITS-1:0]),
      .csr_rdata_o(port_rdata[p*32+:32])
    );

    ici_counters u_counters (
      .clk_i,
      .rst_i,
      .flit_in_i(arrived[p]),
      .head_in_i(arrived_head[p]),
      .flit_out_i(out_valid[p]),
      .tail_out_i(out_tail[p]),
      .error_i(port_error[p]),
      .stall_i(stall[p]),
      .csr_read_i(bus_read && bus_addr[15:4] == {ici_pkg::CSR_COUNTER_PAGE, 4'(p)}),
      .csr_index_i(bus_addr[3:0]),
      .csr_rdata_o(counter_rdata[p*32+:32])
    );
  end

  ici_switch_alloc #(
    .NumVcs(NumVcs)
  ) u_switch_alloc (
    .clk_i,
    .rst_i,
    .valid_i(switch_valid),
    .ovc_i(switch_ovc),
    .head_i(switch_head),
    .tail_i(switch_tail),
    .poison_i(switch_poison),
    .grant_o(switch_grant),
    .used_o(used),
    .freed_o(freed),
    .out_valid_o(out_valid),
    .out_select_o(out_select),
    .out_head_o(out_head),
    .out_tail_o(out_tail),
    .out_poison_o(out_poison),
    .out_vc_o(out_vc)
  );

  ici_vc_alloc #(
    .NumVcs(NumVcs)
  ) u_vc_alloc (
    .clk_i,
    .rst_i,
    .request_i(alloc_request),
    .ovc_i(alloc_ovc),
    .freed_i(freed),
    .grant_o(alloc_grant),
    .free_o(ovc_free)
  );

  ici_credits #(
    .NumVcs(NumVcs),
    .Depth(LinkDepth)
  ) u_credits (
    .clk_i,
    .rst_i,
    .return_i(credit_q),
    .use_i(used[NumLinkOvc-1:0]),
    .clear_i(link_clear_i),
    .open_i(link_down_i),
    .stall_i(link_stall_i),
    .ok_o(credit_ok),
    .home_o(link_home_o),
    .count_o(credit_count)
  );

  ici_crossbar #(
    .Width(FlitWidth)
  ) u_crossbar (
    .clk_i,
    .valid_i(out_valid),
    .select_i(out_select),
    .data0_i(gen_port[0].read_data),
    .data1_i(gen_port[1].read_data),
    .data2_i(gen_port[2].read_data),
    .data3_i(gen_port[3].read_data),
    .data4_i(gen_port[4].read_data),
    .data5_i(gen_port[5].read_data),
    .data6_i(gen_port[6].read_data),
    .data7_i(gen_port[7].read_data),
    .data0_o(flit_data0_o),
    .data1_o(flit_data1_o),
    .data2_o(flit_data2_o),
    .data3_o(flit_data3_o),
    .data4_o(flit_data4_o),
    .data5_o(flit_data5_o),
    .data6_o(flit_data6_o),
    .data7_o(flit_data7_o)
  );

  ici_csr #(
    .FlitWidth(FlitWidth),
    .NumVcs(NumVcs),
    .LinkDepth(LinkDepth),
    .LaneDepth(LaneDepth),
    .TableEntries(TableEntries)
  ) u_csr (
    .clk_i,
    .rst_i,
    .node_id_i,
    .csr_valid_i,
    .csr_write_i,
    .csr_addr_i,
    .csr_wdata_i,
    .csr_rvalid_o,
    .csr_rdata_o,
    .bus_write_o(bus_write),
    .bus_read_o(bus_read),
    .bus_addr_o(bus_addr),
    .bus_wdata_o(bus_wdata),
    .bus_rdata_i(bus_rdata),
    .busy_o(csr_busy),
    .core_busy_i(core_busy),
    .credit_count_i(credit_count),
    .port_enable_o(port_enable),
    .layer_shift_o(layer_shift),
    .link_error_i,
    .error_i(port_error),
    .error_status_i(error_status),
    .error_head_i(error_head),
    .error_clear_o(error_clear),
    .error_o
  );

  always_comb begin
    bus_rdata = '0;
    if (bus_read) begin
      bus_rdata = link_rdata_i;
      for (int unsigned p = 0; p < Ports; p++) begin
        bus_rdata = bus_rdata | port_rdata[p*32+:32] | counter_rdata[p*32+:32];
      end
    end
  end

  // Registers at the pins.
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      credit_q <= '0;
      credit_o <= '0;
      flit_valid_o <= '0;
      flit_head_o <= '0;
      flit_tail_o <= '0;
      flit_poison_o <= '0;
      flit_vc_o <= '0;
    end else begin
      credit_q <= credit_i[NumLinkOvc-1:0];
      credit_o <= pop;
      flit_valid_o <= out_valid;
      flit_head_o <= out_head;
      flit_tail_o <= out_tail;
      flit_poison_o <= out_poison;
      flit_vc_o <= out_vc;
    end
  end

  assign core_busy = |port_busy || |out_valid || |flit_valid_o || |credit_o || |credit_q;
  assign busy_o = core_busy || csr_busy;
endmodule
