// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_BOUNDS_FOREST_SET_H_
#define PODSIM_SW_BOUNDS_FOREST_SET_H_

#include <vector>

#include "sw/bounds/hung_tree.h"
#include "sw/bounds/link_graph.h"

namespace podsim {

/// Forests over one graph that share its links: a link is in at most `capacity` of them. It counts
/// how many hold each link and keeps each hung by a root; who changes a forest hangs it again.
class ForestSet {
 public:
  /// A forest for each root, all without links.
  ForestSet(const LinkGraph& graph, int capacity, const std::vector<int>& roots);

  const LinkGraph& graph() const { return graph_; }
  const std::vector<std::vector<int>>& links_of() const { return links_of_; }
  int forests() const { return static_cast<int>(held_.size()); }
  int capacity() const { return capacity_; }

  bool holds(int forest, int link) const { return held_[forest][link] != 0; }
  int load(int link) const { return load_[link]; }
  bool spare(int link) const { return load_[link] < capacity_; }
  void insert(int forest, int link);
  void erase(int forest, int link);

  int root(int forest) const { return root_[forest]; }
  const HungTree& hung(int forest) const { return hung_[forest]; }
  void hang(int forest) { hung_[forest].hang(graph_, links_of_, held_[forest], root_[forest]); }
  /// Hangs a spanning tree by its centre.
  void hang_by_centre(int forest);
  bool spans(int forest) const;
  /// Of the highest spanning tree.
  int height() const;
  /// Hops to the roots, over all nodes and forests.
  long total_depth() const;

 private:
  const LinkGraph& graph_;
  std::vector<std::vector<int>> links_of_;
  int capacity_;
  std::vector<std::vector<char>> held_;  // by forest and link
  std::vector<int> load_;                // by link
  std::vector<int> root_;
  std::vector<HungTree> hung_;
};

}  // namespace podsim

#endif  // PODSIM_SW_BOUNDS_FOREST_SET_H_
