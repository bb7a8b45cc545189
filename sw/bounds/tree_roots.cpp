// SPDX-License-Identifier: Apache-2.0
#include "sw/bounds/tree_roots.h"

#include <algorithm>
#include <limits>

namespace podsim {
std::vector<int> hops_from(const LinkGraph& graph, const std::vector<std::vector<int>>& links_of,
                           int node) {
  std::vector<int> hops(graph.nodes, -1);
  std::vector<int> queue{node};
  hops[node] = 0;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (int link : links_of[queue[i]]) {
      const int next = graph.across(link, queue[i]);
      if (hops[next] >= 0) continue;
      hops[next] = hops[queue[i]] + 1;
      queue.push_back(next);
    }
  }
  return hops;
}

std::vector<int> eccentricities(const LinkGraph& graph) {
  const auto links_of = graph.links_of_nodes();
  std::vector<int> farthest;
  for (int node = 0; node < graph.nodes; ++node) {
    const std::vector<int> hops = hops_from(graph, links_of, node);
    farthest.push_back(*std::max_element(hops.begin(), hops.end()));
  }
  return farthest;
}

std::vector<int> spread_roots(const LinkGraph& graph, const std::vector<int>& eccentricity,
                              int reach, int trees) {
  const auto links_of = graph.links_of_nodes();
  std::vector<int> nodes;
  for (int node = 0; node < graph.nodes; ++node) {
    if (eccentricity[node] <= reach) nodes.push_back(node);
  }
  constexpr int kFar = std::numeric_limits<int>::max();
  std::vector<int> nearest(nodes.size(), kFar);  // hops to the nearest root so far
  std::vector<int> roots;
  while (static_cast<int>(roots.size()) < trees) {
    const auto next = std::max_element(nearest.begin(), nearest.end()) - nearest.begin();
    if (nearest[next] == 0) nearest.assign(nodes.size(), kFar);
    roots.push_back(nodes[next]);
    const std::vector<int> hops = hops_from(graph, links_of, nodes[next]);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      nearest[i] = std::min(nearest[i], hops[nodes[i]]);
    }
  }
  return roots;
}

}  // namespace podsim
