// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_BOUNDS_FOREST_UNION_H_
#define PODSIM_SW_BOUNDS_FOREST_UNION_H_

#include "sw/bounds/forest_set.h"

namespace podsim {

/// Adds links until every forest is a spanning tree, exchanging links between the forests where
/// needed: shortest augmenting paths of matroid union (J. Edmonds, 1968; J. Roskind and R. E.
/// Tarjan, "A note on finding minimum-cost edge-disjoint spanning trees", Mathematics of Operations
/// Research 10 (1985)). Succeeds from any start whenever there are such trees, that is if there are
/// at most capacity * sigma forests; false if there are not.
bool complete_trees(ForestSet& forests);

}  // namespace podsim

#endif  // PODSIM_SW_BOUNDS_FOREST_UNION_H_
