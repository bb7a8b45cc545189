// SPDX-License-Identifier: Apache-2.0
#include "sw/report/router_view.h"

#include <fmt/format.h>

#include <utility>

namespace podsim {
namespace {

/// Bits that count from 0 to `depth`, a power of two.
int count_bits(int depth) {
  int bits = 1;
  while ((1 << (bits - 1)) < depth) ++bits;
  return bits;
}

/// Where the switch is: with a link layer it lies one scope beside.
std::string core_of(const std::string& scope, const RouterSignals& signals) {
  return scope + (signals.link_layer ? ".ici_router.gen_link_layer.u_core"
                                     : ".ici_router.gen_plain.u_core");
}

std::string input_of(const std::string& scope, const RouterSignals& signals, int port) {
  return fmt::format("{}.gen_port[{}].u_input", core_of(scope, signals), port);
}

WaveSignal port_bit(const std::string& scope, const char* name, int port, std::string label) {
  return {fmt::format("{}.{}", scope, name), kPorts, WaveSignal::kBinary, port, std::move(label)};
}

WaveGroup traffic(const std::string& scope, const std::string& title, int first, int count) {
  WaveGroup group{title, {}, true};
  for (int port = first; port < first + count; ++port) {
    const std::string name = port_name(port);
    group.signals.push_back(port_bit(scope, "flit_valid_i", port, name + " in"));
    group.signals.push_back(port_bit(scope, "flit_head_i", port, name + " in head"));
    group.signals.push_back(port_bit(scope, "flit_valid_o", port, name + " out"));
  }
  return group;
}

WaveGroup buffers(const std::string& scope, const std::string& title,
                  const RouterSignals& signals) {
  WaveGroup group{title, {}, true};
  const int width = signals.vcs * count_bits(signals.link_depth);
  for (int port = 0; port < kLinkPorts; ++port) {
    group.signals.push_back({input_of(scope, signals, port) + ".count_q", width, WaveSignal::kHex,
                             -1, fmt::format("{} buffered, by VC", port_name(port))});
  }
  group.signals.push_back({core_of(scope, signals) + ".credit_count",
                           kLinkPorts * signals.vcs * count_bits(signals.link_depth),
                           WaveSignal::kHex, -1, "credits left, W to N"});
  return group;
}

WaveGroup state(const std::string& scope, const std::string& title) {
  return {title,
          {{scope + ".busy_o", 1, WaveSignal::kBinary, -1, ""},
           {scope + ".error_o", 1, WaveSignal::kBinary, -1, ""},
           {scope + ".csr_valid_i", 1, WaveSignal::kBinary, -1, ""}},
          false};
}

/// The stages of one input port, in the order in which a flit passes them.
WaveGroup stages(const std::string& scope, Coordinate at, const RouterSignals& signals, int port) {
  const std::string input = input_of(scope, signals, port);
  const std::string name = port_name(port);
  WaveGroup group{fmt::format("router {}: pipeline of {}", to_string(at), name), {}, port == kEast};
  const auto add = [&](const std::string& path, int width, std::string label) {
    group.signals.push_back(
        {path, width, width == 1 ? WaveSignal::kBinary : WaveSignal::kHex, -1, std::move(label)});
  };
  if (port >= kLinkPorts || !signals.link_layer) {
    group.signals.push_back(port_bit(scope, "flit_valid_i", port, "0 pins: flit"));
    group.signals.push_back(port_bit(scope, "flit_head_i", port, "0 pins: head"));
  }
  add(input + ".arrived_q", 1, "1 arrived");
  add(input + ".arrived_head_q", 1, "1 arrived: head, routed");
  add(input + ".nonempty_q", signals.vcs, "2 flits, by VC");
  add(input + ".alloc_request_o", signals.vcs, "2 asks for an output VC");
  add(input + ".alloc_grant_i", signals.vcs, "2 gets it");
  add(input + ".active_q", signals.vcs, "3 owns an output VC");
  add(input + ".switch_valid_o", 1, "3 asks for the switch");
  add(input + ".switch_grant_i", 1, "3 gets it");
  add(input + ".pop_o", signals.vcs, "3 flit leaves, by VC");
  add(input + ".draining_q", signals.vcs, "draining, by VC");
  return group;
}

/// The way of credits of one link: sent, spent, left, back.
WaveGroup credit_loop(const std::string& scope, Coordinate at, const RouterSignals& signals) {
  const std::string credits = core_of(scope, signals) + ".u_credits";
  const int channels = kLinkPorts * signals.vcs;
  WaveGroup group{fmt::format("router {}: credit loop", to_string(at)), {}, true};
  group.signals = {
      {credits + ".use_i", channels, WaveSignal::kHex, -1, "spent, by link and VC"},
      {credits + ".return_i", channels, WaveSignal::kHex, -1, "came back, by link and VC"},
      {credits + ".count_q", channels * count_bits(signals.link_depth), WaveSignal::kHex, -1,
       "left, W to N"},
      {credits + ".ok_q", channels, WaveSignal::kHex, -1, "may send, by link and VC"},
      {credits + ".home_o", kLinkPorts, WaveSignal::kBinary, -1, "all home, by link"}};
  for (int port = 0; port < kLinkPorts; ++port) {
    group.signals.push_back({input_of(scope, signals, port) + ".pop_o", signals.vcs,
                             WaveSignal::kBinary, -1,
                             fmt::format("{} gives back, by VC", port_name(port))});
  }
  return group;
}

/// One link layer: its state, what it sends and expects, what went wrong.
WaveGroup link_layer(const std::string& scope, Coordinate at, int port) {
  const std::string link =
      fmt::format("{}.ici_router.gen_link_layer.gen_link[{}].u_link", scope, port);
  constexpr int kSequenceBits = 9;
  WaveGroup group{fmt::format("router {}: link layer of {}", to_string(at), port_name(port)),
                  {},
                  port == kEast};
  const auto add = [&](const char* path, int width, const char* label) {
    group.signals.push_back(
        {link + path, width, width == 1 ? WaveSignal::kBinary : WaveSignal::kUnsigned, -1, label});
  };
  add(".u_control.state_q", 3, "state (3 active, 4 down)");
  add(".tx_valid_o", 1, "sends a frame");
  add(".tx_kind_o", 3, "kind (1 flit, 2 idle, 3 and 4 training)");
  add(".u_tx.write_q", kSequenceBits, "next number to give");
  add(".u_tx.send_q", kSequenceBits, "next number to send");
  add(".u_tx.ack_q", kSequenceBits, "first number unacknowledged");
  add(".u_tx.replay_o", 1, "goes back");
  add(".rx_valid_q", 1, "frame came");
  add(".rx_good", 1, "its CRC is right");
  add(".u_rx.expect_q", kSequenceBits, "number expected");
  add(".u_rx.nack_q", 1, "asks for a replay");
  add(".u_rx.poisoned_o", 1, "ends a cut packet");
  return group;
}

WaveView view_of(const std::string& wave_file, const std::vector<Coordinate>& routers,
                 const char* comment, Picoseconds from, Picoseconds to) {
  WaveView view;
  view.wave_file = wave_file;
  view.comments = {"podsim: routers of the inter-chip interconnect", comment};
  view.from = from;
  view.to = to;
  if (!routers.empty()) {
    view.groups.push_back(
        {"", {{router_scope(routers.front()) + ".clk_i", 1, WaveSignal::kBinary, -1, ""}}, true});
  }
  return view;
}

}  // namespace

std::string router_scope(Coordinate at) { return fmt::format("router_{}_{}", at.x, at.y); }

std::vector<WaveGroup> router_groups(Coordinate at, const RouterSignals& signals) {
  const std::string scope = router_scope(at);
  const std::string name = "router " + to_string(at);
  return {traffic(scope, name + ": links", 0, kLinkPorts),
          buffers(scope, name + ": buffers and credits", signals),
          traffic(scope, name + ": lanes", kLane0, kLocalLanes), state(scope, name + ": state")};
}

WaveView router_view(const std::string& wave_file, const std::vector<Coordinate>& routers,
                     const RouterSignals& signals, Picoseconds from, Picoseconds to) {
  WaveView view;
  view.wave_file = wave_file;
  view.comments = {"podsim: routers of the inter-chip interconnect",
                   "flit_valid_i/o: a flit arrives or leaves; head: the first of its packet"};
  view.from = from;
  view.to = to;
  for (std::size_t i = 0; i < routers.size(); ++i) {
    if (i == 0) {
      view.groups.push_back(
          {"", {{router_scope(routers[i]) + ".clk_i", 1, WaveSignal::kBinary, -1, ""}}, true});
    }
    for (WaveGroup& group : router_groups(routers[i], signals)) {
      view.groups.push_back(std::move(group));
    }
  }
  return view;
}

WaveView pipeline_view(const std::string& wave_file, const std::vector<Coordinate>& routers,
                       const RouterSignals& signals, Picoseconds from, Picoseconds to) {
  WaveView view = view_of(wave_file, routers,
                          "numbers are edges of the pipeline: docs/rtl/router.md", from, to);
  for (const Coordinate& at : routers) {
    for (int port = 0; port < kPorts; ++port) {
      view.groups.push_back(stages(router_scope(at), at, signals, port));
    }
  }
  return view;
}

WaveView credit_view(const std::string& wave_file, const std::vector<Coordinate>& routers,
                     const RouterSignals& signals, Picoseconds from, Picoseconds to) {
  WaveView view = view_of(wave_file, routers, "credits of the link outputs", from, to);
  for (const Coordinate& at : routers) {
    view.groups.push_back(credit_loop(router_scope(at), at, signals));
  }
  return view;
}

WaveView link_view(const std::string& wave_file, const std::vector<Coordinate>& routers,
                   Picoseconds from, Picoseconds to) {
  WaveView view = view_of(wave_file, routers, "link layers: docs/rtl/link-layer.md", from, to);
  for (const Coordinate& at : routers) {
    for (int port = 0; port < kLinkPorts; ++port) {
      view.groups.push_back(link_layer(router_scope(at), at, port));
    }
  }
  return view;
}

}  // namespace podsim
