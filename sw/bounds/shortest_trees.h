// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_BOUNDS_SHORTEST_TREES_H_
#define PODSIM_SW_BOUNDS_SHORTEST_TREES_H_

#include "sw/bounds/forest_set.h"

namespace podsim {

/// Gives as many nodes as possible, in all forests at once, a parent one hop nearer to the root of
/// the forest. The forests must be without links.
///
/// A link of capacity c serves c nodes, each in another forest; which node of which forest gets
/// which link is a maximum matching (H. W. Kuhn's augmenting paths). Where all nodes of a forest
/// are served it is a tree of shortest paths.
void hang_shortest(ForestSet& forests);

}  // namespace podsim

#endif  // PODSIM_SW_BOUNDS_SHORTEST_TREES_H_
