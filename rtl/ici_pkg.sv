// SPDX-License-Identifier: Apache-2.0

/// Constants and small functions shared by the cells of the ICI router.
package ici_pkg;

  /// Ports of a router: links 0 north, 1 east, 2 south, 3 west, then four local lanes.
  localparam int unsigned NUM_PORTS = 8;
  localparam int unsigned NUM_LINKS = 4;

  /// Low 64 bits of a head flit, the only bits that the router reads.
  localparam int unsigned HEAD_BITS = 64;
  localparam int unsigned NODE_BITS = 16;
  localparam int unsigned HEAD_DEST_LSB = 0;
  localparam int unsigned HEAD_LANE_LSB = 16;
  localparam int unsigned HEAD_SOURCE_LSB = 24;
  localparam int unsigned HEAD_SEQ_LSB = 40;
  localparam int unsigned HEAD_SEQ_BITS = 24;

  /// Route table entry.
  localparam int unsigned ENTRY_BITS = 8;
  localparam int unsigned ENTRY_PORT_LSB = 0;
  localparam int unsigned ENTRY_VALID = 3;
  localparam int unsigned ENTRY_LOCAL = 4;
  localparam int unsigned ENTRY_SET_LAYER = 5;
  localparam int unsigned ENTRY_LAYER_LSB = 6;

  /// Why a packet is drained instead of forwarded.
  localparam logic [2:0] CAUSE_NONE = 3'd0;
  localparam logic [2:0] CAUSE_DEST_RANGE = 3'd1;
  localparam logic [2:0] CAUSE_ENTRY_INVALID = 3'd2;
  localparam logic [2:0] CAUSE_LINK_DISABLED = 3'd3;
  localparam logic [2:0] CAUSE_LAYER_RANGE = 3'd4;
  localparam logic [2:0] CAUSE_NO_HEAD = 3'd5;
  localparam logic [2:0] CAUSE_LINK_DOWN = 3'd6;

  /// State of an input virtual channel as the debug registers report it.
  localparam logic [2:0] VC_IDLE = 3'd0;
  localparam logic [2:0] VC_ROUTING = 3'd1;
  localparam logic [2:0] VC_WAITING = 3'd2;
  localparam logic [2:0] VC_ACTIVE = 3'd3;
  localparam logic [2:0] VC_DRAINING = 3'd4;

  /// CSR map: addresses count 32-bit words (see docs/rtl/registers.md and rtl/ici_csr.h).
  localparam logic [31:0] CSR_ID_VALUE = 32'h4943_4952;  // "ICIR"
  localparam logic [31:0] CSR_VERSION_VALUE = 32'h0002_0000;
  localparam logic [15:0] CSR_ID = 16'h0000;
  localparam logic [15:0] CSR_VERSION = 16'h0001;
  localparam logic [15:0] CSR_PARAMS = 16'h0002;
  localparam logic [15:0] CSR_DEPTHS = 16'h0003;
  localparam logic [15:0] CSR_TABLE_ENTRIES = 16'h0004;
  localparam logic [15:0] CSR_NODE_ID = 16'h0005;
  localparam logic [15:0] CSR_LINK_ENABLE = 16'h0006;
  localparam logic [15:0] CSR_STATUS = 16'h0007;
  localparam logic [15:0] CSR_LAYER_SHIFT = 16'h0008;
  localparam logic [15:0] CSR_ERROR_STATUS = 16'h0010;
  localparam logic [15:0] CSR_ERROR_COUNT = 16'h0011;
  localparam logic [15:0] CSR_ERROR_NODES = 16'h0012;
  localparam logic [15:0] CSR_ERROR_SEQ = 16'h0013;
  /// Counters: 0x100 + port * 16 + index.
  localparam logic [7:0] CSR_COUNTER_PAGE = 8'h01;
  localparam logic [3:0] CSR_FLITS_IN = 4'd0;
  localparam logic [3:0] CSR_FLITS_OUT = 4'd1;
  localparam logic [3:0] CSR_PACKETS_IN = 4'd2;
  localparam logic [3:0] CSR_PACKETS_OUT = 4'd3;
  localparam logic [3:0] CSR_ROUTE_ERRORS = 4'd4;
  localparam logic [3:0] CSR_STALL_CYCLES = 4'd5;
  /// Status of input virtual channels: 0x200 + port * 32 + vc * 8 + index.
  localparam logic [7:0] CSR_VC_PAGE = 8'h02;
  localparam logic [2:0] CSR_VC_STATE = 3'd0;
  localparam logic [2:0] CSR_VC_FLITS = 3'd1;
  localparam logic [2:0] CSR_VC_NODES = 3'd2;
  localparam logic [2:0] CSR_VC_SEQ = 3'd3;
  /// Credits of the output virtual channels of links: 0x300 + port * 4 + vc.
  localparam logic [7:0] CSR_CREDIT_PAGE = 8'h03;
  /// Route tables: 0x7000 + entry writes all ports, 0x8000 + port * 0x1000 + entry one.
  localparam logic [3:0] CSR_TABLE_ALL = 4'h7;
  localparam logic [3:0] CSR_TABLE_PORT0 = 4'h8;

  /// Link layer: kinds of frames, states of a link (docs/rtl/link-layer.md).
  localparam logic [2:0] FRAME_FLIT = 3'd1;
  localparam logic [2:0] FRAME_IDLE = 3'd2;
  localparam logic [2:0] FRAME_TS1 = 3'd3;
  localparam logic [2:0] FRAME_TS2 = 3'd4;
  localparam logic [2:0] LINK_DISABLED = 3'd0;
  localparam logic [2:0] LINK_TS1 = 3'd1;
  localparam logic [2:0] LINK_TS2 = 3'd2;
  localparam logic [2:0] LINK_ACTIVE = 3'd3;
  localparam logic [2:0] LINK_DOWN = 3'd4;
  localparam logic [2:0] LINK_REFUSED = 3'd5;
  localparam int unsigned LINK_PROTOCOL = 1;
  localparam int unsigned LINK_SEQ_BITS = 9;
  localparam int unsigned LINK_CREDIT_BITS = 8;
  /// Training frames of the second kind that are sent at least.
  localparam int unsigned LINK_LEAST_TS2 = 8;

  /// Link layer registers.
  localparam logic [15:0] CSR_RETRY_TIMEOUT = 16'h0020;
  localparam logic [15:0] CSR_MAX_RETRIES = 16'h0021;
  localparam logic [15:0] CSR_KEEP_ALIVE = 16'h0022;
  localparam logic [15:0] CSR_SILENCE_LIMIT = 16'h0023;
  localparam logic [15:0] CSR_AUTO_RETRAIN = 16'h0024;
  localparam logic [15:0] CSR_RETRAIN_PAUSE = 16'h0025;
  localparam logic [15:0] CSR_TRAIN_LIMIT = 16'h0026;
  localparam logic [15:0] CSR_MAX_TRAININGS = 16'h0027;
  localparam logic [15:0] CSR_RETRAIN = 16'h0028;
  /// Status of a link: 0x400 + link * 16 + index.
  localparam logic [7:0] CSR_LINK_PAGE = 8'h04;
  localparam logic [3:0] CSR_LINK_STATE = 4'd0;
  localparam logic [3:0] CSR_LINK_CRC_ERRORS = 4'd1;
  localparam logic [3:0] CSR_LINK_REPLAYS = 4'd2;
  localparam logic [3:0] CSR_LINK_TRAININGS = 4'd3;
  localparam logic [3:0] CSR_LINK_DOWNS = 4'd4;
  localparam logic [3:0] CSR_LINK_DROPPED = 4'd5;
  localparam logic [3:0] CSR_LINK_POISONED = 4'd6;
  localparam logic [3:0] CSR_LINK_UNCERTAIN = 4'd7;
  localparam logic [3:0] CSR_LINK_PEER = 4'd8;

  /// One-hot round-robin choice: the lowest request above the last grant (the set bits of
  /// `mask`), else the lowest request. Unused upper bits are zero.
  function automatic logic [31:0] rr_pick(input logic [31:0] req, input logic [31:0] mask);
    logic [31:0] high;
    high = req & mask;
    rr_pick = (high != 32'd0) ? (high & (~high + 32'd1)) : (req & (~req + 32'd1));
  endfunction

  /// Mask for the next choice: every bit above the one-hot `grant`.
  function automatic logic [31:0] rr_mask(input logic [31:0] grant);
    rr_mask = ~(grant | (grant - 32'd1));
  endfunction

endpackage
