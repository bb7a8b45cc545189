// SPDX-License-Identifier: Apache-2.0
#include "sw/bounds/shallow_trees.h"

#include <algorithm>

#include "sw/bounds/rehang.h"

namespace podsim {
namespace {

class ShallowTrees {
 public:
  ShallowTrees(ForestSet& trees, long effort)
      : trees_(trees),
        rehang_(trees),
        effort_(effort),
        wanted_(trees.graph().links.size(), 0),
        cost_(static_cast<std::size_t>(trees.forests()), 0) {}

  void run(int least_height) {
    hang_by_centres();
    improve(least_height);
    while (effort_ > 0 && trees_.height() > least_height) {
      const int before = trees_.height();
      improve(before - 1);
      if (trees_.height() >= before) break;
    }
  }

 private:
  /// `tree` takes the link `in` and gives up `out`.
  struct Step {
    int tree;
    int in;
    int out;
    int before;  ///< the step that takes `out`, or -1
    int freed;   ///< what the first step of the chain gives up
  };

  void hang_by_centres() {
    for (int tree = 0; tree < trees_.forests(); ++tree) trees_.hang_by_centre(tree);
  }

  // Exchanges until no tree gets nearer to `limit`.
  void improve(int limit) {
    limit_ = limit;
    for (int tree = 0; tree < trees_.forests(); ++tree) cost_[tree] = cost_of(tree);
    bool better = true;
    while (better && effort_ > 0) {
      better = false;
      for (int tree = 0; tree < trees_.forests(); ++tree) better |= improve_tree(tree);
    }
    hang_by_centres();
  }

  long cost_of(int tree) const {
    if (!trees_.spans(tree)) return kBroken;
    long cost = 0;
    for (int depth : trees_.hung(tree).depth) cost += std::max(0, depth - limit_);
    return cost;
  }

  bool improve_tree(int tree) {
    bool better = false;
    const std::vector<int> nodes = trees_.hung(tree).order;
    for (int node : nodes) {
      if (effort_ <= 0) return better;
      if (trees_.hung(tree).depth[node] > limit_) better |= improve_node(tree, node);
    }
    return better;
  }

  bool improve_node(int tree, int node) {
    steps_.clear();
    ++search_;
    if (start(tree, node)) return true;
    for (std::size_t i = 0; i < steps_.size() && i < kMostSteps; ++i) {
      if (follow(static_cast<int>(i))) return true;
    }
    return false;
  }

  // First steps: what hangs below the node or one above it hangs elsewhere, less deep.
  bool start(int tree, int node) {
    const HungTree& hung = trees_.hung(tree);
    for (int above = node; hung.up[above] >= 0;) {
      const int deepest = hung.depth[above] + hung.height[above];
      for (const Rehang& option : rehang_.options(tree, above)) {
        if (option.depth >= deepest) continue;
        if (want({tree, option.link, hung.up[above], -1, hung.up[above]})) return true;
      }
      above = trees_.graph().across(hung.up[above], above);
    }
    return false;
  }

  // Each tree that holds the link that a step wants could give it up.
  bool follow(int step) {
    const int link = steps_[step].in;
    const int freed = steps_[step].freed;
    for (int tree = 0; tree < trees_.forests(); ++tree) {
      if (!trees_.holds(tree, link)) continue;
      const LinkGraph::Link& ends = trees_.graph().links[link];
      const int node = trees_.hung(tree).up[ends.a] == link ? ends.a : ends.b;
      const int depth = trees_.hung(tree).depth[node] + trees_.hung(tree).height[node];
      for (const Rehang& option : rehang_.options(tree, node)) {
        if (option.depth > std::max(limit_, depth)) continue;
        if (want({tree, option.link, link, step, freed})) return true;
      }
    }
    return false;
  }

  // Takes the chain that ends here if the link is free for it, else keeps the step for later.
  bool want(const Step& step) {
    if (wanted_[step.in] == search_) return false;
    --effort_;
    wanted_[step.in] = search_;
    steps_.push_back(step);
    return (trees_.spare(step.in) || step.in == step.freed) && take(step);
  }

  bool take(const Step& last) {
    std::vector<Step> chain{last};
    while (chain.back().before >= 0) chain.push_back(steps_[chain.back().before]);
    const long before = chain_cost(chain);
    exchange(chain);
    if (hang(chain) < before) {
      for (const Step& step : chain) cost_[step.tree] = cost_of(step.tree);
      return true;
    }
    for (Step& step : chain) std::swap(step.in, step.out);
    exchange(chain);
    hang(chain);
    return false;
  }

  void exchange(const std::vector<Step>& chain) {
    for (const Step& step : chain) trees_.erase(step.tree, step.out);
    for (const Step& step : chain) trees_.insert(step.tree, step.in);
  }

  // The cost after hanging the trees of a chain again.
  long hang(const std::vector<Step>& chain) {
    for_each_tree(chain, [&](int tree) {
      trees_.hang(tree);
      effort_ -= trees_.graph().nodes / 8;  // as long as looking at so many links
    });
    long cost = 0;
    for_each_tree(chain, [&](int tree) { cost += cost_of(tree); });
    return cost;
  }

  long chain_cost(const std::vector<Step>& chain) const {
    long cost = 0;
    for_each_tree(chain, [&](int tree) { cost += cost_[tree]; });
    return cost;
  }

  template <typename Do>
  void for_each_tree(const std::vector<Step>& chain, Do&& act) const {
    for (std::size_t i = 0; i < chain.size(); ++i) {
      const bool seen = std::any_of(chain.begin(), chain.begin() + static_cast<long>(i),
                                    [&](const Step& step) { return step.tree == chain[i].tree; });
      if (!seen) act(chain[i].tree);
    }
  }

  static constexpr std::size_t kMostSteps = 400;
  static constexpr long kBroken = 1L << 40;
  ForestSet& trees_;
  RehangSearch rehang_;
  long effort_;
  int limit_ = 0;
  std::vector<int> wanted_;  // by link: the last search that wanted it
  int search_ = 0;
  std::vector<long> cost_;  // by tree, for limit_
  std::vector<Step> steps_;
};

}  // namespace

void make_shallow(ForestSet& trees, int least_height, long effort) {
  ShallowTrees(trees, effort).run(least_height);
}

}  // namespace podsim
