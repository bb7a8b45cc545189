// SPDX-License-Identifier: Apache-2.0

/// One input port: buffers of its virtual channels, route lookup, and the first stage of the
/// switch allocator.
///
///   edge 0  pins -> flit memory, head word memory; route table looked up
///   edge 1  entry checked, route stored beside the flit, flit counted: it is visible now
///   edge 2  (head only) output virtual channel granted
///   edge 3  switch granted: flit memory -> read register, credit returned
///   edge 4  crossbar -> output register
module ici_input_port #(
  /// Bits of a flit.
  parameter int unsigned FlitWidth = 512,
  /// Virtual channels: 1, 2 or 4.
  parameter int unsigned NumVcs = 2,
  /// Flits a virtual channel, a power of two, at least 2.
  parameter int unsigned Depth = 128,
  /// Destinations in the route table.
  parameter int unsigned TableEntries = 1024,
  /// Number of this port.
  parameter int unsigned PortIndex = 0,
  localparam int unsigned VcBits = (NumVcs > 1) ? $clog2(NumVcs) : 1,
  localparam int unsigned NumOvc = ici_pkg::NUM_PORTS * NumVcs,
  localparam int unsigned OvcBits = $clog2(NumOvc)
) (
  /// Clock.
  input  logic                           clk_i,
  /// Synchronous reset.
  input  logic                           rst_i,
  /// Pin: a flit arrives.
  input  logic                           flit_valid_i,
  /// Pin: it is a head.
  input  logic                           flit_head_i,
  /// Pin: it is a tail.
  input  logic                           flit_tail_i,
  /// Pin: it ends a packet that was cut on its way.
  input  logic                           flit_poison_i,
  /// Pin: its virtual channel.
  input  logic [VcBits-1:0]              flit_vc_i,
  /// Pin: the flit.
  input  logic [FlitWidth-1:0]           flit_data_i,
  /// Ports whose output is enabled.
  input  logic [ici_pkg::NUM_PORTS-1:0]  port_enable_i,
  /// Ports whose link is down: what is routed to them is drained.
  input  logic [ici_pkg::NUM_PORTS-1:0]  port_down_i,
  /// Bits of the virtual channel below the layer that a table entry sets.
  input  logic [1:0]                     layer_shift_i,
  /// Output virtual channels that have credit.
  input  logic [NumOvc-1:0]              credit_ok_i,
  /// A flit asks for the switch.
  output logic                           switch_valid_o,
  /// Output virtual channel it asks for.
  output logic [OvcBits-1:0]             switch_ovc_o,
  /// It is a head.
  output logic                           switch_head_o,
  /// It is a tail.
  output logic                           switch_tail_o,
  /// It is poisoned.
  output logic                           switch_poison_o,
  /// The switch is granted.
  input  logic                           switch_grant_i,
  /// The flit granted in the cycle before, registered.
  output logic [FlitWidth-1:0]           data_o,
  /// Virtual channels with a head that waits for an output virtual channel.
  output logic [NumVcs-1:0]              alloc_request_o,
  /// Output virtual channel that each waits for.
  output logic [NumVcs*OvcBits-1:0]      alloc_ovc_o,
  /// Virtual channels that got it.
  input  logic [NumVcs-1:0]              alloc_grant_i,
  /// Virtual channels that a flit leaves this cycle: a credit each.
  output logic [NumVcs-1:0]              pop_o,
  /// A flit arrived in the cycle before (a registered pin).
  output logic                           arrived_o,
  /// It is a head.
  output logic                           arrived_head_o,
  /// A flit at the front of a virtual channel does not leave.
  output logic                           stall_o,
  /// The port holds a flit.
  output logic                           busy_o,
  /// A packet with a route error came to the front: it is drained from the next cycle on.
  output logic                           error_o,
  /// Clear the error registers.
  input  logic                           error_clear_i,
  /// First error: [6:4] port, [9:8] VC, [14:12] cause, [23:16] table entry, as the CSR.
  output logic [31:0]                    error_status_o,
  /// First error: head word of the packet.
  output logic [63:0]                    error_head_o,
  /// CSR: write `csr_wdata_i` (route table only).
  input  logic                           csr_write_i,
  /// CSR: read.
  input  logic                           csr_read_i,
  /// CSR: address, in words.
  input  logic [15:0]                    csr_addr_i,
  /// CSR: value to write.
  input  logic [ici_pkg::ENTRY_BITS-1:0] csr_wdata_i,
  /// CSR: value read, zero when another cell is addressed.
  output logic [31:0]                    csr_rdata_o
);
  localparam int unsigned PtrBits = $clog2(Depth);
  localparam int unsigned CountBits = PtrBits + 1;
  localparam int unsigned AddrBits = $clog2(NumVcs * Depth);
  localparam int unsigned TableBits = $clog2(TableEntries);
  // Stored route: cause of an error, table entry, output virtual channel.
  localparam int unsigned RouteBits = 3 + ici_pkg::ENTRY_BITS + OvcBits;

  // Arrival, edge 0. Pins feed registers and memories only.
  logic [NumVcs*PtrBits-1:0] wptr_q;
  logic [2:0] meta_q[NumVcs*Depth];  // {poison, head, tail}
  logic [ici_pkg::HEAD_BITS-1:0] head_q[NumVcs*Depth];
  logic arrived_q, arrived_head_q, arrived_tail_q, arrived_far_q;
  logic [1:0] arrived_lane_q;
  logic [VcBits-1:0] arrived_vc_q;
  logic [AddrBits-1:0] arrived_addr_q;
  logic [ici_pkg::ENTRY_BITS-1:0] entry;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      arrived_q <= 1'b0;
      wptr_q <= '0;
    end else begin
      arrived_q <= flit_valid_i;
      if (flit_valid_i) begin
        wptr_q[flit_vc_i*PtrBits+:PtrBits] <= wptr_q[flit_vc_i*PtrBits+:PtrBits] + 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (flit_valid_i) begin
      meta_q[AddrBits'(32'(flit_vc_i)*Depth)|AddrBits'(wptr_q[flit_vc_i*PtrBits+:PtrBits])]
          <= {flit_poison_i, flit_head_i, flit_tail_i};
      arrived_head_q <= flit_head_i;
      arrived_tail_q <= flit_tail_i;
      arrived_vc_q <= flit_vc_i;
      arrived_addr_q <= AddrBits'(32'(flit_vc_i) * Depth) |
                        AddrBits'(wptr_q[flit_vc_i*PtrBits+:PtrBits]);
      if (flit_head_i) begin
        head_q[AddrBits'(32'(flit_vc_i)*Depth)|AddrBits'(wptr_q[flit_vc_i*PtrBits+:PtrBits])]
            <= flit_data_i[ici_pkg::HEAD_BITS-1:0];
        arrived_lane_q <= flit_data_i[ici_pkg::HEAD_LANE_LSB+:2];
        arrived_far_q <= 32'(flit_data_i[ici_pkg::HEAD_DEST_LSB+:ici_pkg::NODE_BITS])
                         >= TableEntries;
      end
    end
  end

  logic table_select;
  logic [ici_pkg::ENTRY_BITS-1:0] table_rdata;
  assign table_select = csr_addr_i[15:12] == 4'(ici_pkg::CSR_TABLE_PORT0 + 4'(PortIndex));

  ici_route_table #(
    .Entries(TableEntries)
  ) u_table (
    .clk_i,
    .lookup_i(flit_valid_i && flit_head_i),
    .dest_i(flit_data_i[TableBits-1:0]),
    .entry_o(entry),
    .csr_write_i(csr_write_i && 32'(csr_addr_i[11:0]) < TableEntries &&
                 (table_select || csr_addr_i[15:12] == ici_pkg::CSR_TABLE_ALL)),
    .csr_addr_i(csr_addr_i[TableBits-1:0]),
    .csr_entry_i(csr_wdata_i),
    .csr_read_i(csr_read_i && table_select && 32'(csr_addr_i[11:0]) < TableEntries),
    .csr_entry_o(table_rdata)
  );

  // Route, edge 1: stored beside the first flit of every packet.
  logic [RouteBits-1:0] route_q[NumVcs*Depth];
  logic [RouteBits-1:0] route_d;
  logic [NumVcs-1:0] inside_q;  // the last flit that arrived is not a tail
  logic [2:0] route_cause, route_port;
  logic [1:0] route_vc;
  logic [3:0] route_layer;
  logic [OvcBits-1:0] route_ovc;

  always_comb begin
    route_cause = ici_pkg::CAUSE_NONE;
    route_port = '0;
    route_vc = '0;
    route_layer = '0;
    route_ovc = '0;
    route_d = '0;
    if (arrived_q) begin
      route_port = entry[ici_pkg::ENTRY_LOCAL] ? {1'b1, arrived_lane_q}
                                               : entry[ici_pkg::ENTRY_PORT_LSB+:3];
      // A layer is 1 << layer_shift_i virtual channels; within it a packet keeps its place.
      route_layer = (4'(entry[ici_pkg::ENTRY_LAYER_LSB+:2]) << layer_shift_i) |
                    (4'(arrived_vc_q) & ~(4'hf << layer_shift_i));
      route_vc = 2'(arrived_vc_q);
      if (entry[ici_pkg::ENTRY_SET_LAYER]) begin
        route_vc = route_layer[1:0];
        if (32'(route_layer) >= NumVcs) route_cause = ici_pkg::CAUSE_LAYER_RANGE;
      end
      if (!entry[ici_pkg::ENTRY_VALID]) route_cause = ici_pkg::CAUSE_ENTRY_INVALID;
      if (arrived_far_q) route_cause = ici_pkg::CAUSE_DEST_RANGE;
      if (!arrived_head_q) route_cause = ici_pkg::CAUSE_NO_HEAD;
      route_ovc = OvcBits'(32'(route_port) * NumVcs) | OvcBits'(route_vc);
      route_d = {route_cause, entry, route_ovc};
    end
  end

  always_ff @(posedge clk_i) begin
    if (arrived_q && !inside_q[arrived_vc_q]) route_q[arrived_addr_q] <= route_d;
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) inside_q <= '0;
    else if (arrived_q) inside_q[arrived_vc_q] <= !arrived_tail_q;
  end

  // First stage of the switch allocator: one virtual channel of this port.
  logic [NumVcs-1:0] active_q, draining_q, nonempty_q;
  logic [NumVcs*OvcBits-1:0] target_q;
  logic [NumVcs*PtrBits-1:0] rptr_q;
  logic [NumVcs*CountBits-1:0] count_q;
  logic [NumVcs-1:0] ready, choice, mask_q;
  logic [AddrBits-1:0] read_addr;

  always_comb begin
    ready = '0;
    choice = '0;
    read_addr = '0;
    switch_valid_o = 1'b0;
    switch_ovc_o = '0;
    switch_head_o = 1'b0;
    switch_tail_o = 1'b0;
    switch_poison_o = 1'b0;
    if (|(active_q & nonempty_q)) begin
      for (int unsigned v = 0; v < NumVcs; v++) begin
        ready[v] = active_q[v] && nonempty_q[v] && credit_ok_i[target_q[v*OvcBits+:OvcBits]];
      end
      if (|ready) begin
        switch_valid_o = 1'b1;
        choice = NumVcs'(ici_pkg::rr_pick(32'(ready), 32'(mask_q)));
        for (int unsigned v = 0; v < NumVcs; v++) begin
          if (choice[v]) begin
            switch_ovc_o = target_q[v*OvcBits+:OvcBits];
            read_addr = AddrBits'(v * Depth) | AddrBits'(rptr_q[v*PtrBits+:PtrBits]);
          end
        end
        switch_poison_o = meta_q[read_addr][2];
        switch_head_o = meta_q[read_addr][1];
        switch_tail_o = meta_q[read_addr][0];
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) mask_q <= '0;
    else if (switch_grant_i) mask_q <= NumVcs'(ici_pkg::rr_mask(32'(choice)));
  end

  ici_flit_ram #(
    .Width(FlitWidth),
    .NumVcs(NumVcs),
    .Depth(Depth)
  ) u_ram (
    .clk_i,
    .write_i(flit_valid_i),
    .write_vc_i(flit_vc_i),
    .write_ptr_i(wptr_q),
    .data_i(flit_data_i),
    .read_i(switch_grant_i),
    .read_addr_i(read_addr),
    .data_o(data_o)
  );

  // What leaves, and whose head comes to the front by that.
  logic [NumVcs-1:0] ended, fail, active_d, draining_d, nonempty_d;
  logic [NumVcs*OvcBits-1:0] target_d;
  logic [NumVcs*PtrBits-1:0] rptr_d;
  logic [NumVcs*CountBits-1:0] count_d;
  logic [NumVcs*AddrBits-1:0] front;
  logic [NumVcs*RouteBits-1:0] route;
  logic [NumVcs-1:0] candidate;
  logic [2:0] front_port;

  always_comb begin
    pop_o = '0;
    ended = '0;
    fail = '0;
    rptr_d = rptr_q;
    front = '0;
    route = '0;
    candidate = '0;
    front_port = '0;
    alloc_request_o = '0;
    alloc_ovc_o = '0;
    if (|nonempty_q) begin
      pop_o = draining_q & nonempty_q;
      if (switch_grant_i) begin
        pop_o = pop_o | choice;
        if (switch_tail_o) ended = choice;
      end
      for (int unsigned v = 0; v < NumVcs; v++) begin
        front[v*AddrBits+:AddrBits] = AddrBits'(v * Depth) |
                                      AddrBits'(rptr_q[v*PtrBits+:PtrBits]);
        if (pop_o[v]) begin
          if (draining_q[v]) ended[v] = meta_q[front[v*AddrBits+:AddrBits]][0];
          rptr_d[v*PtrBits+:PtrBits] = rptr_q[v*PtrBits+:PtrBits] + 1'b1;
          front[v*AddrBits+:AddrBits] = AddrBits'(v * Depth) |
                                        AddrBits'(rptr_d[v*PtrBits+:PtrBits]);
        end
        candidate[v] = (ended[v] || !(active_q[v] || draining_q[v])) &&
                       (pop_o[v] ? count_q[v*CountBits+:CountBits] > CountBits'(1)
                                 : nonempty_q[v]);
        if (candidate[v]) begin
          route[v*RouteBits+:RouteBits] = route_q[front[v*AddrBits+:AddrBits]];
          alloc_ovc_o[v*OvcBits+:OvcBits] = route[v*RouteBits+:OvcBits];
          front_port = 3'(alloc_ovc_o[v*OvcBits+:OvcBits] / OvcBits'(NumVcs));
          if (route[v*RouteBits+OvcBits+ici_pkg::ENTRY_BITS+:3] == ici_pkg::CAUSE_NONE &&
              port_enable_i[front_port] && !port_down_i[front_port]) begin
            alloc_request_o[v] = 1'b1;
          end else if (fail == '0) begin
            fail[v] = 1'b1;
          end
        end
      end
    end
  end

  always_comb begin
    active_d = (active_q & ~ended) | alloc_grant_i;
    draining_d = (draining_q & ~ended) | fail;
    target_d = target_q;
    count_d = count_q;
    nonempty_d = nonempty_q;
    if (arrived_q || |pop_o) begin
      for (int unsigned v = 0; v < NumVcs; v++) begin
        count_d[v*CountBits+:CountBits] = count_q[v*CountBits+:CountBits]
            + CountBits'(arrived_q && arrived_vc_q == VcBits'(v)) - CountBits'(pop_o[v]);
        nonempty_d[v] = count_d[v*CountBits+:CountBits] != '0;
      end
    end
    if (|alloc_grant_i) begin
      for (int unsigned v = 0; v < NumVcs; v++) begin
        if (alloc_grant_i[v]) target_d[v*OvcBits+:OvcBits] = alloc_ovc_o[v*OvcBits+:OvcBits];
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      active_q <= '0;
      draining_q <= '0;
      nonempty_q <= '0;
      count_q <= '0;
      rptr_q <= '0;
      target_q <= '0;
    end else if (arrived_q || |nonempty_q) begin
      active_q <= active_d;
      draining_q <= draining_d;
      nonempty_q <= nonempty_d;
      count_q <= count_d;
      rptr_q <= rptr_d;
      target_q <= target_d;
    end
  end

  // Head word of the packet that each virtual channel is busy with, for the debug registers; zero
  // of one that came without its head.
  logic [NumVcs*64-1:0] current_q;
  always_ff @(posedge clk_i) begin
    for (int unsigned v = 0; v < NumVcs; v++) begin
      if (alloc_grant_i[v] || fail[v]) begin
        current_q[v*64+:64] <= meta_q[front[v*AddrBits+:AddrBits]][1] ?
                               head_q[front[v*AddrBits+:AddrBits]] : '0;
      end
    end
  end

  assign arrived_o = arrived_q;
  assign arrived_head_o = arrived_head_q;
  assign stall_o = |(nonempty_q & ~pop_o & ~alloc_grant_i & ~fail);
  assign busy_o = arrived_q || |nonempty_q;
  assign error_o = |fail;

  // First error since the registers were cleared.
  logic error_q;
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      error_q <= 1'b0;
      error_status_o <= '0;
      error_head_o <= '0;
    end else if (|fail && (!error_q || error_clear_i)) begin
      error_q <= 1'b1;
      for (int unsigned v = 0; v < NumVcs; v++) begin
        if (fail[v]) begin
          error_status_o <= {
            8'd0, route[v*RouteBits+OvcBits+:8], 1'b0,
            (route[v*RouteBits+OvcBits+8+:3] != ici_pkg::CAUSE_NONE) ?
                route[v*RouteBits+OvcBits+8+:3] :
                port_enable_i[3'(route[v*RouteBits+:OvcBits]/OvcBits'(NumVcs))] ?
                ici_pkg::CAUSE_LINK_DOWN : ici_pkg::CAUSE_LINK_DISABLED,
            2'b00, 2'(v), 1'b0, 3'(PortIndex), 4'd1};
          error_head_o <= meta_q[front[v*AddrBits+:AddrBits]][1] ?
                          head_q[front[v*AddrBits+:AddrBits]] : '0;
        end
      end
    end else if (error_clear_i) begin
      error_q <= 1'b0;
    end
  end

  // Debug registers.
  logic [1:0] csr_vc;
  logic [AddrBits-1:0] csr_front;
  logic [63:0] csr_head;
  logic [2:0] csr_state;
  logic [OvcBits-1:0] csr_ovc;
  logic unused_csr;

  assign unused_csr = ^csr_head[ici_pkg::HEAD_SOURCE_LSB-1:ici_pkg::HEAD_LANE_LSB];

  always_comb begin
    csr_rdata_o = 32'(table_rdata);
    csr_vc = csr_addr_i[4:3];
    csr_front = '0;
    csr_head = '0;
    csr_state = ici_pkg::VC_IDLE;
    csr_ovc = '0;
    if (csr_read_i && csr_addr_i[15:5] == {ici_pkg::CSR_VC_PAGE, 3'(PortIndex)} &&
        32'(csr_vc) < NumVcs) begin
      csr_front = AddrBits'(32'(csr_vc) * Depth) |
                  AddrBits'(rptr_q[VcBits'(csr_vc)*PtrBits+:PtrBits]);
      csr_head = current_q[VcBits'(csr_vc)*64+:64];
      csr_ovc = target_q[VcBits'(csr_vc)*OvcBits+:OvcBits];
      if (active_q[VcBits'(csr_vc)]) begin
        csr_state = ici_pkg::VC_ACTIVE;
      end else if (draining_q[VcBits'(csr_vc)]) begin
        csr_state = ici_pkg::VC_DRAINING;
      end else if (nonempty_q[VcBits'(csr_vc)]) begin
        csr_state = ici_pkg::VC_WAITING;
        csr_head = meta_q[csr_front][1] ? head_q[csr_front] : '0;
        csr_ovc = route_q[csr_front][OvcBits-1:0];
      end else begin
        csr_head = '0;
        csr_ovc = '0;
        if (arrived_q && arrived_vc_q == VcBits'(csr_vc)) csr_state = ici_pkg::VC_ROUTING;
      end
      unique case (csr_addr_i[2:0])
        ici_pkg::CSR_VC_STATE: begin
          csr_rdata_o = {22'd0, 2'(csr_ovc % OvcBits'(NumVcs)), 1'b0,
                         3'(csr_ovc / OvcBits'(NumVcs)), 1'b0, csr_state};
        end
        ici_pkg::CSR_VC_FLITS: begin
          csr_rdata_o = 32'(count_q[VcBits'(csr_vc)*CountBits+:CountBits]);
        end
        ici_pkg::CSR_VC_NODES: begin
          csr_rdata_o = {csr_head[ici_pkg::HEAD_SOURCE_LSB+:ici_pkg::NODE_BITS],
                         csr_head[ici_pkg::HEAD_DEST_LSB+:ici_pkg::NODE_BITS]};
        end
        ici_pkg::CSR_VC_SEQ: csr_rdata_o = {8'd0, csr_head[ici_pkg::HEAD_SEQ_LSB+:ici_pkg::HEAD_SEQ_BITS]};
        default: csr_rdata_o = '0;
      endcase
    end
  end

`ifdef ICI_ASSERT
  initial begin
    assert (NumVcs == 1 || NumVcs == 2 || NumVcs == 4);
    assert (Depth >= 2 && Depth == (1 << PtrBits));
    assert (FlitWidth >= ici_pkg::HEAD_BITS);
    assert (TableEntries >= 2 && TableEntries <= 4096);
  end

  // The sender counts credits, so a full buffer gets no flit; a packet starts with its head.
  logic [CountBits-1:0] assert_arrived_count;
  assign assert_arrived_count = count_q[arrived_vc_q*CountBits+:CountBits];
  always_ff @(posedge clk_i) begin
    if (!rst_i) begin
      assert (!(arrived_q && assert_arrived_count == CountBits'(Depth)));
      assert (!(arrived_q && arrived_head_q && inside_q[arrived_vc_q]));
      assert ((active_q & draining_q) == '0);
      assert ((alloc_grant_i & ~alloc_request_o) == '0);
      assert ((alloc_grant_i & active_q & ~ended) == '0);
      assert (!(switch_grant_i && !switch_valid_o));
      assert ((pop_o & ~nonempty_q) == '0);
      for (int unsigned v = 0; v < NumVcs; v++) begin
        assert (nonempty_q[v] == (count_q[v*CountBits+:CountBits] != '0));
      end
    end
  end
`endif
endmodule
