// SPDX-License-Identifier: Apache-2.0
#include "sw/bounds/rehang.h"

#include <algorithm>

namespace podsim {

const std::vector<Rehang>& RehangSearch::options(int tree, int node) {
  found_.clear();
  const HungTree& hung = trees_.hung(tree);
  const int size = hung.below[node];
  if (size > kWhole) {
    options_of(tree, node, node, hung.height[node]);
    return found_;
  }
  // The farthest node of a tree from any node is one of the two ends of a longest path.
  std::vector<int> farthest(static_cast<std::size_t>(size), 0);
  const int end = walk(tree, node, node, farthest);
  const int other_end = walk(tree, node, end, farthest);
  walk(tree, node, other_end, farthest);
  for (int i = 0; i < size; ++i) {
    options_of(tree, node, hung.order[hung.place[node] + i], farthest[i]);
  }
  return found_;
}

void RehangSearch::options_of(int tree, int part, int node, int farthest) {
  const HungTree& hung = trees_.hung(tree);
  for (int link : trees_.links_of()[node]) {
    const int other = trees_.graph().across(link, node);
    if (link == hung.up[part] || hung.is_below(other, part)) continue;
    found_.push_back({link, hung.depth[other] + 1 + farthest});
  }
}

// Raises `farthest`, by place within the part, to the hops from `node`; the last node reached.
int RehangSearch::walk(int tree, int part, int node, std::vector<int>& farthest) {
  const HungTree& hung = trees_.hung(tree);
  queue_.assign(1, node);
  hops_[node] = 0;
  for (std::size_t i = 0; i < queue_.size(); ++i) {
    const int here = queue_[i];
    int& far = farthest[hung.place[here] - hung.place[part]];
    far = std::max(far, hops_[here]);
    for (int link : trees_.links_of()[here]) {
      const int next = trees_.graph().across(link, here);
      if (!trees_.holds(tree, link) || !hung.is_below(next, part) || hops_[next] >= 0) continue;
      hops_[next] = hops_[here] + 1;
      queue_.push_back(next);
    }
  }
  for (int here : queue_) hops_[here] = -1;
  return queue_.back();
}

}  // namespace podsim
