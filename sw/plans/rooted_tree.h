// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_PLANS_ROOTED_TREE_H_
#define PODSIM_SW_PLANS_ROOTED_TREE_H_

#include <vector>

#include "sw/bounds/tree_packing.h"
#include "systemc/pod/topology.h"

namespace podsim::plans {

/// A tree of vertices 0 .. size - 1 with a root: what a plan needs of it.
struct RootedTree {
  int root = 0;
  std::vector<int> parent;  ///< of each vertex; -1 at the root
  std::vector<int> depth;   ///< hops to the root

  int size() const { return static_cast<int>(parent.size()); }
  int height() const;
  std::vector<std::vector<int>> children() const;
};

/// A spanning tree of a pod; vertex i is the i-th of `chips`, all live chips in order.
RootedTree rooted_tree(const SpanningTree& tree, const std::vector<int>& chips);

/// The same tree with another root.
RootedTree rooted_at(const RootedTree& tree, int root);

/// The same tree with a root of few children, as near to its centre as there is one: each child
/// makes the root read a chunk once more, and four are more than its memories can feed at the rate
/// of the links.
RootedTree with_lean_root(const RootedTree& tree);

/// A tree of shortest ways over live links from a chip from which no other is farther than need be.
RootedTree shortest_tree(const Topology& topology, const std::vector<int>& chips);

}  // namespace podsim::plans

#endif  // PODSIM_SW_PLANS_ROOTED_TREE_H_
