// SPDX-License-Identifier: Apache-2.0
#include "sw/bounds/hung_tree.h"

#include <algorithm>

namespace podsim {
namespace {

int deepest(const HungTree& tree) {
  return static_cast<int>(std::max_element(tree.depth.begin(), tree.depth.end()) -
                          tree.depth.begin());
}

}  // namespace

void HungTree::hang(const LinkGraph& graph, const std::vector<std::vector<int>>& links_of,
                    const std::vector<char>& held, int root) {
  up.assign(graph.nodes, -1);
  depth.assign(graph.nodes, -1);
  height.assign(graph.nodes, 0);
  top.assign(graph.nodes, -1);
  place.assign(graph.nodes, -1);
  below.assign(graph.nodes, 1);
  order.clear();
  hang_component(graph, links_of, held, root);
  for (int node = 0; node < graph.nodes; ++node) {
    if (depth[node] < 0) hang_component(graph, links_of, held, node);
  }
  for (std::size_t i = order.size(); i-- > 0;) {
    const int node = order[i];
    if (up[node] < 0) continue;
    const int parent = graph.across(up[node], node);
    height[parent] = std::max(height[parent], height[node] + 1);
    below[parent] += below[node];
  }
}

void HungTree::hang_component(const LinkGraph& graph, const std::vector<std::vector<int>>& links_of,
                              const std::vector<char>& held, int root) {
  depth[root] = 0;
  stack_.assign(1, root);
  while (!stack_.empty()) {
    const int node = stack_.back();
    stack_.pop_back();
    place[node] = static_cast<int>(order.size());
    top[node] = root;
    order.push_back(node);
    for (int link : links_of[node]) {
      if (!held[link] || link == up[node]) continue;
      const int child = graph.across(link, node);
      if (depth[child] >= 0) continue;  // closes a circuit
      up[child] = link;
      depth[child] = depth[node] + 1;
      stack_.push_back(child);
    }
  }
}

int centre_of(const LinkGraph& graph, const std::vector<std::vector<int>>& links_of,
              const std::vector<char>& held) {
  HungTree tree;
  tree.hang(graph, links_of, held, 0);
  tree.hang(graph, links_of, held, deepest(tree));
  int node = deepest(tree);
  for (int hops = tree.depth[node] / 2; hops > 0; --hops) node = graph.across(tree.up[node], node);
  return node;
}

}  // namespace podsim
