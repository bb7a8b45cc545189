// SPDX-License-Identifier: Apache-2.0
#include "sw/bounds/forest_set.h"

#include <algorithm>
#include <numeric>

namespace podsim {

ForestSet::ForestSet(const LinkGraph& graph, int capacity, const std::vector<int>& roots)
    : graph_(graph),
      links_of_(graph.links_of_nodes()),
      capacity_(capacity),
      held_(roots.size(), std::vector<char>(graph.links.size(), 0)),
      load_(graph.links.size(), 0),
      root_(roots),
      hung_(roots.size()) {
  for (int forest = 0; forest < forests(); ++forest) hang(forest);
}

void ForestSet::insert(int forest, int link) {
  held_[forest][link] = 1;
  ++load_[link];
}

void ForestSet::erase(int forest, int link) {
  held_[forest][link] = 0;
  --load_[link];
}

void ForestSet::hang_by_centre(int forest) {
  root_[forest] = centre_of(graph_, links_of_, held_[forest]);
  hang(forest);
}

bool ForestSet::spans(int forest) const {
  return hung_[forest].below[root_[forest]] == graph_.nodes;
}

int ForestSet::height() const {
  int most = 0;
  for (const HungTree& tree : hung_) most = std::max(most, tree.tree_height());
  return most;
}

long ForestSet::total_depth() const {
  long total = 0;
  for (const HungTree& tree : hung_) {
    total = std::accumulate(tree.depth.begin(), tree.depth.end(), total);
  }
  return total;
}

}  // namespace podsim
