// SPDX-License-Identifier: Apache-2.0
#include "sw/bounds/tree_packing.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "firmware/diagnostics/user_error.h"
#include "sw/bounds/forest_union.h"
#include "sw/bounds/graph_strength.h"
#include "sw/bounds/shallow_trees.h"
#include "sw/bounds/shortest_trees.h"
#include "sw/bounds/tree_roots.h"

namespace podsim {
namespace {

constexpr int kMostCapacity = 64;

// floor(capacity sigma)
int most_trees(const Ratio& sigma, int capacity) {
  return static_cast<int>(capacity * sigma.numerator / sigma.denominator);
}

void check(const PackingOptions& options, const LinkGraph& graph, const Ratio& sigma) {
  if (graph.nodes < 2 || sigma.numerator == 0) {
    throw UserError("COLL-016", fmt::format("no spanning trees: {}",
                                            graph.nodes < 2 ? "fewer than two chips are alive"
                                                            : "live chips are not connected"));
  }
  const bool fits = options.capacity >= 0 && options.capacity <= kMostCapacity &&
                    options.max_capacity >= 1 && options.max_capacity <= kMostCapacity;
  if (!fits) {
    throw UserError("COLL-017",
                    fmt::format("a packing of trees with a capacity of {}, at most {}",
                                options.capacity, options.max_capacity),
                    {}, fmt::format("capacities of 1 to {}", kMostCapacity));
  }
}

ForestSet trees_from(const LinkGraph& graph, int capacity, const std::vector<int>& roots) {
  ForestSet trees(graph, capacity, roots);
  hang_shortest(trees);
  if (!complete_trees(trees)) {
    throw InternalError(fmt::format("{} spanning trees do not fit into {} copies of {} links",
                                    roots.size(), capacity, graph.links.size()));
  }
  return trees;
}

// Roots close to the centre make trees of shortest paths low, but those of many trees get in each
// other's way: so several rings of roots are tried.
ForestSet shallowest_trees(const LinkGraph& graph, int capacity, int count, long effort) {
  const std::vector<int> eccentricity = eccentricities(graph);
  const int least = *std::min_element(eccentricity.begin(), eccentricity.end());
  std::optional<ForestSet> best;
  for (int part : {16, 8, 4}) {
    ForestSet trees =
        trees_from(graph, capacity, spread_roots(graph, eccentricity, least + least / part, count));
    make_shallow(trees, least, effort / 3);
    const auto rank = [](const ForestSet& of) { return std::pair(of.height(), of.total_depth()); };
    if (!best || rank(trees) < rank(*best)) best.emplace(std::move(trees));
  }
  return std::move(*best);
}

SpanningTree spanning_tree(const Topology& topology, const LinkGraph& graph, const HungTree& hung,
                           int root) {
  SpanningTree tree;
  tree.root = graph.chips[root];
  tree.parent.assign(topology.chips(), -1);
  tree.up_port.assign(topology.chips(), -1);
  tree.depth.assign(topology.chips(), -1);
  for (int node = 0; node < graph.nodes; ++node) {
    const int chip = graph.chips[node];
    tree.depth[chip] = hung.depth[node];
    if (hung.up[node] < 0) continue;
    const LinkGraph::Link& link = graph.links[hung.up[node]];
    tree.parent[chip] = graph.chips[graph.across(hung.up[node], node)];
    tree.up_port[chip] = link.a == node ? link.port : opposite(link.port);
  }
  return tree;
}

}  // namespace

int SpanningTree::height() const { return *std::max_element(depth.begin(), depth.end()); }

Ratio TreePacking::value() const {
  return Ratio::of(static_cast<std::int64_t>(trees.size()), capacity);
}

int TreePacking::height() const {
  int most = 0;
  for (const SpanningTree& tree : trees) most = std::max(most, tree.height());
  return most;
}

int choose_capacity(const Ratio& sigma, const PackingOptions& options) {
  if (options.capacity > 0) return options.capacity;
  int best = 1;
  for (int capacity = 1; capacity <= options.max_capacity; ++capacity) {
    const int trees = most_trees(sigma, capacity);
    if (trees >= options.target * sigma.value() * capacity) return capacity;
    if (trees * best > most_trees(sigma, best) * capacity) best = capacity;
  }
  return best;
}

TreePacking pack_trees(const Topology& topology, const PackingOptions& options) {
  const LinkGraph graph = live_links(topology);
  TreePacking packing;
  packing.sigma = graph_strength(graph).sigma;
  check(options, graph, packing.sigma);
  packing.capacity = choose_capacity(packing.sigma, options);
  const ForestSet trees = shallowest_trees(
      graph, packing.capacity, most_trees(packing.sigma, packing.capacity), options.effort);
  for (int tree = 0; tree < trees.forests(); ++tree) {
    packing.trees.push_back(spanning_tree(topology, graph, trees.hung(tree), trees.root(tree)));
  }
  return packing;
}

}  // namespace podsim
