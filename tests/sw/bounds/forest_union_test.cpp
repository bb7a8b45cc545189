// SPDX-License-Identifier: Apache-2.0
// As many spanning trees as the theorem of Tutte and Nash-Williams says, and not one more.
#include "sw/bounds/forest_union.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

#include "sw/bounds/graph_strength.h"
#include "sw/bounds/shortest_trees.h"
#include "tests/sw/bounds/test_graphs.h"

namespace podsim {
namespace {

// Whether the links of a forest join all nodes without a circuit, by joining them here.
bool is_spanning_tree(const ForestSet& forests, int forest) {
  std::vector<int> part(forests.graph().nodes);
  std::iota(part.begin(), part.end(), 0);
  int joined = 0;
  for (std::size_t link = 0; link < forests.graph().links.size(); ++link) {
    if (!forests.holds(forest, static_cast<int>(link))) continue;
    const int keep = part[forests.graph().links[link].a];
    const int gone = part[forests.graph().links[link].b];
    if (keep == gone) return false;
    for (int& of : part) of = of == gone ? keep : of;
    ++joined;
  }
  return joined == forests.graph().nodes - 1;
}

void expect_trees_within_capacity(const ForestSet& forests) {
  for (int forest = 0; forest < forests.forests(); ++forest) {
    EXPECT_TRUE(is_spanning_tree(forests, forest)) << "forest " << forest;
  }
  for (std::size_t link = 0; link < forests.graph().links.size(); ++link) {
    int load = 0;
    for (int forest = 0; forest < forests.forests(); ++forest) {
      load += forests.holds(forest, static_cast<int>(link)) ? 1 : 0;
    }
    EXPECT_LE(load, forests.capacity());
  }
}

TEST(ForestUnion, FindsAsManyTreesAsTheStrengthSaysAndNotOneMore) {
  constexpr unsigned kSeed = 20260311;
  std::mt19937 random(kSeed);
  int packed = 0;
  for (int round = 0; round < 400; ++round) {
    SCOPED_TRACE(::testing::Message()
                 << "seed " << kSeed << " round " << round
                 << ": podsim_bounds_tests --gtest_filter=ForestUnion.FindsAsMany*");
    const LinkGraph graph = random_multigraph(random, 10);
    const Ratio sigma = graph_strength(graph).sigma;
    const int capacity = 1 + static_cast<int>(random() % 6);
    const int most = static_cast<int>(capacity * sigma.numerator / sigma.denominator);
    ForestSet trees(graph, capacity, std::vector<int>(most, 0));
    ASSERT_TRUE(complete_trees(trees));
    expect_trees_within_capacity(trees);
    packed += most;
    ForestSet one_more(graph, capacity, std::vector<int>(most + 1, 0));
    EXPECT_FALSE(complete_trees(one_more));
  }
  EXPECT_GT(packed, 400);
}

TEST(ForestUnion, CompletesTreesOfShortestPaths) {
  constexpr unsigned kSeed = 20260312;
  std::mt19937 random(kSeed);
  for (int round = 0; round < 100; ++round) {
    SCOPED_TRACE(::testing::Message()
                 << "seed " << kSeed << " round " << round
                 << ": podsim_bounds_tests --gtest_filter=ForestUnion.CompletesTrees*");
    const LinkGraph graph = live_links(random_pod(random, 9));
    const Ratio sigma = graph_strength(graph).sigma;
    const int capacity = 1 + static_cast<int>(random() % 6);
    std::vector<int> roots(capacity * sigma.numerator / sigma.denominator);
    for (int& root : roots) root = static_cast<int>(random() % unsigned(graph.nodes));
    ForestSet trees(graph, capacity, roots);
    hang_shortest(trees);
    ASSERT_TRUE(complete_trees(trees));
    expect_trees_within_capacity(trees);
  }
}

}  // namespace
}  // namespace podsim
