// SPDX-License-Identifier: Apache-2.0
#include "sw/bounds/forest_union.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace podsim {
namespace {

/// One search for a sequence of exchanges that makes room for one more link.
///
/// A place is a link in a forest, or a spare copy of a link (forest -1). A place labels those
/// places whose links could leave their forests if its link came in: those on the circuit that it
/// closes.
class ForestUnion {
 public:
  explicit ForestUnion(ForestSet& forests)
      : forests_(forests), links_(static_cast<int>(forests.graph().links.size())) {}

  bool augment() {
    start();
    std::size_t done = 0;
    while (done < queue_.size()) {
      const int at = queue_[done++];
      for (int forest = 0; forest < forests_.forests(); ++forest) {
        if (forest == forest_of(at)) continue;
        if (joins_parts(forest, link_of(at))) {
          exchange(at, forest);
          return true;
        }
        label_circuit(at, forest);
      }
    }
    return false;
  }

 private:
  int place(int forest, int link) const { return (forest + 1) * links_ + link; }
  int forest_of(int at) const { return at / links_ - 1; }
  int link_of(int at) const { return at % links_; }

  void start() {
    const int nodes = forests_.graph().nodes;
    from_.assign(static_cast<std::size_t>(forests_.forests() + 1) * links_, kUnlabelled);
    queue_.clear();
    for (int link = 0; link < links_; ++link) {
      if (forests_.spare(link)) label(place(-1, link), kFirst);
    }
    skip_.resize(forests_.forests());
    for (auto& skip : skip_) {
      skip.resize(nodes);
      std::iota(skip.begin(), skip.end(), 0);
    }
  }

  void label(int at, int from) {
    if (from_[at] != kUnlabelled) return;
    from_[at] = from;
    queue_.push_back(at);
  }

  bool joins_parts(int forest, int link) const {
    const LinkGraph::Link& ends = forests_.graph().links[link];
    const std::vector<int>& top = forests_.hung(forest).top;
    return top[ends.a] != top[ends.b];
  }

  // The nearest node on the way up, itself included, whose link up is not labelled.
  int unlabelled_above(int forest, int node) {
    std::vector<int>& skip = skip_[forest];
    while (skip[node] != node) node = skip[node] = skip[skip[node]];
    return node;
  }

  void label_circuit(int from, int forest) {
    const HungTree& tree = forests_.hung(forest);
    const LinkGraph::Link& ends = forests_.graph().links[link_of(from)];
    int a = unlabelled_above(forest, ends.a);
    int b = unlabelled_above(forest, ends.b);
    while (a != b) {
      int& lower = tree.depth[a] >= tree.depth[b] ? a : b;
      const int link = tree.up[lower];
      label(place(forest, link), from);
      skip_[forest][lower] = forests_.graph().across(link, lower);
      lower = unlabelled_above(forest, lower);
    }
  }

  void exchange(int at, int forest) {
    std::set<int> changed;
    for (int into = forest; into >= 0; at = from_[at]) {
      const int link = link_of(at);
      const int out_of = forest_of(at);
      forests_.insert(into, link);
      changed.insert(into);
      if (out_of >= 0) forests_.erase(out_of, link);
      into = out_of;
    }
    for (int hung : changed) forests_.hang(hung);
  }

  static constexpr int kUnlabelled = -2;
  static constexpr int kFirst = -1;
  ForestSet& forests_;
  int links_;
  std::vector<int> from_;               // by place: the place that labelled it
  std::vector<int> queue_;              // labelled places
  std::vector<std::vector<int>> skip_;  // by forest and node: see unlabelled_above
};

}  // namespace

bool complete_trees(ForestSet& forests) {
  ForestUnion search(forests);
  const auto all_span = [&] {
    for (int forest = 0; forest < forests.forests(); ++forest) {
      if (!forests.spans(forest)) return false;
    }
    return true;
  };
  while (!all_span()) {
    if (!search.augment()) return false;
  }
  return true;
}

}  // namespace podsim
