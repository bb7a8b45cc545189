// SPDX-License-Identifier: Apache-2.0
#include "sw/routing/live_graph.h"

#include <fmt/format.h>

#include <algorithm>

namespace podsim {

LiveGraph::LiveGraph(const Topology& topology)
    : neighbours_(static_cast<std::size_t>(topology.chips()), {-1, -1, -1, -1}) {
  for (int chip = 0; chip < topology.chips(); ++chip) {
    for (int port = 0; port < kLinkPorts; ++port) {
      neighbours_[static_cast<std::size_t>(chip)][static_cast<std::size_t>(port)] =
          topology.neighbour(chip, port).value_or(-1);
    }
  }
}

std::vector<int> LiveGraph::hops_from(int chip) const {
  std::vector<int> hops;
  std::vector<int> queue;
  hops_from(chip, {}, hops, queue);
  return hops;
}

void LiveGraph::hops_from(int chip, const std::vector<bool>& serves, std::vector<int>& hops,
                          std::vector<int>& queue) const {
  hops.assign(neighbours_.size(), -1);
  queue.clear();
  queue.push_back(chip);
  hops[static_cast<std::size_t>(chip)] = 0;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const int here = hops[static_cast<std::size_t>(queue[i])];
    for (int next : neighbours_[static_cast<std::size_t>(queue[i])]) {
      if (next < 0 || hops[static_cast<std::size_t>(next)] >= 0) continue;
      if (!serves.empty() && !serves[static_cast<std::size_t>(next)]) continue;
      hops[static_cast<std::size_t>(next)] = here + 1;
      queue.push_back(next);
    }
  }
}

std::string chip_list(const Topology& topology, const std::vector<int>& chips, std::size_t limit) {
  std::string text;
  const std::size_t shown = std::min(limit, chips.size());
  for (std::size_t i = 0; i < shown; ++i) {
    if (i > 0) text += ", ";
    text += to_string(topology.coordinate(chips[i]));
  }
  if (shown < chips.size()) text += fmt::format(" and {} more", chips.size() - shown);
  return text;
}

}  // namespace podsim
