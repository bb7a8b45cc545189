// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_PLANS_FOREST_UNION_H_
#define PODSIM_SW_PLANS_FOREST_UNION_H_

#include <vector>

#include "sw/plans/graph.h"

namespace podsim::plans {

/// A graph in which each edge stands `capacity` times, and `count` spanning trees that share no
/// copy. Edges are put in one by one; one that closes a cycle in every forest may push edges of
/// those cycles on to other forests, along a shortest chain.
class ForestUnion {
 public:
  /// Throws InternalError when the trees do not fit: count must be at most capacity x strength.
  ForestUnion(const LiveMultigraph& graph, int capacity, int count);

  /// The copies of the edges, in the order of the trees' numbers.
  const std::vector<LiveMultigraph::Edge>& edges() const { return edges_; }
  /// For each copy the tree that it is in, or -1.
  const std::vector<int>& trees() const { return tree_of_; }

 private:
  bool insert(int edge);
  /// The edges of forest `tree` between the ends of `edge`; empty if they are not connected.
  std::vector<int> path(int tree, int edge) const;
  void attach(int edge, int tree);
  void detach(int edge);

  int count_;
  std::vector<LiveMultigraph::Edge> edges_;
  std::vector<int> tree_of_;
  std::vector<std::vector<std::vector<int>>> incident_;  // [tree][vertex]: edges
};

}  // namespace podsim::plans

#endif  // PODSIM_SW_PLANS_FOREST_UNION_H_
