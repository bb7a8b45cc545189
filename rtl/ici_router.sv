// SPDX-License-Identifier: Apache-2.0

/// Router of the inter-chip interconnect: four links and four local lanes, wormhole switching
/// with credits, routes by table, and a link layer on its links if wanted. See docs/rtl/.
///
/// Vectors over ports hold port p in slice p: 0 north, 1 east, 2 south, 3 west, 4 to 7 lanes.
/// All outputs come from registers (busy_o: from a few gates behind them).
///
/// With LinkLayer, `flit_valid` of a link says that a frame is on the wires, and credits of links
/// travel in frames: their pulses are not used.
module ici_router #(
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
  /// CRC, sequence numbers and replay on the links: 0 or 1.
  parameter int unsigned LinkLayer = 0,
  /// Flits that a link may have unacknowledged, a power of two from 16 to 256.
  parameter int unsigned ReplayDepth = 256,
  localparam int unsigned Ports = ici_pkg::NUM_PORTS,
  localparam int unsigned Links = ici_pkg::NUM_LINKS,
  localparam int unsigned VcBits = (NumVcs > 1) ? $clog2(NumVcs) : 1,
  localparam int unsigned SeqBits = ici_pkg::LINK_SEQ_BITS,
  localparam int unsigned LinkCreditBits = NumVcs * ici_pkg::LINK_CREDIT_BITS
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
  /// Link layer, in: kind of the frame.
  input  logic [Links*3-1:0]         link_kind_i,
  /// Link layer, in: sequence number.
  input  logic [Links*SeqBits-1:0]   link_seq_i,
  /// Link layer, in: sequence number that the other end expects.
  input  logic [Links*SeqBits-1:0]   link_ack_i,
  /// Link layer, in: the other end asks for a replay.
  input  logic [Links-1:0]           link_nack_i,
  /// Link layer, in: slots granted since training, by virtual channel.
  input  logic [Links*LinkCreditBits-1:0] link_credit_i,
  /// Link layer, in: CRC-32C of the frame.
  input  logic [Links*32-1:0]        link_crc_i,
  /// Link layer, out: kind of the frame.
  output logic [Links*3-1:0]         link_kind_o,
  /// Link layer, out: sequence number.
  output logic [Links*SeqBits-1:0]   link_seq_o,
  /// Link layer, out: sequence number that this end expects.
  output logic [Links*SeqBits-1:0]   link_ack_o,
  /// Link layer, out: this end asks for a replay.
  output logic [Links-1:0]           link_nack_o,
  /// Link layer, out: slots granted since training, by virtual channel.
  output logic [Links*LinkCreditBits-1:0] link_credit_o,
  /// Link layer, out: CRC-32C of the frame.
  output logic [Links*32-1:0]        link_crc_o,
  /// A flit, a pulse or a request is in the router: it must be clocked.
  output logic                       busy_o,
  /// An error is latched.
  output logic                       error_o
);
  logic [Links-1:0] link_down, link_stall, link_clear, link_busy, link_enable, link_owned;
  logic [Links-1:0] link_home;
  logic [31:0] link_rdata, bus_wdata;
  logic [15:0] bus_addr;
  logic link_error, bus_write, bus_read, core_busy;

  assign busy_o = core_busy || |link_busy;

  if (LinkLayer == 0) begin : gen_plain
    logic unused;

    assign unused = ^{link_kind_i, link_seq_i, link_ack_i, link_nack_i, link_credit_i, link_crc_i,
                      link_enable, link_owned, link_home, bus_write, bus_read, bus_addr, bus_wdata};
    assign link_down = '0;
    assign link_stall = '0;
    assign link_clear = '0;
    assign link_busy = '0;
    assign link_error = 1'b0;
    assign link_rdata = '0;
    assign link_kind_o = '0;
    assign link_seq_o = '0;
    assign link_ack_o = '0;
    assign link_nack_o = '0;
    assign link_credit_o = '0;
    assign link_crc_o = '0;

    ici_router_core #(
      .FlitWidth(FlitWidth),
      .NumVcs(NumVcs),
      .LinkDepth(LinkDepth),
      .LaneDepth(LaneDepth),
      .TableEntries(TableEntries)
    ) u_core (
      .clk_i,
      .rst_i,
      .node_id_i,
      .flit_valid_i,
      .flit_head_i,
      .flit_tail_i,
      .flit_poison_i,
      .flit_vc_i,
      .flit_data_i,
      .credit_i,
      .flit_valid_o,
      .flit_head_o,
      .flit_tail_o,
      .flit_poison_o,
      .flit_vc_o,
      .flit_data0_o,
      .flit_data1_o,
      .flit_data2_o,
      .flit_data3_o,
      .flit_data4_o,
      .flit_data5_o,
      .flit_data6_o,
      .flit_data7_o,
      .credit_o,
      .csr_valid_i,
      .csr_write_i,
      .csr_addr_i,
      .csr_wdata_i,
      .csr_rvalid_o,
      .csr_rdata_o,
      .link_down_i(link_down),
      .link_stall_i(link_stall),
      .link_clear_i(link_clear),
      .link_error_i(link_error),
      .link_rdata_i(link_rdata),
      .link_enable_o(link_enable),
      .link_owned_o(link_owned),
      .link_home_o(link_home),
      .bus_write_o(bus_write),
      .bus_read_o(bus_read),
      .bus_addr_o(bus_addr),
      .bus_wdata_o(bus_wdata),
      .busy_o(core_busy),
      .error_o
    );
  end else begin : gen_link_layer
    logic [Ports-1:0] in_valid, in_head, in_tail, in_poison, out_valid, out_head, out_tail;
    logic [Ports-1:0] out_poison;
    logic [Ports*VcBits-1:0] in_vc, out_vc;
    logic [Ports*FlitWidth-1:0] in_data;
    logic [FlitWidth-1:0] out_data0, out_data1, out_data2, out_data3;
    logic [Ports*NumVcs-1:0] credit_in, credit_out;
    logic [15:0] retry_timeout, keep_alive, silence_limit, retrain_pause, train_limit;
    logic [7:0] max_retries, max_trainings;
    logic [Links-1:0] retrain, error;
    logic [Links*32-1:0] rdata;
    logic [31:0] settings_rdata;
    logic auto_retrain, unused;

    assign unused = ^{credit_i[Links*NumVcs-1:0]};

    // Lanes pass by.
    assign in_valid[Ports-1:Links] = flit_valid_i[Ports-1:Links];
    assign in_head[Ports-1:Links] = flit_head_i[Ports-1:Links];
    assign in_tail[Ports-1:Links] = flit_tail_i[Ports-1:Links];
    assign in_poison[Ports-1:Links] = flit_poison_i[Ports-1:Links];
    assign in_vc[Ports*VcBits-1:Links*VcBits] = flit_vc_i[Ports*VcBits-1:Links*VcBits];
    assign in_data[Ports*FlitWidth-1:Links*FlitWidth] =
        flit_data_i[Ports*FlitWidth-1:Links*FlitWidth];
    assign credit_in[Ports*NumVcs-1:Links*NumVcs] = credit_i[Ports*NumVcs-1:Links*NumVcs];
    assign flit_valid_o[Ports-1:Links] = out_valid[Ports-1:Links];
    assign flit_head_o[Ports-1:Links] = out_head[Ports-1:Links];
    assign flit_tail_o[Ports-1:Links] = out_tail[Ports-1:Links];
    assign flit_poison_o[Ports-1:Links] = out_poison[Ports-1:Links];
    assign flit_vc_o[Ports*VcBits-1:Links*VcBits] = out_vc[Ports*VcBits-1:Links*VcBits];
    assign credit_o = {credit_out[Ports*NumVcs-1:Links*NumVcs], {(Links * NumVcs) {1'b0}}};

    ici_router_core #(
      .FlitWidth(FlitWidth),
      .NumVcs(NumVcs),
      .LinkDepth(LinkDepth),
      .LaneDepth(LaneDepth),
      .TableEntries(TableEntries)
    ) u_core (
      .clk_i,
      .rst_i,
      .node_id_i,
      .flit_valid_i(in_valid),
      .flit_head_i(in_head),
      .flit_tail_i(in_tail),
      .flit_poison_i(in_poison),
      .flit_vc_i(in_vc),
      .flit_data_i(in_data),
      .credit_i(credit_in),
      .flit_valid_o(out_valid),
      .flit_head_o(out_head),
      .flit_tail_o(out_tail),
      .flit_poison_o(out_poison),
      .flit_vc_o(out_vc),
      .flit_data0_o(out_data0),
      .flit_data1_o(out_data1),
      .flit_data2_o(out_data2),
      .flit_data3_o(out_data3),
      .flit_data4_o,
      .flit_data5_o,
      .flit_data6_o,
      .flit_data7_o,
      .credit_o(credit_out),
      .csr_valid_i,
      .csr_write_i,
      .csr_addr_i,
      .csr_wdata_i,
      .csr_rvalid_o,
      .csr_rdata_o,
      .link_down_i(link_down),
      .link_stall_i(link_stall),
      .link_clear_i(link_clear),
      .link_error_i(link_error),
      .link_rdata_i(link_rdata),
      .link_enable_o(link_enable),
      .link_owned_o(link_owned),
      .link_home_o(link_home),
      .bus_write_o(bus_write),
      .bus_read_o(bus_read),
      .bus_addr_o(bus_addr),
      .bus_wdata_o(bus_wdata),
      .busy_o(core_busy),
      .error_o
    );

    ici_link_csr u_settings (
      .clk_i,
      .rst_i,
      .bus_write_i(bus_write),
      .bus_read_i(bus_read),
      .bus_addr_i(bus_addr),
      .bus_wdata_i(bus_wdata),
      .bus_rdata_o(settings_rdata),
      .retry_timeout_o(retry_timeout),
      .max_retries_o(max_retries),
      .keep_alive_o(keep_alive),
      .silence_limit_o(silence_limit),
      .auto_retrain_o(auto_retrain),
      .retrain_pause_o(retrain_pause),
      .train_limit_o(train_limit),
      .max_trainings_o(max_trainings),
      .retrain_o(retrain)
    );

    for (genvar l = 0; l < Links; l++) begin : gen_link
      logic [FlitWidth-1:0] out_data, wire_data;

      if (l == 0) begin : gen_data
        assign out_data = out_data0;
        assign flit_data0_o = wire_data;
      end else if (l == 1) begin : gen_data
        assign out_data = out_data1;
        assign flit_data1_o = wire_data;
      end else if (l == 2) begin : gen_data
        assign out_data = out_data2;
        assign flit_data2_o = wire_data;
      end else begin : gen_data
        assign out_data = out_data3;
        assign flit_data3_o = wire_data;
      end

      ici_link #(
        .FlitWidth(FlitWidth),
        .NumVcs(NumVcs),
        .LinkDepth(LinkDepth),
        .ReplayDepth(ReplayDepth)
      ) u_link (
        .clk_i,
        .rst_i,
        .enable_i(link_enable[l]),
        .retry_timeout_i(retry_timeout),
        .max_retries_i(max_retries),
        .keep_alive_i(keep_alive),
        .silence_limit_i(silence_limit),
        .auto_retrain_i(auto_retrain),
        .retrain_pause_i(retrain_pause),
        .train_limit_i(train_limit),
        .max_trainings_i(max_trainings),
        .retrain_i(retrain[l]),
        .csr_read_i(bus_read && bus_addr[15:4] == {ici_pkg::CSR_LINK_PAGE, 4'(l)}),
        .csr_index_i(bus_addr[3:0]),
        .csr_rdata_o(rdata[l*32+:32]),
        .rx_valid_i(flit_valid_i[l]),
        .rx_kind_i(link_kind_i[l*3+:3]),
        .rx_seq_i(link_seq_i[l*SeqBits+:SeqBits]),
        .rx_ack_i(link_ack_i[l*SeqBits+:SeqBits]),
        .rx_nack_i(link_nack_i[l]),
        .rx_credit_i(link_credit_i[l*LinkCreditBits+:LinkCreditBits]),
        .rx_head_i(flit_head_i[l]),
        .rx_tail_i(flit_tail_i[l]),
        .rx_poison_i(flit_poison_i[l]),
        .rx_vc_i(flit_vc_i[l*VcBits+:VcBits]),
        .rx_data_i(flit_data_i[l*FlitWidth+:FlitWidth]),
        .rx_crc_i(link_crc_i[l*32+:32]),
        .tx_valid_o(flit_valid_o[l]),
        .tx_kind_o(link_kind_o[l*3+:3]),
        .tx_seq_o(link_seq_o[l*SeqBits+:SeqBits]),
        .tx_ack_o(link_ack_o[l*SeqBits+:SeqBits]),
        .tx_nack_o(link_nack_o[l]),
        .tx_credit_o(link_credit_o[l*LinkCreditBits+:LinkCreditBits]),
        .tx_head_o(flit_head_o[l]),
        .tx_tail_o(flit_tail_o[l]),
        .tx_poison_o(flit_poison_o[l]),
        .tx_vc_o(flit_vc_o[l*VcBits+:VcBits]),
        .tx_data_o(wire_data),
        .tx_crc_o(link_crc_o[l*32+:32]),
        .out_valid_i(out_valid[l]),
        .out_head_i(out_head[l]),
        .out_tail_i(out_tail[l]),
        .out_poison_i(out_poison[l]),
        .out_vc_i(out_vc[l*VcBits+:VcBits]),
        .out_data_i(out_data),
        .pop_i(credit_out[l*NumVcs+:NumVcs]),
        .home_i(link_home[l]),
        .owned_i(link_owned[l]),
        .in_valid_o(in_valid[l]),
        .in_head_o(in_head[l]),
        .in_tail_o(in_tail[l]),
        .in_poison_o(in_poison[l]),
        .in_vc_o(in_vc[l*VcBits+:VcBits]),
        .in_data_o(in_data[l*FlitWidth+:FlitWidth]),
        .credit_o(credit_in[l*NumVcs+:NumVcs]),
        .down_o(link_down[l]),
        .stall_o(link_stall[l]),
        .clear_o(link_clear[l]),
        .error_o(error[l]),
        .busy_o(link_busy[l])
      );
    end

    assign link_error = |error;
    assign link_rdata = settings_rdata | rdata[0+:32] | rdata[32+:32] | rdata[64+:32] |
                        rdata[96+:32];
  end
endmodule
