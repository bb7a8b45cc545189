// SPDX-License-Identifier: Apache-2.0
// The strength of a graph, against the definition: the least over all partitions.
#include "sw/bounds/graph_strength.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <set>

#include "tests/sw/bounds/test_graphs.h"

namespace podsim {
namespace {

LinkGraph graph_of(int nodes, const std::vector<std::pair<int, int>>& links) {
  LinkGraph graph;
  graph.nodes = nodes;
  for (const auto& [a, b] : links) graph.links.push_back({a, b, -1});
  return graph;
}

// E(P) / (|P| - 1), counted here.
Ratio cut_ratio(const LinkGraph& graph, const std::vector<int>& part) {
  int cut = 0;
  for (const LinkGraph::Link& link : graph.links) cut += part[link.a] != part[link.b] ? 1 : 0;
  const std::set<int> parts(part.begin(), part.end());
  return Ratio::of(cut, static_cast<int>(parts.size()) - 1);
}

bool less(const Ratio& a, const Ratio& b) {
  return a.numerator * b.denominator < b.numerator * a.denominator;
}

// All partitions as restricted growth strings: a node joins a part of the nodes before it or opens
// the next.
void least_over_partitions(const LinkGraph& graph, std::vector<int>& part, int parts, Ratio& best) {
  if (static_cast<int>(part.size()) == graph.nodes) {
    if (parts < 2) return;
    const Ratio ratio = cut_ratio(graph, part);
    if (best.denominator == 0 || less(ratio, best)) best = ratio;
    return;
  }
  for (int mine = 0; mine <= parts; ++mine) {
    part.push_back(mine);
    least_over_partitions(graph, part, std::max(parts, mine + 1), best);
    part.pop_back();
  }
}

Ratio strength_by_definition(const LinkGraph& graph) {
  Ratio best{1, 0};
  std::vector<int> part;
  least_over_partitions(graph, part, 0, best);
  return best;
}

void expect_attained(const LinkGraph& graph, const Strength& strength) {
  ASSERT_EQ(static_cast<int>(strength.weakest.part.size()), graph.nodes);
  EXPECT_EQ(cut_ratio(graph, strength.weakest.part), strength.sigma);
  const std::set<int> parts(strength.weakest.part.begin(), strength.weakest.part.end());
  EXPECT_EQ(static_cast<int>(parts.size()), strength.weakest.parts);
}

TEST(GraphStrength, OfSmallGraphsByHand) {
  EXPECT_EQ(graph_strength(graph_of(2, {{0, 1}})).sigma, (Ratio{1, 1}));
  EXPECT_EQ(graph_strength(graph_of(2, {{0, 1}, {0, 1}, {1, 0}})).sigma, (Ratio{3, 1}));
  EXPECT_EQ(graph_strength(graph_of(3, {{0, 1}, {1, 2}, {2, 0}})).sigma, (Ratio{3, 2}));
  // The complete graph K4 with a leaf: the leaf hangs on one link.
  EXPECT_EQ(
      graph_strength(graph_of(5, {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}, {3, 4}})).sigma,
      (Ratio{1, 1}));
}

TEST(GraphStrength, TellsTheWeakestParts) {
  // Two triangles of doubled links, joined by one link.
  const LinkGraph graph = graph_of(6, {{0, 1},
                                       {0, 1},
                                       {1, 2},
                                       {1, 2},
                                       {0, 2},
                                       {0, 2},
                                       {3, 4},
                                       {3, 4},
                                       {4, 5},
                                       {4, 5},
                                       {3, 5},
                                       {3, 5},
                                       {2, 3}});
  const Strength strength = graph_strength(graph);
  EXPECT_EQ(strength.sigma, (Ratio{1, 1}));
  EXPECT_EQ(strength.weakest.part, (std::vector<int>{0, 0, 0, 1, 1, 1}));
}

TEST(GraphStrength, OfFewerThanTwoNodesIsInfinite) {
  EXPECT_EQ(graph_strength(graph_of(1, {})).sigma, (Ratio{1, 0}));
  EXPECT_EQ(graph_strength(graph_of(0, {})).sigma, (Ratio{1, 0}));
}

TEST(GraphStrength, OfSeparateGraphsIsZero) {
  const Strength strength = graph_strength(graph_of(5, {{0, 2}, {1, 3}, {3, 4}, {1, 4}}));
  EXPECT_EQ(strength.sigma, (Ratio{0, 1}));
  EXPECT_EQ(strength.weakest.part, (std::vector<int>{0, 1, 0, 1, 1}));
}

TEST(GraphStrength, OfRandomMultigraphsIsTheLeastOverAllPartitions) {
  constexpr unsigned kSeed = 20260301;
  std::mt19937 random(kSeed);
  for (int round = 0; round < 400; ++round) {
    SCOPED_TRACE(::testing::Message()
                 << "seed " << kSeed << " round " << round
                 << ": podsim_bounds_tests --gtest_filter=GraphStrength.OfRandomMultigraphs*");
    const LinkGraph graph = random_multigraph(random, 8);
    const Strength strength = graph_strength(graph);
    EXPECT_EQ(strength.sigma, strength_by_definition(graph));
    expect_attained(graph, strength);
  }
}

TEST(GraphStrength, OfRandomPodsIsTheLeastOverAllPartitions) {
  constexpr unsigned kSeed = 20260302;
  std::mt19937 random(kSeed);
  int compared = 0;
  for (int round = 0; compared < 120; ++round) {
    SCOPED_TRACE(::testing::Message()
                 << "seed " << kSeed << " round " << round
                 << ": podsim_bounds_tests --gtest_filter=GraphStrength.OfRandomPods*");
    const LinkGraph graph = live_links(random_pod(random, 4));
    if (graph.nodes > 9) continue;
    ++compared;
    const Strength strength = graph_strength(graph);
    EXPECT_EQ(strength.sigma, strength_by_definition(graph));
    expect_attained(graph, strength);
  }
}

TEST(GraphStrength, OfLargeDamagedPodsIsAttainedAndNoHigherThanAnyDegree) {
  constexpr unsigned kSeed = 20260303;
  std::mt19937 random(kSeed);
  for (int round = 0; round < 20; ++round) {
    SCOPED_TRACE(::testing::Message()
                 << "seed " << kSeed << " round " << round
                 << ": podsim_bounds_tests --gtest_filter=GraphStrength.OfLarge*");
    const Topology topology = random_pod(random, 32);
    const LinkGraph graph = live_links(topology);
    const Strength strength = graph_strength(graph);
    expect_attained(graph, strength);
    for (int chip : graph.chips) {
      EXPECT_FALSE(less(Ratio::of(topology.degree(chip), 1), strength.sigma));
    }
    const Ratio all_apart = cut_ratio(graph, singletons(graph.nodes).part);
    EXPECT_FALSE(less(all_apart, strength.sigma));
  }
}

TEST(LiveLinks, AreThoseOfTheTopology) {
  Topology topology(MeshShape{3, 2, true, true});
  topology.fail_chip({1, 1});
  topology.fail_link({0, 0}, kEast);
  const LinkGraph graph = live_links(topology);
  EXPECT_EQ(graph.chips, (std::vector<int>{0, 1, 2, 3, 5}));
  // In order, East before South: row 0 is 1-2 and 2-0, row 1 is 5-3 around the edge; columns 0 and
  // 2 are joined twice, their wrap is a link.
  std::vector<std::array<int, 3>> links;
  for (const LinkGraph::Link& link : graph.links) {
    links.push_back({graph.chips[link.a], graph.chips[link.b], link.port});
  }
  EXPECT_EQ(links, (std::vector<std::array<int, 3>>{{0, 3, kSouth},
                                                    {1, 2, kEast},
                                                    {2, 0, kEast},
                                                    {2, 5, kSouth},
                                                    {3, 0, kSouth},
                                                    {5, 3, kEast},
                                                    {5, 2, kSouth}}));
  for (const LinkGraph::Link& link : graph.links) {
    EXPECT_EQ(topology.neighbour(graph.chips[link.a], link.port), graph.chips[link.b]);
  }
}

}  // namespace
}  // namespace podsim
