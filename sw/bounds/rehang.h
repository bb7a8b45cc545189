// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_BOUNDS_REHANG_H_
#define PODSIM_SW_BOUNDS_REHANG_H_

#include <vector>

#include "sw/bounds/forest_set.h"

namespace podsim {

/// A link by which a part that is cut off a tree can hang on the rest.
struct Rehang {
  int link = 0;
  int depth = 0;  ///< of the deepest node of the part, then
};

/// Finds the ways to hang the part below a node back on its tree.
class RehangSearch {
 public:
  explicit RehangSearch(const ForestSet& trees) : trees_(trees), hops_(trees.graph().nodes, -1) {}

  /// All links but the present one that join `node` and what is below it to the rest of `tree`. Of
  /// a part of more than `kWhole` nodes, only those of `node` itself.
  const std::vector<Rehang>& options(int tree, int node);

  static constexpr int kWhole = 48;

 private:
  void options_of(int tree, int part, int node, int farthest);
  int walk(int tree, int part, int node, std::vector<int>& farthest);

  const ForestSet& trees_;
  std::vector<Rehang> found_;
  std::vector<int> hops_;
  std::vector<int> queue_;
};

}  // namespace podsim

#endif  // PODSIM_SW_BOUNDS_REHANG_H_
