// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_BOUNDS_DENSE_PARTS_H_
#define PODSIM_SW_BOUNDS_DENSE_PARTS_H_

#include <vector>

#include "sw/bounds/link_graph.h"
#include "sw/bounds/ratio.h"

namespace podsim {

/// A partition of the nodes of a graph.
struct Partition {
  std::vector<int> part;  ///< of each node, 0 to parts - 1, numbered by their first nodes
  int parts = 0;

  /// Links between different parts: E(P).
  int links_cut(const LinkGraph& graph) const;
};

/// Each node is a part.
Partition singletons(int nodes);

/// A partition P with the least E(P) - price (|P| - 1): the optimal attack of W. H. Cunningham,
/// "Optimal attack and reinforcement of a network", Journal of the ACM 32 (1985), exact.
///
/// With E[S] the links inside S, it maximises the sum over parts of E[S] - price (|S| - 1). That
/// function of sets is supermodular on sets that intersect, so the greedy algorithm finds the sum:
/// nodes are added one at a time, each with the largest value of a set that holds it less what
/// the nodes before it account for; that value is a maximum flow, which starts from the flow of the
/// node before. The price is at least 0 and finite; terms up to 1e6.
Partition dense_parts(const LinkGraph& graph, Ratio price);

}  // namespace podsim

#endif  // PODSIM_SW_BOUNDS_DENSE_PARTS_H_
