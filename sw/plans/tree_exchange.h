// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_PLANS_TREE_EXCHANGE_H_
#define PODSIM_SW_PLANS_TREE_EXCHANGE_H_

#include <cstdint>
#include <random>
#include <vector>

#include "sw/plans/graph.h"
#include "sw/plans/tree_packing.h"

namespace podsim::plans {

/// Makes edge-disjoint spanning trees shallow by exchanging edges, with simulated annealing on the
/// sum over trees and chips of depth^3.
///
/// A move gives a chip another parent in one tree. The new edge is free, or it is taken from
/// another tree, which gets the old edge, or another one, to stay connected.
class TreeExchange {
 public:
  /// `tree_of[e]` is the tree of edge e, or -1.
  TreeExchange(const LiveMultigraph& graph, std::vector<LiveMultigraph::Edge> edges,
               std::vector<int> tree_of);

  void improve();
  std::vector<SpanningTree> trees() const;

 private:
  struct Tree {
    std::vector<int> parent_edge;  ///< of each vertex, -1 at the root
    std::vector<int> depth;
    int root = 0;
    std::int64_t cost = 0;
  };

  void root_tree(int tree, int root);
  void choose_root(int tree);
  bool try_move(double temperature);
  int other_end(int edge, int v) const;
  bool connects(int tree, int without, int with) const;

  const LiveMultigraph& graph_;
  std::vector<LiveMultigraph::Edge> edges_;
  std::vector<int> tree_of_;
  std::vector<std::vector<int>> incident_;  // [vertex]: edges
  std::vector<Tree> trees_;
  std::mt19937_64 random_{1};
};

}  // namespace podsim::plans

#endif  // PODSIM_SW_PLANS_TREE_EXCHANGE_H_
