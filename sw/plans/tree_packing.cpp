// SPDX-License-Identifier: Apache-2.0
#include "sw/plans/tree_packing.h"

#include <algorithm>

#include "sw/plans/forest_union.h"
#include "sw/plans/strength.h"
#include "sw/plans/tree_exchange.h"

namespace podsim::plans {
namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

}  // namespace
int SpanningTree::height() const {
  return depth.empty() ? 0 : *std::max_element(depth.begin(), depth.end());
}

int TreePacking::height() const {
  int height = 0;
  for (const SpanningTree& tree : trees) height = std::max(height, tree.height());
  return height;
}

TreePacking pack_trees(const LiveMultigraph& graph, int capacity) {
  TreePacking packing;
  packing.capacity = capacity;
  if (graph.size() < 2) {
    packing.trees.push_back({0, {-1}, {0}});
    return packing;
  }
  const Ratio sigma = graph_strength(graph).sigma;
  const auto count = static_cast<int>(capacity * sigma.numerator / sigma.denominator);
  if (count == 0) return packing;
  ForestUnion forests(graph, capacity, count);
  TreeExchange exchange(graph, forests.edges(), forests.trees());
  exchange.improve();
  packing.trees = exchange.trees();
  return packing;
}

TreePacking best_packing(const LiveMultigraph& graph) {
  if (graph.size() < 2) return pack_trees(graph, 1);
  constexpr double kCostOfATree = 0.005;
  const Ratio sigma = graph_strength(graph).sigma;
  int best = 1;
  double best_value = 0;
  for (int capacity = 1; capacity <= (graph.size() > 256 ? 2 : 8); ++capacity) {
    const auto count = static_cast<double>(capacity * sigma.numerator / sigma.denominator);
    const double value = count / capacity * (1 - kCostOfATree * count);
    if (value <= best_value) continue;
    best_value = value;
    best = capacity;
  }
  return pack_trees(graph, best);
}

namespace {

std::vector<std::vector<int>> neighbours_of(const LiveMultigraph& graph) {
  std::vector<std::vector<int>> neighbours(at(graph.size()));
  for (const LiveMultigraph::Edge& edge : graph.edges) {
    neighbours[at(edge.a)].push_back(edge.b);
    neighbours[at(edge.b)].push_back(edge.a);
  }
  return neighbours;
}

SpanningTree search_from(const std::vector<std::vector<int>>& neighbours, int root) {
  SpanningTree tree;
  tree.root = root;
  tree.parent.assign(neighbours.size(), -1);
  tree.depth.assign(neighbours.size(), -1);
  tree.depth[at(root)] = 0;
  std::vector<int> queue = {root};
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const int v = queue[head];
    for (int u : neighbours[at(v)]) {
      if (tree.depth[at(u)] >= 0) continue;
      tree.depth[at(u)] = tree.depth[at(v)] + 1;
      tree.parent[at(u)] = v;
      queue.push_back(u);
    }
  }
  return tree;
}

}  // namespace

SpanningTree shortest_tree(const LiveMultigraph& graph) {
  const auto neighbours = neighbours_of(graph);
  SpanningTree best = search_from(neighbours, 0);
  for (int root = 1; root < graph.size(); ++root) {
    SpanningTree tree = search_from(neighbours, root);
    if (tree.height() < best.height()) best = std::move(tree);
  }
  return best;
}

SpanningTree rooted_at(const SpanningTree& tree, int root) {
  std::vector<std::vector<int>> neighbours(tree.parent.size());
  for (std::size_t v = 0; v < tree.parent.size(); ++v) {
    const int parent = tree.parent[v];
    if (parent < 0) continue;
    neighbours[v].push_back(parent);
    neighbours[at(parent)].push_back(static_cast<int>(v));
  }
  return search_from(neighbours, root);
}

}  // namespace podsim::plans
