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
    group.signals.push_back({fmt::format("{}.ici_router.gen_plain.u_core.gen_port[{}].u_input.count_q", scope, port),
                             width, WaveSignal::kHex, -1,
                             fmt::format("{} buffered, by VC", port_name(port))});
  }
  group.signals.push_back({scope + ".ici_router.gen_plain.u_core.credit_count",
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

}  // namespace podsim
