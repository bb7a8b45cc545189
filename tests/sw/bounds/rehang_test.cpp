// SPDX-License-Identifier: Apache-2.0
// Parts of trees hung elsewhere, against trees that are hung anew.
#include "sw/bounds/rehang.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "tests/sw/bounds/test_graphs.h"

namespace podsim {
namespace {

// A tree that joins random links, hung by a random node.
ForestSet random_tree(const LinkGraph& graph, std::mt19937& random) {
  std::vector<int> links(graph.links.size());
  for (std::size_t link = 0; link < links.size(); ++link) links[link] = static_cast<int>(link);
  std::shuffle(links.begin(), links.end(), random);
  ForestSet trees(graph, 1, {static_cast<int>(random() % unsigned(graph.nodes))});
  for (int link : links) {
    const std::vector<int>& top = trees.hung(0).top;
    if (top[graph.links[link].a] == top[graph.links[link].b]) continue;
    trees.insert(0, link);
    trees.hang(0);
  }
  return trees;
}

// The most hops from the root to a node of `part` with `in` instead of `out`; -1 if the tree falls
// apart.
int depth_after(ForestSet trees, const std::vector<int>& part, int out, int in) {
  trees.erase(0, out);
  trees.insert(0, in);
  trees.hang(0);
  if (!trees.spans(0)) return -1;
  int depth = 0;
  for (int node : part) depth = std::max(depth, trees.hung(0).depth[node]);
  return depth;
}

std::vector<int> part_below(const ForestSet& trees, int node) {
  std::vector<int> part;
  for (int other = 0; other < trees.graph().nodes; ++other) {
    int at = other;
    while (at != node && trees.hung(0).up[at] >= 0) {
      at = trees.graph().across(trees.hung(0).up[at], at);
    }
    if (at == node) part.push_back(other);
  }
  return part;
}

void expect_all_options(const ForestSet& trees, int node) {
  const std::vector<int> part = part_below(trees, node);
  const int up = trees.hung(0).up[node];
  std::set<int> offered;
  RehangSearch search(trees);
  for (const Rehang& option : search.options(0, node)) {
    EXPECT_EQ(option.depth, depth_after(trees, part, up, option.link)) << "node " << node;
    offered.insert(option.link);
  }
  for (int link = 0; link < static_cast<int>(trees.graph().links.size()); ++link) {
    if (trees.holds(0, link) || offered.count(link) > 0) continue;
    EXPECT_EQ(depth_after(trees, part, up, link), -1) << "link " << link << " is not offered";
  }
}

TEST(RehangSearch, FindsEveryLinkAndTheDepthThatItGives) {
  constexpr unsigned kSeed = 20260331;
  std::mt19937 random(kSeed);
  for (int round = 0; round < 60; ++round) {
    SCOPED_TRACE(::testing::Message() << "seed " << kSeed << " round " << round
                                      << ": podsim_bounds_tests --gtest_filter=RehangSearch.*");
    const LinkGraph graph = live_links(random_pod(random, 6));
    const ForestSet trees = random_tree(graph, random);
    for (int node = 0; node < graph.nodes; ++node) {
      if (node != trees.root(0)) expect_all_options(trees, node);
    }
  }
}

TEST(ForestSet, HangsATreeByItsCentre) {
  constexpr unsigned kSeed = 20260332;
  std::mt19937 random(kSeed);
  for (int round = 0; round < 60; ++round) {
    SCOPED_TRACE(::testing::Message() << "seed " << kSeed << " round " << round
                                      << ": podsim_bounds_tests --gtest_filter=ForestSet.*");
    const LinkGraph graph = live_links(random_pod(random, 6));
    ForestSet tree = random_tree(graph, random);
    tree.hang_by_centre(0);
    int least = graph.nodes;
    for (int root = 0; root < graph.nodes; ++root) {
      ForestSet other(graph, 1, {root});
      for (int link = 0; link < static_cast<int>(graph.links.size()); ++link) {
        if (tree.holds(0, link)) other.insert(0, link);
      }
      other.hang(0);
      least = std::min(least, other.height());
    }
    EXPECT_EQ(tree.height(), least);
  }
}

}  // namespace
}  // namespace podsim
