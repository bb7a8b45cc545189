// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_PLANS_GRAPH_H_
#define PODSIM_SW_PLANS_GRAPH_H_

#include <vector>

#include "systemc/pod/topology.h"

namespace podsim::plans {

/// The live graph of a pod as a multigraph: vertices are live chips, edges live links; a ring of
/// two has its two links as two edges.
struct LiveMultigraph {
  struct Edge {
    int a;  ///< place in `chips`
    int b;
  };
  std::vector<int> chips;  ///< in order of id
  std::vector<Edge> edges;

  int size() const { return static_cast<int>(chips.size()); }
};

LiveMultigraph live_multigraph(const Topology& topology);

}  // namespace podsim::plans

#endif  // PODSIM_SW_PLANS_GRAPH_H_
