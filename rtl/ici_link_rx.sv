// SPDX-License-Identifier: Apache-2.0

/// Receiving half of a link: takes frames whose CRC is right, flits in order and once; keeps count
/// of what the input buffer holds; ends packets that a dead link has cut.
module ici_link_rx #(
  /// Bits of a flit.
  parameter int unsigned FlitWidth = 512,
  /// Virtual channels.
  parameter int unsigned NumVcs = 4,
  /// Flits that the input buffer holds for a virtual channel, at most 128.
  parameter int unsigned LinkDepth = 128,
  localparam int unsigned VcBits = (NumVcs > 1) ? $clog2(NumVcs) : 1,
  localparam int unsigned SeqBits = ici_pkg::LINK_SEQ_BITS,
  localparam int unsigned CreditBits = ici_pkg::LINK_CREDIT_BITS
) (
  /// Clock.
  input  logic                         clk_i,
  /// Synchronous reset.
  input  logic                         rst_i,
  /// The link carries flits.
  input  logic                         active_i,
  /// The link carries none, and packets that it has cut must be ended.
  input  logic                         down_i,
  /// A training starts.
  input  logic                         restart_i,
  /// Setting: see ici_link_csr.
  input  logic [15:0]                  silence_limit_i,
  /// A frame has come (registered pins); all below belong to it.
  input  logic                         frame_valid_i,
  /// Its CRC is right.
  input  logic                         frame_good_i,
  /// Its kind.
  input  logic [2:0]                   frame_kind_i,
  /// Its sequence number.
  input  logic [SeqBits-1:0]           frame_seq_i,
  /// Slots granted by the other end since training, by virtual channel.
  input  logic [NumVcs*CreditBits-1:0] frame_credit_i,
  /// Head flag.
  input  logic                         frame_head_i,
  /// Tail flag.
  input  logic                         frame_tail_i,
  /// Poison flag.
  input  logic                         frame_poison_i,
  /// Virtual channel.
  input  logic [VcBits-1:0]            frame_vc_i,
  /// The flit.
  input  logic [FlitWidth-1:0]         frame_data_i,
  /// Flits that left the input buffer this cycle.
  input  logic [NumVcs-1:0]            pop_i,
  /// The other end holds none of our flits.
  input  logic                         home_i,
  /// The sending half has sent a frame, which told everything.
  input  logic                         told_i,
  /// A flit for the input buffer, registered.
  output logic                         flit_valid_o,
  /// Head flag.
  output logic                         flit_head_o,
  /// Tail flag.
  output logic                         flit_tail_o,
  /// Poison flag.
  output logic                         flit_poison_o,
  /// Virtual channel.
  output logic [VcBits-1:0]            flit_vc_o,
  /// The flit.
  output logic [FlitWidth-1:0]         flit_data_o,
  /// Credits for the switch, a pulse each.
  output logic [NumVcs-1:0]            credit_o,
  /// Sequence number expected next.
  output logic [SeqBits-1:0]           expect_o,
  /// The other end must send again from there on.
  output logic                         nack_o,
  /// Slots granted since training, by virtual channel.
  output logic [NumVcs*CreditBits-1:0] granted_o,
  /// There is something to tell the other end.
  output logic                         tell_o,
  /// Nothing good has come for too long while a packet is open or credits are away.
  output logic                         silent_o,
  /// A packet was ended by force.
  output logic                         poisoned_o,
  /// Packets wait to be ended by force.
  output logic                         cut_o,
  /// Something is unfinished.
  output logic                         busy_o
);
  localparam int unsigned CountBits = $clog2(LinkDepth + 1);

  logic [SeqBits-1:0] expect_q, ahead;
  logic [NumVcs-1:0] open_q, room, cut, ended;
  logic [NumVcs*CountBits-1:0] held_q, held_d;
  logic [NumVcs*CreditBits-1:0] granted_q, granted_d, last_q, pending_q, pending_d;
  logic [15:0] silence_q;
  logic carries, in_order, gap, repeated, polled, nack_q, asked_q, ack_q, freed_q, flit_d;
  logic [VcBits-1:0] end_vc;

  assign carries = active_i && frame_good_i &&
                   (frame_kind_i == ici_pkg::FRAME_FLIT || frame_kind_i == ici_pkg::FRAME_IDLE);
  assign ahead = frame_seq_i - expect_q;
  assign in_order = carries && frame_kind_i == ici_pkg::FRAME_FLIT && ahead == '0;
  // Half of the numbers are ahead, half behind.
  assign gap = carries && ahead != '0 && !ahead[SeqBits-1];
  assign polled = carries && frame_kind_i == ici_pkg::FRAME_IDLE && frame_head_i;
  assign repeated = carries && frame_kind_i == ici_pkg::FRAME_FLIT && ahead[SeqBits-1];

  // A cut packet gets a tail of its own as soon as its buffer has room.
  always_comb begin
    room = '0;
    for (int unsigned v = 0; v < NumVcs; v++) begin
      room[v] = held_q[v*CountBits+:CountBits] != CountBits'(LinkDepth);
    end
    cut = down_i ? (open_q & room) : '0;
    ended = cut & (~cut + NumVcs'(1));
    end_vc = '0;
    for (int unsigned v = 0; v < NumVcs; v++) begin
      if (ended[v]) end_vc = VcBits'(v);
    end
  end

  assign flit_d = in_order || |ended;
  assign poisoned_o = |ended;
  assign cut_o = |open_q;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      flit_valid_o <= 1'b0;
    end else begin
      flit_valid_o <= flit_d;
      if (flit_d) begin
        flit_head_o <= in_order && frame_head_i;
        flit_tail_o <= !in_order || frame_tail_i;
        flit_poison_o <= !in_order || frame_poison_i;
        flit_vc_o <= in_order ? frame_vc_i : end_vc;
        flit_data_o <= in_order ? frame_data_i : '0;
      end
    end
  end

  always_comb begin
    held_d = held_q;
    granted_d = granted_q;
    pending_d = pending_q;
    credit_o = '0;
    for (int unsigned v = 0; v < NumVcs; v++) begin
      held_d[v*CountBits+:CountBits] = held_q[v*CountBits+:CountBits] - CountBits'(pop_i[v]) +
          CountBits'((in_order && frame_vc_i == VcBits'(v)) || ended[v]);
      granted_d[v*CreditBits+:CreditBits] = granted_q[v*CreditBits+:CreditBits] +
                                            CreditBits'(pop_i[v]);
      credit_o[v] = pending_q[v*CreditBits+:CreditBits] != '0;
      pending_d[v*CreditBits+:CreditBits] = pending_q[v*CreditBits+:CreditBits] -
                                            CreditBits'(credit_o[v]);
      if (carries) begin
        pending_d[v*CreditBits+:CreditBits] = pending_d[v*CreditBits+:CreditBits] +
            frame_credit_i[v*CreditBits+:CreditBits] - last_q[v*CreditBits+:CreditBits];
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      held_q <= '0;
      open_q <= '0;
    end else if (flit_d || |pop_i) begin
      held_q <= held_d;
      if (in_order) open_q[frame_vc_i] <= !frame_tail_i;
      else open_q <= open_q & ~ended;
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_i || restart_i) begin
      expect_q <= '0;
      nack_q <= 1'b0;
      asked_q <= 1'b0;
      ack_q <= 1'b0;
      freed_q <= 1'b1;
      silence_q <= '0;
      last_q <= '0;
      pending_q <= '0;
      for (int unsigned v = 0; v < NumVcs; v++) begin
        granted_q[v*CreditBits+:CreditBits] <=
            CreditBits'(LinkDepth) - (rst_i ? '0 : CreditBits'(held_d[v*CountBits+:CountBits]));
      end
    end else begin
      if (in_order) expect_q <= expect_q + 1'b1;
      if (carries) last_q <= frame_credit_i;
      if (carries || |pending_q) pending_q <= pending_d;
      if (|pop_i) granted_q <= granted_d;
      if (active_i) begin
        ack_q <= in_order || repeated || (ack_q && !told_i);
        freed_q <= |pop_i || polled || (freed_q && !told_i);
        // One request for each gap: what follows it is out of order, too, until the gap is filled.
        if (in_order || (carries && ahead == '0)) asked_q <= 1'b0;
        else if (gap || (frame_valid_i && !frame_good_i)) asked_q <= 1'b1;
        nack_q <= (!asked_q && (gap || (frame_valid_i && !frame_good_i))) || (nack_q && !told_i);
        silence_q <= (carries || (open_q == '0 && home_i)) ? 16'd0 : silence_q + 16'd1;
      end
    end
  end

  assign expect_o = expect_q;
  assign nack_o = nack_q;
  assign granted_o = granted_q;
  assign tell_o = ack_q || nack_q || freed_q;
  assign silent_o = active_i && silence_q >= silence_limit_i;
  assign busy_o = flit_valid_o || |pending_q || |pop_i ||
                  (active_i && (tell_o || |open_q || !home_i)) || (down_i && |open_q);

`ifdef ICI_ASSERT
  initial assert (LinkDepth <= 128);
  always_ff @(posedge clk_i) begin
    if (!rst_i) begin
      for (int unsigned v = 0; v < NumVcs; v++) begin
        assert (held_q[v*CountBits+:CountBits] <= CountBits'(LinkDepth));
        assert (!(pop_i[v] && held_q[v*CountBits+:CountBits] == '0));
      end
    end
  end
`endif
endmodule
