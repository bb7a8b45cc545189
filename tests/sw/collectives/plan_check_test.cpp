// SPDX-License-Identifier: Apache-2.0
// Right plans pass; plans with one planted fault are refused for that fault.
#include "sw/collectives/plan_check.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "firmware/diagnostics/user_error.h"

namespace podsim {
namespace {

Topology mesh(int width, int height) { return Topology(MeshShape{width, height}); }

class PlantedFault : public ::testing::Test {
 protected:
  std::vector<PlanFault> faults() const { return check_plan(plan, topology); }
  std::vector<PlanFault> step_faults() const { return check_steps(plan, topology, steps); }
  static std::string first(const std::vector<PlanFault>& faults) {
    return faults.empty() ? "none" : faults.front().id;
  }

  static bool has(const std::vector<PlanFault>& faults, const std::string& id) {
    return std::any_of(faults.begin(), faults.end(),
                       [&](const PlanFault& fault) { return fault.id == id; });
  }

  // The n-th step of a kind of a core.
  std::vector<PlanStep>::iterator step(int core, PlanStep::Kind kind, int n) {
    auto& list = steps[static_cast<std::size_t>(core)];
    auto found = list.begin();
    for (; found != list.end(); ++found) {
      if (found->kind == kind && n-- == 0) break;
    }
    return found;
  }

  Topology topology = mesh(3, 2);
  RingPlan plan = make_ring_plan(topology, 5000);
  PlanSteps steps = all_steps(plan);
};

TEST(CheckPlan, AcceptsRingsOfEverySize) {
  for (int width = 2; width <= 8; ++width) {
    const Topology topology = mesh(width, 2);
    const auto faults = check_plan(make_ring_plan(topology, 1000 * width + 1), topology);
    EXPECT_TRUE(faults.empty()) << faults.front().text;
  }
}

TEST(CheckPlan, AcceptsTheLargestRingAndDamagedPods) {
  const Topology largest = mesh(8, 8);
  const auto faults = check_plan(make_ring_plan(largest, 1 << 20), largest);
  EXPECT_TRUE(faults.empty()) << faults.front().text;
  Topology damaged = mesh(6, 6);
  damaged.fail_block({2, 2}, 2, 2);
  damaged.fail_chip({0, 0});
  damaged.fail_chip({5, 0});
  EXPECT_TRUE(check_plan(make_ring_plan(damaged, 77777), damaged).empty());
}

TEST_F(PlantedFault, RowsThatDoNotHoldTheElements) {
  plan.rows -= 1;
  EXPECT_EQ(first(faults()), "COLL-020");
}

TEST_F(PlantedFault, ShardsTooSmallForTheRows) {
  plan.shard_rows -= 1;
  EXPECT_EQ(first(faults()), "COLL-020");
}

TEST_F(PlantedFault, MissingCore) {
  plan.cores.pop_back();
  EXPECT_EQ(first(faults()), "COLL-020");
}

TEST_F(PlantedFault, LinkThatDiedAfterPlanning) {
  topology.fail_link({0, 0}, kEast);
  EXPECT_EQ(first(faults()), "COLL-021");
}

TEST_F(PlantedFault, HopBetweenChipsThatAreNotNeighbours) {
  plan.cores[0].next_core = plan.cores[4].core;  // two chips on
  EXPECT_EQ(first(faults()), "COLL-021");
}

TEST_F(PlantedFault, NextCoreOfAnotherPod) {
  plan.cores[0].next_core = 99;
  EXPECT_EQ(first(faults()), "COLL-021");
}

TEST_F(PlantedFault, LandingInsideThePairLanding) {
  plan.buffers.landing -= 1;
  plan.buffers.end -= 1;
  EXPECT_EQ(first(faults()), "COLL-022");
}

TEST_F(PlantedFault, BufferBeyondTheEnd) {
  plan.buffers.end -= 1;
  EXPECT_EQ(first(faults()), "COLL-022");
}

TEST_F(PlantedFault, SemaphoreOutOfRange) {
  plan.semaphores.all_gather = 221;  // 5 steps: up to 225
  EXPECT_EQ(first(faults()), "COLL-023");
}

TEST_F(PlantedFault, SemaphoresOfTwoPhasesMeet) {
  plan.semaphores.all_gather = plan.semaphores.reduce_scatter + 2;
  EXPECT_EQ(first(faults()), "COLL-023");
}

TEST_F(PlantedFault, SentSemaphoreSharedWithAnArrival) {
  plan.semaphores.sent = plan.semaphores.pair_in;
  EXPECT_EQ(first(faults()), "COLL-023");
}

TEST_F(PlantedFault, EveryoneReceivesBeforeSending) {
  for (std::size_t core = 0; core < steps.size(); ++core) {
    std::swap(steps[core][3], steps[core][4]);  // reduce-scatter step 0: send and wait
  }
  const auto found = step_faults();
  ASSERT_EQ(first(found), "COLL-024");
  EXPECT_NE(found.front().text.find("waits on semaphore 3 for core"), std::string::npos);
}

TEST_F(PlantedFault, SendThatIsLeftOut) {
  steps[2].erase(step(2, PlanStep::kSend, 2));
  EXPECT_EQ(first(step_faults()), "COLL-024");
}

TEST_F(PlantedFault, AddBeforeTheDataHasArrived) {
  const auto wait = step(3, PlanStep::kWait, 2);
  std::iter_swap(wait, wait + 1);
  EXPECT_FALSE(step_faults().empty());
}

TEST_F(PlantedFault, AllSlotsInOneLandingRace) {
  for (auto& list : steps) {
    for (PlanStep& each : list) {
      for (ShardRange* range : {&each.source, &each.target}) {
        if (range->buffer == ShardRange::kLanding) range->first = 0;
      }
    }
  }
  EXPECT_EQ(first(step_faults()), "COLL-025");
}

TEST_F(PlantedFault, SemaphoresOfTwoStepsSwappedAtTheReceiver) {
  auto a = step(4, PlanStep::kWait, 1);
  auto b = step(4, PlanStep::kWait, 2);
  std::swap(a->semaphore, b->semaphore);
  EXPECT_FALSE(step_faults().empty());
}

TEST_F(PlantedFault, ShardAddedToItsNeighbour) {
  const auto add = step(1, PlanStep::kAdd, 2);
  add->target.first = plan.chips() + (add->target.first + 1) % plan.chips();
  EXPECT_TRUE(has(step_faults(), "COLL-026"));
}

TEST_F(PlantedFault, AddLeftOut) {
  steps[0].erase(step(0, PlanStep::kAdd, 1));
  EXPECT_EQ(first(step_faults()), "COLL-026");
}

TEST_F(PlantedFault, AddDoneTwice) {
  const auto add = step(0, PlanStep::kAdd, 1);
  steps[0].insert(add, *add);
  EXPECT_EQ(first(step_faults()), "COLL-026");
}

TEST_F(PlantedFault, WrongPosition) {
  plan.cores[6].position = (plan.cores[6].position + 1) % plan.chips();
  EXPECT_FALSE(faults().empty());
}

TEST_F(PlantedFault, WaitLeftOutAtTheEnd) {
  steps[5].erase(step(5, PlanStep::kWait, 11));  // for the peer's result
  const auto found = step_faults();
  EXPECT_TRUE(has(found, "COLL-027"));
  EXPECT_TRUE(has(found, "COLL-025"));
}

TEST_F(PlantedFault, ShardBeyondItsBuffer) {
  step(0, PlanStep::kSend, 1)->target.first = plan.chips();
  EXPECT_EQ(first(step_faults()), "COLL-028");
}

TEST_F(PlantedFault, IsThrownWithItsId) {
  EXPECT_NO_THROW(require_right(faults()));
  plan.shard_rows -= 1;
  try {
    require_right(faults());
    FAIL();
  } catch (const UserError& error) {
    EXPECT_EQ(error.id(), "COLL-020");
    EXPECT_EQ(error.exit_code(), ExitCode::kCheckFailed);
  }
}

}  // namespace
}  // namespace podsim
