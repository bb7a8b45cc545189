// SPDX-License-Identifier: Apache-2.0
#include "sw/collectives/ring_plan.h"

#include <gtest/gtest.h>

#include "firmware/diagnostics/user_error.h"

namespace podsim {
namespace {

Topology mesh(int width, int height) { return Topology(MeshShape{width, height}); }

TEST(RingPlan, RowsAndShardsRoundUp) {
  const RingPlan plan = make_ring_plan(mesh(2, 2), 1025);  // 8 rows and one element
  EXPECT_EQ(plan.rows, 9);
  EXPECT_EQ(plan.shard_rows, 2);  // 9 rows over 8 shards
  EXPECT_EQ(plan.padded_rows(), 16);
  EXPECT_EQ(plan.buffers.pair_landing, 16);
  EXPECT_EQ(plan.buffers.landing, 24);
  EXPECT_EQ(plan.buffers.end, 30);
  EXPECT_EQ(make_ring_plan(mesh(2, 2), 1024).shard_rows, 1);
  EXPECT_EQ(make_ring_plan(mesh(2, 2), 1).shard_rows, 1);
}

TEST(RingPlan, TheTwoCoresOfAChipGoOppositeWays) {
  const RingPlan plan = make_ring_plan(mesh(2, 2), 1024);  // circuit 0, 1, 3, 2
  ASSERT_EQ(plan.ranks(), 8);
  const CorePlan& along = plan.cores[2];  // chip 1, core 0
  EXPECT_EQ(along.core, 2);
  EXPECT_EQ(along.position, 1);
  EXPECT_EQ(along.next_core, 6);      // chip 3
  EXPECT_EQ(along.previous_core, 0);  // chip 0
  EXPECT_EQ(along.peer_core, 3);
  const CorePlan& against = plan.cores[3];  // chip 1, core 1
  EXPECT_EQ(against.core, 3);
  EXPECT_EQ(against.position, 3);
  EXPECT_EQ(against.next_core, 1);      // chip 0
  EXPECT_EQ(against.previous_core, 7);  // chip 3
  EXPECT_EQ(against.peer_core, 2);
}

TEST(RingPlan, StepsFollowTheShards) {
  const RingPlan plan = make_ring_plan(mesh(2, 2), 1024);
  const std::vector<PlanStep> steps = core_steps(plan, 2);  // position 1 of half 0
  ASSERT_EQ(steps.size(), 3U + 3 * 3 + 3 * 2 + 2 + 1);
  EXPECT_EQ(steps[0].source.first, 4);  // half 1 goes to the peer
  EXPECT_EQ(steps[0].source.shards, 4);
  // Reduce-scatter step 1 sends shard 0 to slot 1 and adds slot 1 to shard 3.
  EXPECT_EQ(steps[6].kind, PlanStep::kSend);
  EXPECT_EQ(steps[6].other_core, 6);
  EXPECT_EQ(steps[6].source.first, 0);
  EXPECT_EQ(steps[6].target.buffer, ShardRange::kLanding);
  EXPECT_EQ(steps[6].target.first, 1);
  EXPECT_EQ(steps[6].semaphore, plan.semaphores.reduce_scatter + 1);
  EXPECT_EQ(steps[8].kind, PlanStep::kAdd);
  EXPECT_EQ(steps[8].target.first, 3);
  // All-gather step 0 sends shard 2, which this position has summed up.
  EXPECT_EQ(steps[12].kind, PlanStep::kSend);
  EXPECT_EQ(steps[12].source.first, 2);
  EXPECT_EQ(steps[12].target.first, 2);
  EXPECT_EQ(first_row(plan, steps[6].target), 12 + 1);
}

TEST(RingPlan, RefusesTooManyChipsAndNoElements) {
  try {
    make_ring_plan(mesh(9, 8), 1);
    FAIL();
  } catch (const UserError& error) {
    EXPECT_EQ(error.id(), "COLL-010");
    EXPECT_EQ(error.exit_code(), ExitCode::kUsage);
  }
  try {
    make_ring_plan(mesh(2, 2), 0);
    FAIL();
  } catch (const UserError& error) {
    EXPECT_EQ(error.id(), "COLL-011");
  }
}

TEST(RingPlan, IsSummedUpForATerminal) {
  EXPECT_EQ(to_string(make_ring_plan(mesh(2, 2), 1025)),
            "ring all-reduce, both directions: 4 chips, 8 cores, circuit by snake\n"
            "elements 1025 fp32 in 9 rows, padded to 16: 2 halves x 4 shards x 2 rows\n"
            "rows     data 0, pair landing 16, landing 24, end 30\n");
}

}  // namespace
}  // namespace podsim
