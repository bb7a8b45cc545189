// SPDX-License-Identifier: Apache-2.0
// The strength of live graphs: by brute force over all partitions, by the figures of published
// closed forms, on random damage.
#include "sw/plans/strength.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>

#include "tests/sw/plans/plan_bench.h"

namespace podsim::test {
namespace {

using plans::graph_strength;
using plans::live_multigraph;
using plans::LiveMultigraph;
using plans::Strength;

/// The smallest ratio over all partitions, by restricted growth strings.
double brute_force(const LiveMultigraph& graph) {
  const auto n = static_cast<std::size_t>(graph.size());
  std::vector<int> block(n, 0);
  double best = 1e9;
  const std::function<void(std::size_t, int)> choose = [&](std::size_t v, int blocks) {
    if (v == n) {
      int edges = 0;
      for (const auto& edge : graph.edges) {
        edges += block[static_cast<std::size_t>(edge.a)] != block[static_cast<std::size_t>(edge.b)];
      }
      if (blocks > 1) best = std::min(best, static_cast<double>(edges) / (blocks - 1));
      return;
    }
    for (int b = 0; b <= blocks; ++b) {
      block[v] = b;
      choose(v + 1, std::max(blocks, b + 1));
    }
  };
  choose(0, 0);
  return best;
}

TEST(Strength, AgreesWithBruteForceOnSmallDamagedPods) {
  std::mt19937 random(7);
  int tried = 0;
  while (tried < 60) {
    const int width = 2 + static_cast<int>(random() % 2);
    Topology topology = pod_of(width, 3, random() % 2 == 0, random() % 2 == 0);
    for (int k = 0; k < 2; ++k) {
      const int chip = static_cast<int>(random() % static_cast<unsigned>(topology.chips()));
      if (random() % 2 == 0) topology.fail_chip(topology.coordinate(chip));
      if (topology.neighbour(chip, kEast)) topology.fail_link(topology.coordinate(chip), kEast);
    }
    if (topology.live_count() < 2 || !topology.unreachable_chips().empty()) continue;
    ++tried;
    const LiveMultigraph graph = live_multigraph(topology);
    EXPECT_DOUBLE_EQ(graph_strength(graph).sigma.value(), brute_force(graph))
        << width << " x 3, " << topology.live_count() << " alive, try " << tried;
  }
}

TEST(Strength, ThePartitionAttainsTheRatio) {
  Topology topology = pod_of(8, 8);
  topology.fail_chip({1, 0});
  const LiveMultigraph graph = live_multigraph(topology);
  const Strength strength = graph_strength(graph);
  std::vector<int> names = strength.block;
  std::sort(names.begin(), names.end());
  const auto blocks = std::unique(names.begin(), names.end()) - names.begin();
  int edges = 0;
  for (const auto& edge : graph.edges) {
    edges += strength.block[static_cast<std::size_t>(edge.a)] !=
             strength.block[static_cast<std::size_t>(edge.b)];
  }
  EXPECT_DOUBLE_EQ(strength.sigma.value(),
                   static_cast<double>(edges) / static_cast<double>(blocks - 1));
  EXPECT_DOUBLE_EQ(strength.sigma.value(), 1);  // the corner hangs on one link
}

struct Row {
  const char* name;
  int side;
  bool torus;
  int hole_x, hole_y, hole_width, hole_height;  // width 0: none
  double sigma, t_star, two_phase;
};

// Published figures, three digits each.
class BoundTable : public testing::TestWithParam<Row> {};

TEST_P(BoundTable, Agrees) {
  const Row& row = GetParam();
  Topology topology = pod_of(row.side, row.side, row.torus, row.torus);
  if (row.hole_width > 0) {
    topology.fail_block({row.hole_x, row.hole_y}, row.hole_width, row.hole_height);
  }
  const Strength strength = graph_strength(live_multigraph(topology));
  EXPECT_NEAR(strength.sigma.value(), row.sigma, 0.0006);
  const plans::AllReduceBounds bounds = plans::all_reduce_bounds(topology);
  EXPECT_NEAR(bounds.t_star, row.t_star, 0.0006);
  EXPECT_NEAR(bounds.two_phase, row.two_phase, 0.0006);
  EXPECT_TRUE(bounds.exact);
}

INSTANTIATE_TEST_SUITE_P(
    Published, BoundTable,
    testing::Values(Row{"torus", 8, true, 0, 0, 0, 0, 128.0 / 63, 0.492, 0.492},
                    Row{"mesh", 8, false, 0, 0, 0, 0, 16.0 / 9, 0.5625, 0.984},
                    Row{"torus less a chip", 8, true, 3, 3, 1, 1, 2, 0.500, 0.656},
                    Row{"torus less 2 x 2", 8, true, 2, 2, 2, 2, 1.966, 0.509, 0.656},
                    Row{"torus less 4 x 2", 8, true, 2, 2, 4, 2, 1.927, 0.519, 0.655},
                    Row{"mesh less a chip", 8, false, 3, 3, 1, 1, 1.742, 0.574, 0.984},
                    Row{"mesh less 2 x 2", 8, false, 3, 3, 2, 2, 1.695, 0.590, 0.983},
                    Row{"mesh less 4 x 2", 8, false, 2, 3, 4, 2, 1.636, 0.611, 0.982},
                    Row{"mesh less a corner's neighbour", 8, false, 1, 0, 1, 1, 1, 1.000, 1.968},
                    Row{"large torus", 32, true, 0, 0, 0, 0, 2.002, 0.4995, 0.4995},
                    Row{"large mesh", 32, false, 0, 0, 0, 0, 1.939, 0.516, 0.999}));

TEST(Strength, TheMultipodByItsClosedForm) {
  const plans::AllReduceBounds bounds = plans::all_reduce_bounds(pod_of(128, 32, false, true));
  EXPECT_NEAR(bounds.t_star, 0.502, 0.0006);
  EXPECT_NEAR(bounds.two_phase, 0.667, 0.0006);
}

TEST(Strength, ClosedFormsAgreeWithTheExactMethod) {
  for (const auto& [wrap_x, wrap_y] : std::vector<std::pair<bool, bool>>{
           {false, false}, {true, false}, {false, true}, {true, true}}) {
    for (const auto& [width, height] :
         std::vector<std::pair<int, int>>{{2, 2}, {2, 5}, {4, 3}, {5, 5}, {1, 6}, {9, 4}}) {
      const Topology topology = pod_of(width, height, wrap_x, wrap_y);
      const plans::AllReduceBounds closed = plans::all_reduce_bounds(topology);
      EXPECT_NEAR(closed.t_star, 1 / graph_strength(live_multigraph(topology)).sigma.value(), 1e-12)
          << width << " x " << height << wrap_x << wrap_y;
    }
  }
}

}  // namespace
}  // namespace podsim::test
