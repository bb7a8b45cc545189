// SPDX-License-Identifier: Apache-2.0
#include "sw/plans/graph.h"

#include <map>

namespace podsim::plans {

LiveMultigraph live_multigraph(const Topology& topology) {
  LiveMultigraph graph;
  graph.chips = topology.live_chips();
  std::map<int, int> place;
  for (int i = 0; i < graph.size(); ++i) place[graph.chips[static_cast<std::size_t>(i)]] = i;
  for (int chip : graph.chips) {
    for (int port : {kEast, kSouth}) {  // each link once: from its west or north end
      const std::optional<int> other = topology.neighbour(chip, port);
      if (other && *other != chip) graph.edges.push_back({place[chip], place[*other]});
    }
  }
  return graph;
}

}  // namespace podsim::plans
