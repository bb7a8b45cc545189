// SPDX-License-Identifier: Apache-2.0
#include "sw/plans/tree_exchange.h"

#include <algorithm>
#include <cmath>

namespace podsim::plans {
namespace {

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

std::int64_t cost_of_depth(std::int64_t depth) { return depth * depth * depth; }

}  // namespace

TreeExchange::TreeExchange(const LiveMultigraph& graph, std::vector<LiveMultigraph::Edge> edges,
                           std::vector<int> tree_of)
    : graph_(graph),
      edges_(std::move(edges)),
      tree_of_(std::move(tree_of)),
      incident_(at(graph.size())) {
  for (std::size_t e = 0; e < edges_.size(); ++e) {
    incident_[at(edges_[e].a)].push_back(static_cast<int>(e));
    incident_[at(edges_[e].b)].push_back(static_cast<int>(e));
  }
  const int count = *std::max_element(tree_of_.begin(), tree_of_.end()) + 1;
  trees_.resize(at(count));
  for (int tree = 0; tree < count; ++tree) choose_root(tree);
}

int TreeExchange::other_end(int edge, int v) const {
  return edges_[at(edge)].a == v ? edges_[at(edge)].b : edges_[at(edge)].a;
}

/// Parents, depths and cost of a tree from its root; edges of the tree must connect all.
void TreeExchange::root_tree(int number, int root) {
  Tree& tree = trees_[at(number)];
  tree.root = root;
  tree.parent_edge.assign(at(graph_.size()), -1);
  tree.depth.assign(at(graph_.size()), -1);
  tree.depth[at(root)] = 0;
  tree.cost = 0;
  std::vector<int> queue = {root};
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const int v = queue[head];
    tree.cost += cost_of_depth(tree.depth[at(v)]);
    for (int e : incident_[at(v)]) {
      const int u = other_end(e, v);
      if (tree_of_[at(e)] != number || tree.depth[at(u)] >= 0) continue;
      tree.depth[at(u)] = tree.depth[at(v)] + 1;
      tree.parent_edge[at(u)] = e;
      queue.push_back(u);
    }
  }
}

/// The middle of a longest path.
void TreeExchange::choose_root(int number) {
  root_tree(number, 0);
  const auto farthest = [&] {
    const std::vector<int>& depth = trees_[at(number)].depth;
    return static_cast<int>(std::max_element(depth.begin(), depth.end()) - depth.begin());
  };
  root_tree(number, farthest());
  int v = farthest();
  const Tree& tree = trees_[at(number)];
  for (int up = tree.depth[at(v)] / 2; up > 0; --up) v = other_end(tree.parent_edge[at(v)], v);
  root_tree(number, v);
}

/// Whether the tree still spans all when it loses one of its edges and gets another.
bool TreeExchange::connects(int number, int without, int with) const {
  // Removing an edge cuts off the subtree below its lower end; the new edge must cross.
  const Tree& tree = trees_[at(number)];
  const auto& edge = edges_[at(without)];
  const int low = tree.parent_edge[at(edge.a)] == without ? edge.a : edge.b;
  const auto below = [&](int v) {
    while (tree.depth[at(v)] > tree.depth[at(low)]) v = other_end(tree.parent_edge[at(v)], v);
    return v == low;
  };
  return below(edges_[at(with)].a) != below(edges_[at(with)].b);
}

bool TreeExchange::try_move(double temperature) {
  const auto pick = [&](std::size_t size) { return static_cast<int>(random_() % size); };
  const int number = pick(trees_.size());
  const int v = pick(at(graph_.size()));
  Tree& tree = trees_[at(number)];
  const int old_edge = tree.parent_edge[at(v)];
  if (old_edge < 0) return false;
  const std::vector<int>& candidates = incident_[at(v)];
  const int new_edge = candidates[at(pick(candidates.size()))];
  const int owner = tree_of_[at(new_edge)];
  if (owner == number || !connects(number, old_edge, new_edge)) return false;
  int replacement = -1;
  if (owner >= 0) {
    // The other tree takes the old edge, or a free one at either end of what it loses.
    if (connects(owner, new_edge, old_edge)) {
      replacement = old_edge;
    } else {
      for (int end : {edges_[at(new_edge)].a, edges_[at(new_edge)].b}) {
        for (int e : incident_[at(end)]) {
          if (replacement < 0 && tree_of_[at(e)] < 0 && connects(owner, new_edge, e)) {
            replacement = e;
          }
        }
      }
    }
    if (replacement < 0) return false;
  }
  const Tree saved = tree;
  const Tree saved_owner = owner >= 0 ? trees_[at(owner)] : Tree{};
  const std::int64_t before = tree.cost + saved_owner.cost;
  tree_of_[at(old_edge)] = -1;
  tree_of_[at(new_edge)] = number;
  if (replacement >= 0) tree_of_[at(replacement)] = owner;
  root_tree(number, tree.root);
  if (owner >= 0) root_tree(owner, saved_owner.root);
  const std::int64_t after = tree.cost + (owner >= 0 ? trees_[at(owner)].cost : 0);
  const auto rise = static_cast<double>(after - before);
  // A comparison of doubles that every host makes alike: no library function of the host.
  const double chance = static_cast<double>(random_() >> 11) * 0x1p-53;
  if (rise <= 0 ||
      (temperature > 0 && chance < 1 / (1 + rise / temperature * (1 + rise / temperature)))) {
    return true;
  }
  if (replacement >= 0) tree_of_[at(replacement)] = -1;
  tree_of_[at(new_edge)] = owner;
  tree_of_[at(old_edge)] = number;
  tree = saved;
  if (owner >= 0) trees_[at(owner)] = saved_owner;
  return false;
}

void TreeExchange::improve() {
  // About 2e8 steps of root_tree in all.
  const std::int64_t moves =
      std::clamp<std::int64_t>(60'000'000 / std::max(1, graph_.size()), 20'000, 400'000);
  const double start = static_cast<double>(trees_.front().cost) / graph_.size();
  for (std::int64_t i = 0; i < moves; ++i) {
    const double left = 1 - static_cast<double>(i) / static_cast<double>(moves);
    try_move(i + moves / 5 < moves ? start * left * left * left : 0);
    if (i % (moves / 16 + 1) == 0) {
      for (int tree = 0; tree < static_cast<int>(trees_.size()); ++tree) choose_root(tree);
    }
  }
  for (int tree = 0; tree < static_cast<int>(trees_.size()); ++tree) choose_root(tree);
}

std::vector<SpanningTree> TreeExchange::trees() const {
  std::vector<SpanningTree> trees;
  for (const Tree& tree : trees_) {
    SpanningTree spanning;
    spanning.root = tree.root;
    spanning.depth = tree.depth;
    for (int v = 0; v < graph_.size(); ++v) {
      const int edge = tree.parent_edge[at(v)];
      spanning.parent.push_back(edge < 0 ? -1 : other_end(edge, v));
    }
    trees.push_back(std::move(spanning));
  }
  return trees;
}

}  // namespace podsim::plans
