// SPDX-License-Identifier: Apache-2.0
#include "sw/bounds/shortest_trees.h"

#include <utility>

#include "sw/bounds/tree_roots.h"

namespace podsim {
namespace {

class ShortestTrees {
 public:
  explicit ShortestTrees(ForestSet& forests)
      : forests_(forests),
        served_(forests.graph().links.size()),
        seen_(forests.graph().links.size(), 0) {
    for (int forest = 0; forest < forests.forests(); ++forest) {
      hops_.push_back(hops_from(forests.graph(), forests.links_of(), forests.root(forest)));
    }
  }

  void run() {
    for (int hops = 1; hops < forests_.graph().nodes; ++hops) {
      for (int forest = 0; forest < forests_.forests(); ++forest) serve_ring(forest, hops);
    }
  }

 private:
  struct Seat {
    int forest;
    int node;
  };

  // Nodes at the same distance to the root.
  void serve_ring(int forest, int hops) {
    for (int node = 0; node < forests_.graph().nodes; ++node) {
      if (hops_[forest][node] != hops) continue;
      // What a search in vain has seen stays in vain.
      if (serve({forest, node})) ++search_;
    }
  }

  bool serve(Seat seat) {
    for (int link : forests_.links_of()[seat.node]) {
      const int parent = forests_.graph().across(link, seat.node);
      if (hops_[seat.forest][parent] != hops_[seat.forest][seat.node] - 1) continue;
      if (seen_[link] == search_) continue;
      seen_[link] = search_;
      if (forests_.spare(link)) {
        take(link, seat);
        return true;
      }
      if (make_room(link, seat)) return true;
    }
    return false;
  }

  // One of those that the link serves goes to another link.
  bool make_room(int link, Seat seat) {
    for (std::size_t i = 0; i < served_[link].size(); ++i) {
      const Seat other = served_[link][i];
      if (!serve(other)) continue;
      forests_.erase(other.forest, link);
      served_[link].erase(served_[link].begin() + static_cast<std::ptrdiff_t>(i));
      take(link, seat);
      return true;
    }
    return false;
  }

  void take(int link, Seat seat) {
    forests_.insert(seat.forest, link);
    served_[link].push_back(seat);
  }

  ForestSet& forests_;
  std::vector<std::vector<int>> hops_;     // by forest and node, to the root
  std::vector<std::vector<Seat>> served_;  // by link
  std::vector<int> seen_;                  // by link: the last search that came to it
  int search_ = 1;
};

}  // namespace

void hang_shortest(ForestSet& forests) {
  ShortestTrees(forests).run();
  for (int forest = 0; forest < forests.forests(); ++forest) forests.hang(forest);
}

}  // namespace podsim
