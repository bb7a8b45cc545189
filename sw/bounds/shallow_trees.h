// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_BOUNDS_SHALLOW_TREES_H_
#define PODSIM_SW_BOUNDS_SHALLOW_TREES_H_

#include "sw/bounds/forest_set.h"

namespace podsim {

/// Makes spanning trees that share links shallower by exchanges, and hangs each by its centre.
///
/// What hangs below a node that is too deep, or below one above it, moves to another place of its
/// tree. If the link for that is at its capacity, one of the trees that hold it gives it up and
/// hangs what was below by another link, which may be full in turn: a chain, found breadth first. A
/// chain is taken if it lowers the sum over all trees of the hops by which nodes are deeper than a
/// limit. The limit starts at `least_height`, below which no tree can be, and then is one below the
/// highest tree, as long as that brings it down. Deterministic; `effort` bounds the work: the
/// links that are looked at, and an eighth of the nodes for each tree that is tried.
void make_shallow(ForestSet& trees, int least_height, long effort);

}  // namespace podsim

#endif  // PODSIM_SW_BOUNDS_SHALLOW_TREES_H_
