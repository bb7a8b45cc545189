// SPDX-License-Identifier: Apache-2.0

/// Functional bins of an input port, bound into ici_input_port: output port x input virtual channel
/// x rule of the output virtual channel x what becomes of the packet. The input port is the instance.
module ici_input_port_bins #(
  /// Virtual channels.
  parameter int unsigned NumVcs = 4,
  /// Bits of the number of an output virtual channel.
  parameter int unsigned OvcBits = 5,
  localparam int unsigned RouteBits = 3 + ici_pkg::ENTRY_BITS + OvcBits
) (
  /// Clock.
  input logic                      clk_i,
  /// Synchronous reset.
  input logic                      rst_i,
  /// Links that are down.
  input logic [ici_pkg::NUM_PORTS-1:0] port_down_i,
  /// Links that are enabled.
  input logic [ici_pkg::NUM_PORTS-1:0] port_enable_i,
  /// Virtual channels that hold a flit.
  input logic [NumVcs-1:0]         nonempty_i,
  /// Virtual channels whose packet owns an output virtual channel.
  input logic [NumVcs-1:0]         active_i,
  /// Those of them that could send.
  input logic [NumVcs-1:0]         ready_i,
  /// The one of them that asks for the switch.
  input logic [NumVcs-1:0]         choice_i,
  /// The output virtual channel that each owns.
  input logic [NumVcs*OvcBits-1:0] target_i,
  /// The switch is granted.
  input logic                      switch_grant_i,
  /// The flit that asks is poisoned.
  input logic                      switch_poison_i,
  /// Heads that wait for an output virtual channel.
  input logic [NumVcs-1:0]         alloc_request_i,
  /// The one that each waits for, or would.
  input logic [NumVcs*OvcBits-1:0] alloc_ovc_i,
  /// Those that get it.
  input logic [NumVcs-1:0]         alloc_grant_i,
  /// Packets that will be drained.
  input logic [NumVcs-1:0]         fail_i,
  /// Routes of the packets that come to the front.
  input logic [NumVcs*RouteBits-1:0] route_i
);
  logic unused;

  assign unused = ^route_i;

  for (genvar v = 0; v < NumVcs; v++) begin : gen_vc
    logic [OvcBits-1:0] owned, wanted;
    logic routed;

    assign routed = route_i[v*RouteBits+OvcBits+ici_pkg::ENTRY_BITS+:3] == ici_pkg::CAUSE_NONE;
    assign owned = target_i[v*OvcBits+:OvcBits];
    assign wanted = alloc_ovc_i[v*OvcBits+:OvcBits];

    cov_idle: cover property (@(posedge clk_i) !rst_i && !nonempty_i[v] && !active_i[v]);

    for (genvar o = 0; o < ici_pkg::NUM_PORTS; o++) begin : gen_out
      // The packet keeps its virtual channel, or its route moves it to another.
      for (genvar r = 0; r < ((NumVcs > 1) ? 2 : 1); r++) begin : gen_rule
        logic owns, wants;

        assign owns = active_i[v] && 32'(owned) / NumVcs == o &&
                      (32'(owned) % NumVcs != v) == (r == 1);
        assign wants = 32'(wanted) / NumVcs == o && (32'(wanted) % NumVcs != v) == (r == 1);

        cov_wait_vc: cover property (@(posedge clk_i)
            !rst_i && wants && alloc_request_i[v] && !alloc_grant_i[v]);
        cov_wait_credit: cover property (@(posedge clk_i)
            !rst_i && owns && nonempty_i[v] && !ready_i[v]);
        cov_wait_switch: cover property (@(posedge clk_i)
            !rst_i && owns && ready_i[v] && !(switch_grant_i && choice_i[v]));
        cov_stream: cover property (@(posedge clk_i)
            !rst_i && owns && switch_grant_i && choice_i[v] && !switch_poison_i);
        cov_poisoned: cover property (@(posedge clk_i)
            !rst_i && owns && switch_grant_i && choice_i[v] && switch_poison_i);
        cov_drain_dead: cover property (@(posedge clk_i)
            !rst_i && wants && fail_i[v] && routed && port_enable_i[o] && port_down_i[o]);
        cov_drain_disabled: cover property (@(posedge clk_i)
            !rst_i && wants && fail_i[v] && routed && !port_enable_i[o]);
      end
    end
  end
endmodule

// In the scope of each input port; the names are its own.
bind ici_input_port ici_input_port_bins #(
  .NumVcs(NumVcs),
  .OvcBits(OvcBits)
) u_bins (
  .clk_i,
  .rst_i,
  .port_down_i,
  .port_enable_i,
  .nonempty_i(nonempty_q),
  .active_i(active_q),
  .ready_i(ready),
  .choice_i(choice),
  .target_i(target_q),
  .switch_grant_i,
  .switch_poison_i(switch_poison_o),
  .alloc_request_i(alloc_request_o),
  .alloc_ovc_i(alloc_ovc_o),
  .alloc_grant_i,
  .fail_i(fail),
  .route_i(route)
);
