// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_BOUNDS_LINK_GRAPH_H_
#define PODSIM_SW_BOUNDS_LINK_GRAPH_H_

#include <vector>

#include "systemc/pod/topology.h"

namespace podsim {

/// The live chips and live links of a pod as an undirected multigraph, each link once: a ring of
/// two chips has two links between them.
struct LinkGraph {
  struct Link {
    int a = 0;      ///< node
    int b = 0;      ///< node, never a
    int port = -1;  ///< the Port of a; that of b is the opposite one. -1: not a link of a pod
  };

  int nodes = 0;
  std::vector<Link> links;
  /// The chip of each node, rising. Empty if the graph is not that of a pod.
  std::vector<int> chips;

  /// The node across `link` from `node`.
  int across(int link, int node) const {
    const Link& joined = links[static_cast<std::size_t>(link)];
    return joined.a == node ? joined.b : joined.a;
  }
  /// The links of each node, in the order of `links`.
  std::vector<std::vector<int>> links_of_nodes() const;
};

/// Nodes in order of chip id, links by node and then East before South.
LinkGraph live_links(const Topology& topology);

}  // namespace podsim

#endif  // PODSIM_SW_BOUNDS_LINK_GRAPH_H_
