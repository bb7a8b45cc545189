// SPDX-License-Identifier: Apache-2.0
// Spanning trees: data come through on any connected pod.
#include <gtest/gtest.h>

#include <random>

#include "sw/plans/catalogue.h"
#include "sw/plans/tree_plan.h"
#include "tests/sw/plans/plan_bench.h"

namespace podsim::test {
namespace {

using plans::Algorithm;
using plans::Operation;
using plans::PlanRequest;

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
