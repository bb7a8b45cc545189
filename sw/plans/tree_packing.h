// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_PLANS_TREE_PACKING_H_
#define PODSIM_SW_PLANS_TREE_PACKING_H_

#include <cstdint>
#include <vector>

#include "sw/plans/graph.h"

namespace podsim::plans {

/// A spanning tree of the live graph with a root.
struct SpanningTree {
  int root = 0;             ///< place in the graph's chips
  std::vector<int> parent;  ///< of each place; -1 at the root
  std::vector<int> depth;   ///< links to the root

  int height() const;
};

/// Spanning trees that share the links: no link is in more than `capacity` of them. Each tree
/// carries 1 / trees.size() of the data, up and down, so that an all-reduce takes
/// capacity / trees.size() x M / B at best; graph strength / capacity bounds the number of trees.
struct TreePacking {
  int capacity = 1;
  std::vector<SpanningTree> trees;

  double value() const { return static_cast<double>(trees.size()) / capacity; }
  int height() const;
};

/// The most trees that fit with `capacity`, by augmentation in the union of graphic matroids
/// (Edmonds, 1965; Roskind and Tarjan, Math. Oper. Res. 10(4), 1985), then made shallow: edges are
/// exchanged within and between trees while chips come nearer to their roots. The same for the
/// same arguments.
TreePacking pack_trees(const LiveMultigraph& graph, int capacity);

/// The packing with the capacity, 1 to 8, whose number of trees comes nearest to the strength; each
/// tree costs half a percent, since it takes work of its own at every chip. For more than 256 chips
/// the capacity is 1 or 2.
TreePacking best_packing(const LiveMultigraph& graph);

/// A tree of shortest ways from a chip from which no other is farther than need be.
SpanningTree shortest_tree(const LiveMultigraph& graph);

/// The same tree with another root.
SpanningTree rooted_at(const SpanningTree& tree, int root);

}  // namespace podsim::plans

#endif  // PODSIM_SW_PLANS_TREE_PACKING_H_
