// SPDX-License-Identifier: Apache-2.0
#include "sw/plans/rooted_tree.h"

#include <algorithm>

#include "sw/bounds/tree_roots.h"

namespace podsim::plans {
namespace {

constexpr int kLeanRoot = 2;  // children that a root feeds at full rate

using Neighbours = std::vector<std::vector<int>>;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

int place_of(const std::vector<int>& chips, int chip) {
  return static_cast<int>(std::lower_bound(chips.begin(), chips.end(), chip) - chips.begin());
}

RootedTree search_from(const Neighbours& neighbours, int root) {
  RootedTree tree;
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

Neighbours neighbours_of(const RootedTree& tree) {
  Neighbours neighbours(tree.parent.size());
  for (int v = 0; v < tree.size(); ++v) {
    const int parent = tree.parent[at(v)];
    if (parent < 0) continue;
    neighbours[at(v)].push_back(parent);
    neighbours[at(parent)].push_back(v);
  }
  return neighbours;
}

}  // namespace

int RootedTree::height() const {
  return depth.empty() ? 0 : *std::max_element(depth.begin(), depth.end());
}

std::vector<std::vector<int>> RootedTree::children() const {
  std::vector<std::vector<int>> children(parent.size());
  for (int v = 0; v < size(); ++v) {
    if (parent[at(v)] >= 0) children[at(parent[at(v)])].push_back(v);
  }
  return children;
}

RootedTree rooted_tree(const SpanningTree& tree, const std::vector<int>& chips) {
  RootedTree rooted;
  rooted.root = place_of(chips, tree.root);
  for (int chip : chips) {
    const int parent = tree.parent[at(chip)];
    rooted.parent.push_back(parent < 0 ? -1 : place_of(chips, parent));
    rooted.depth.push_back(tree.depth[at(chip)]);
  }
  return rooted;
}

RootedTree rooted_at(const RootedTree& tree, int root) {
  return search_from(neighbours_of(tree), root);
}

RootedTree with_lean_root(const RootedTree& tree) {
  const Neighbours neighbours = neighbours_of(tree);
  RootedTree best = tree;
  const auto is_lean = [&](int v) { return neighbours[at(v)].size() <= kLeanRoot; };
  if (is_lean(tree.root)) return best;
  bool found = false;
  for (int v = 0; v < tree.size(); ++v) {
    if (!is_lean(v)) continue;
    RootedTree candidate = search_from(neighbours, v);
    if (found && candidate.height() >= best.height()) continue;
    best = std::move(candidate);
    found = true;
  }
  return best;
}

RootedTree shortest_tree(const Topology& topology, const std::vector<int>& chips) {
  Neighbours neighbours(chips.size());
  for (std::size_t v = 0; v < chips.size(); ++v) {
    for (int port = 0; port < kLinkPorts; ++port) {
      const std::optional<int> other = topology.neighbour(chips[v], port);
      if (other) neighbours[v].push_back(place_of(chips, *other));
    }
  }
  const std::vector<int> farthest = eccentricities(live_links(topology));
  const auto root = std::min_element(farthest.begin(), farthest.end()) - farthest.begin();
  return search_from(neighbours, static_cast<int>(root));
}

}  // namespace podsim::plans
