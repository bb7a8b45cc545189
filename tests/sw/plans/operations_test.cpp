// SPDX-License-Identifier: Apache-2.0
// Operations other than all-reduce, each word against the host.
#include <gtest/gtest.h>

#include "sw/plans/catalogue.h"
#include "tests/sw/plans/plan_bench.h"

namespace podsim::test {
namespace {

using plans::Algorithm;
using plans::Operation;
using plans::PlanRequest;
using plans::Ranks;

PlanRequest request(Operation operation, std::int64_t rows) {
  PlanRequest request;
  request.operation = operation;
  request.size.rows = rows;
  request.cut = {4, 3};
  return request;
}

TEST(Operations, ReduceScatterAndAllGatherByEveryAlgorithm) {
  const Topology topology = pod_of(4, 4, true, true);
  for (Operation operation : {Operation::kReduceScatter, Operation::kAllGather}) {
    for (Algorithm algorithm : plans::algorithms_of(operation)) {
      for (Ranks ranks : {Ranks::kChip, Ranks::kCore}) {
        PlanRequest wanted = request(operation, 131);
        wanted.algorithm = algorithm;
        wanted.size.ranks = ranks;
        expect_right(make_plan(topology, wanted), topology);
      }
    }
  }
}

TEST(Operations, AllToAllByDimensions) {
  const Topology topology = pod_of(4, 3);
  expect_right(make_plan(topology, request(Operation::kAllToAll, 100)), topology);
}

TEST(Operations, AllToAllWithAFailedChip) {
  Topology topology = pod_of(4, 3);
  topology.fail_chip({1, 1});
  expect_right(make_plan(topology, request(Operation::kAllToAll, 100)), topology);
}

TEST(Operations, HaloExchangeOfManyBlocksAtOnce) {
  Topology topology = pod_of(6, 4);
  topology.fail_chip({5, 3});
  PlanRequest wanted = request(Operation::kHaloExchange, 50);
  for (const plans::ModelBlock block : {plans::ModelBlock{1, 2}, {2, 2}, {3, 4}}) {
    wanted.block = block;
    expect_right(make_plan(topology, wanted), topology);
  }
}

TEST(Operations, BatchNormGroupsOfEverySize) {
  const Topology topology = pod_of(8, 4);
  PlanRequest wanted = request(Operation::kGroupAllReduce, 3);
  wanted.size.ranks = Ranks::kCore;
  for (int cores : {8, 16, 32, 64}) {
    wanted.group_cores = cores;
    const plans::Plan plan = make_plan(topology, wanted);
    EXPECT_EQ(plan.groups.size(), static_cast<std::size_t>(64 / cores));
    expect_right(plan, topology, plans::Pattern::kIntegers);
  }
}

TEST(Operations, StridedRingsOfModelParallelBlocks) {
  const Topology topology = pod_of(8, 4, true, true);
  PlanRequest wanted = request(Operation::kAllReduce, 90);
  for (const plans::ModelBlock block : {plans::ModelBlock{1, 2}, {2, 2}, {4, 2}}) {
    for (Algorithm algorithm : {Algorithm::k2d, Algorithm::k2dTwoColour, Algorithm::k2dYFirst}) {
      wanted.block = block;
      wanted.algorithm = algorithm;
      const plans::Plan plan = make_plan(topology, wanted);
      EXPECT_EQ(plan.groups.size(), static_cast<std::size_t>(2 * block.width * block.height));
      expect_right(plan, topology);
    }
    wanted.algorithm = Algorithm::kAuto;
    EXPECT_EQ(make_plan(topology, wanted).groups.size(),
              static_cast<std::size_t>(2 * block.width * block.height));
  }
}

}  // namespace
}  // namespace podsim::test
