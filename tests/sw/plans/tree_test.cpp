// SPDX-License-Identifier: Apache-2.0
// Spanning trees: packings hold what they promise, and data come through on any connected pod.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "sw/plans/catalogue.h"
#include "sw/plans/strength.h"
#include "sw/plans/tree_packing.h"
#include "sw/plans/tree_plan.h"
#include "tests/sw/plans/plan_bench.h"

namespace podsim::test {
namespace {

using plans::Algorithm;
using plans::live_multigraph;
using plans::LiveMultigraph;
using plans::Operation;
using plans::PlanRequest;
using plans::TreePacking;

/// Each tree reaches all over live links, and no link is in more trees than allowed.
void expect_packing(const LiveMultigraph& graph, const TreePacking& packing) {
  std::map<std::pair<int, int>, int> links;
  for (const auto& edge : graph.edges) ++links[std::minmax(edge.a, edge.b)];
  std::map<std::pair<int, int>, int> used;
  for (const plans::SpanningTree& tree : packing.trees) {
    ASSERT_EQ(tree.parent.size(), static_cast<std::size_t>(graph.size()));
    for (int v = 0; v < graph.size(); ++v) {
      int steps = 0;
      for (int u = v; u != tree.root; u = tree.parent[static_cast<std::size_t>(u)]) {
        ASSERT_LT(++steps, graph.size() + 1) << "a circle";
      }
      EXPECT_EQ(steps, tree.depth[static_cast<std::size_t>(v)]);
      const int parent = tree.parent[static_cast<std::size_t>(v)];
      if (parent >= 0) ++used[std::minmax(v, parent)];
    }
  }
  for (const auto& [link, trees] : used) {
    ASSERT_EQ(links.count(link), 1U) << "a tree over a link that does not exist";
    EXPECT_LE(trees, packing.capacity * links[link]);
  }
}

Topology random_pod(std::mt19937& random) {
  for (;;) {
    Topology topology =
        pod_of(2 + static_cast<int>(random() % 5), 2 + static_cast<int>(random() % 4),
               random() % 2 == 0, random() % 2 == 0);
    for (unsigned k = random() % 4; k > 0; --k) {
      const int chip = static_cast<int>(random() % static_cast<unsigned>(topology.chips()));
      const int port = static_cast<int>(random() % 4);
      if (random() % 2 == 0 && topology.live_count() > 2) {
        topology.fail_chip(topology.coordinate(chip));
      } else if (topology.neighbour(chip, port)) {
        topology.fail_link(topology.coordinate(chip), port);
      }
    }
    if (topology.live_count() > 1 && topology.unreachable_chips().empty()) return topology;
  }
}

TEST(TreePacking, ReachesTheStrengthOfRandomDamagedPods) {
  std::mt19937 random(11);
  for (int i = 0; i < 25; ++i) {
    const LiveMultigraph graph = live_multigraph(random_pod(random));
    const double sigma = plans::graph_strength(graph).sigma.value();
    for (int capacity : {1, 2, 3}) {
      const TreePacking packing = plans::pack_trees(graph, capacity);
      EXPECT_EQ(static_cast<int>(packing.trees.size()), static_cast<int>(capacity * sigma + 1e-9));
      EXPECT_LE(packing.value(), sigma + 1e-9);
      expect_packing(graph, packing);
    }
  }
}

// Depth is latency: a torus of 8 x 8 has radius 8.
TEST(TreePacking, IsShallow) {
  EXPECT_EQ(plans::pack_trees(live_multigraph(pod_of(8, 8, true, true)), 1).height(), 8);
  EXPECT_LE(plans::pack_trees(live_multigraph(pod_of(8, 8)), 4).height(), 12);
}

TEST(TreePlan, AllReduceOnRandomDamagedPods) {
  std::mt19937 random(5);
  for (int i = 0; i < 12; ++i) {
    const Topology topology = random_pod(random);
    PlanRequest request;
    request.algorithm = Algorithm::kTrees;
    request.size.rows = 1 + static_cast<std::int64_t>(random() % 60);
    request.cut = {8, 3};
    expect_right(make_plan(topology, request), topology,
                 i % 2 == 0 ? plans::Pattern::kRandom : plans::Pattern::kIntegers);
  }
}

TEST(TreePlan, BroadcastFromAnyChipAndBarrier) {
  Topology topology = pod_of(4, 3);
  topology.fail_chip({1, 1});
  for (int root : {0, 6, 11}) {
    PlanRequest request;
    request.operation = Operation::kBroadcast;
    request.root = root;
    request.size.rows = 40;
    expect_right(make_plan(topology, request), topology);
  }
  PlanRequest request;
  request.operation = Operation::kBarrier;
  expect_right(make_plan(topology, request), topology);
}

}  // namespace
}  // namespace podsim::test
