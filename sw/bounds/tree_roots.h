// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_BOUNDS_TREE_ROOTS_H_
#define PODSIM_SW_BOUNDS_TREE_ROOTS_H_

#include <vector>

#include "sw/bounds/link_graph.h"

namespace podsim {

/// Hops from a node to each; -1 where there is no way.
std::vector<int> hops_from(const LinkGraph& graph, const std::vector<std::vector<int>>& links_of,
                           int node);

/// Hops from each node to the node farthest from it.
std::vector<int> eccentricities(const LinkGraph& graph);

/// Roots for trees that are to be shallow: nodes from which no node is farther than `reach` hops,
/// which must exist, spread as far apart as they go. Roots repeat if there are not enough.
/// `eccentricity` is that of each node.
std::vector<int> spread_roots(const LinkGraph& graph, const std::vector<int>& eccentricity,
                              int reach, int trees);

}  // namespace podsim

#endif  // PODSIM_SW_BOUNDS_TREE_ROOTS_H_
