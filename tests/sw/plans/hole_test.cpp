// SPDX-License-Identifier: Apache-2.0
// All-reduce around holes: two-dimensional, ring and trees, chips and cores as ranks.
#include <gtest/gtest.h>

#include <random>

#include "firmware/diagnostics/user_error.h"
#include "sw/plans/catalogue.h"
#include "tests/sw/plans/plan_bench.h"

namespace podsim::test {
namespace {

using plans::Algorithm;
using plans::PlanRequest;
using plans::Ranks;

PlanRequest request(Algorithm algorithm, Ranks ranks, std::int64_t rows) {
  PlanRequest request;
  request.algorithm = algorithm;
  request.size.rows = rows;
  request.size.ranks = ranks;
  request.cut = {8, 3};
  return request;
}

TEST(AroundHoles, EveryAlgorithmWithABoardAndAHost) {
  for (bool torus : {false, true}) {
    for (int width : {2, 4}) {
      Topology topology = pod_of(8, 6, torus, torus);
      topology.fail_block({2, 2}, width, 2);
      for (Algorithm algorithm : {Algorithm::k2dHoles, Algorithm::kRing, Algorithm::kTrees}) {
        for (Ranks ranks : {Ranks::kChip, Ranks::kCore}) {
          const PlanRequest wanted = request(algorithm, ranks, 67);
          SCOPED_TRACE(name_of(algorithm));
          expect_right(make_plan(topology, wanted), topology);
        }
      }
    }
  }
}

TEST(AroundHoles, TwoDimensionsAroundAnythingThatLeavesAPairOfRowsAndColumns) {
  std::mt19937 random(3);
  int served = 0;
  for (int i = 0; i < 30; ++i) {
    Topology topology =
        pod_of(4 + static_cast<int>(random() % 3), 4 + static_cast<int>(random() % 3),
               random() % 2 == 0, random() % 2 == 0);
    for (unsigned k = 1 + random() % 3; k > 0; --k) {
      topology.fail_chip(topology.coordinate(
          static_cast<int>(random() % static_cast<unsigned>(topology.chips()))));
    }
    if (!topology.unreachable_chips().empty()) continue;
    try {
      const plans::Plan plan = make_plan(
          topology,
          request(Algorithm::k2dHoles, Ranks::kChip, 1 + static_cast<std::int64_t>(random() % 90)));
      expect_right(plan, topology, plans::Pattern::kIntegers);
      ++served;
    } catch (const UserError& error) {
      EXPECT_EQ(error.id(), "COLL-057") << error.what();
    }
  }
  EXPECT_GT(served, 12);
}

}  // namespace
}  // namespace podsim::test
