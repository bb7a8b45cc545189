// SPDX-License-Identifier: Apache-2.0
#include "sw/bounds/link_graph.h"

#include <optional>

namespace podsim {

std::vector<std::vector<int>> LinkGraph::links_of_nodes() const {
  std::vector<std::vector<int>> of(static_cast<std::size_t>(nodes));
  for (std::size_t link = 0; link < links.size(); ++link) {
    of[links[link].a].push_back(static_cast<int>(link));
    of[links[link].b].push_back(static_cast<int>(link));
  }
  return of;
}

LinkGraph live_links(const Topology& topology) {
  LinkGraph graph;
  graph.chips = topology.live_chips();
  graph.nodes = static_cast<int>(graph.chips.size());
  std::vector<int> node_of(static_cast<std::size_t>(topology.chips()), -1);
  for (int node = 0; node < graph.nodes; ++node) node_of[graph.chips[node]] = node;
  for (int node = 0; node < graph.nodes; ++node) {
    // Every link leaves one of its chips to the east or to the south.
    for (int port : {kEast, kSouth}) {
      const std::optional<int> other = topology.neighbour(graph.chips[node], port);
      if (other) graph.links.push_back({node, node_of[*other], port});
    }
  }
  return graph;
}

}  // namespace podsim
