// SPDX-License-Identifier: Apache-2.0
#include "systemc/probe/phase_table.h"

#include <gtest/gtest.h>

namespace podsim {
namespace {

constexpr std::uint32_t kStep = 1;
constexpr std::uint32_t kForward = 2;
constexpr std::uint32_t kReduce = 3;

class PhaseTableTest : public testing::Test {
 protected:
  void begin(int core, Cycle at, std::uint32_t span) {
    table.on_marker({core, at, at * 1000, span, MarkerEvent::kBegin});
  }
  void end(int core, Cycle at, std::uint32_t span) {
    table.on_marker({core, at, at * 1000, span, MarkerEvent::kEnd});
  }
  void stall(int core, StallCause cause, Cycle from, Cycle to) {
    table.on_stall({core, cause, from, to, 0});
  }
  std::uint64_t stalls(int core, std::uint32_t span, StallCause cause) const {
    return table.of(core, span).stalls[static_cast<std::size_t>(cause)];
  }
  PhaseTable table;
};

TEST_F(PhaseTableTest, SumsCyclesOfAllOccurrences) {
  begin(0, 10, kForward);
  end(0, 30, kForward);
  begin(0, 100, kForward);
  end(0, 105, kForward);
  EXPECT_EQ(table.of(0, kForward).cycles, 25u);
  EXPECT_EQ(table.of(0, kForward).occurrences, 2u);
  EXPECT_EQ(table.of(1, kForward).occurrences, 0u);
}

TEST_F(PhaseTableTest, NestedPhaseCountsInTheOuterOneToo) {
  begin(0, 0, kStep);
  begin(0, 10, kForward);
  stall(0, StallCause::kMxuFull, 12, 15);
  end(0, 20, kForward);
  stall(0, StallCause::kBranch, 21, 22);
  end(0, 50, kStep);
  EXPECT_EQ(table.of(0, kStep).cycles, 50u);
  EXPECT_EQ(stalls(0, kStep, StallCause::kMxuFull), 3u);
  EXPECT_EQ(stalls(0, kStep, StallCause::kBranch), 1u);
  EXPECT_EQ(stalls(0, kForward, StallCause::kMxuFull), 3u);
  EXPECT_EQ(stalls(0, kForward, StallCause::kBranch), 0u);
  EXPECT_EQ(table.of(0, kStep).stalled(), 4u);
}

TEST_F(PhaseTableTest, StallAcrossABeginCountsFromTheBegin) {
  begin(0, 10, kForward);
  stall(0, StallCause::kDelay, 4, 16);
  end(0, 20, kForward);
  EXPECT_EQ(stalls(0, kForward, StallCause::kDelay), 6u);
}

TEST_F(PhaseTableTest, StallAnnouncedAfterTheEndStillCountsUpToTheEnd) {
  begin(0, 0, kForward);
  end(0, 20, kForward);
  stall(0, StallCause::kSemaphoreWait, 15, 20);
  EXPECT_EQ(stalls(0, kForward, StallCause::kSemaphoreWait), 5u);
  begin(0, 30, kForward);
  end(0, 31, kForward);
  EXPECT_EQ(stalls(0, kForward, StallCause::kSemaphoreWait), 5u);
}

TEST_F(PhaseTableTest, EndWithoutBeginIsIgnoredAndAnOuterEndClosesTheInner) {
  end(0, 5, kReduce);
  begin(0, 10, kStep);
  begin(0, 12, kForward);
  end(0, 20, kStep);
  EXPECT_EQ(table.of(0, kReduce).occurrences, 0u);
  EXPECT_EQ(table.of(0, kForward).cycles, 8u);
  EXPECT_EQ(table.of(0, kStep).cycles, 10u);
}

TEST_F(PhaseTableTest, SummaryGivesSpreadOverCoresInOrderOfFirstBegin) {
  const std::array<Cycle, 3> lengths = {10, 20, 60};
  for (int core = 0; core < 3; ++core) {
    begin(core, 0, kStep);
    begin(core, 1, kReduce);
    stall(core, StallCause::kSemaphoreWait, 1, 1 + static_cast<Cycle>(core) * 2);
    end(core, 1 + lengths[static_cast<std::size_t>(core)], kReduce);
    end(core, 100, kStep);
  }
  const auto summary = table.summary({{kStep, "step"}});
  ASSERT_EQ(summary.size(), 2u);
  EXPECT_EQ(summary[0].name, "step");
  EXPECT_EQ(summary[0].depth, 0);
  EXPECT_EQ(summary[1].name, "span 3");
  EXPECT_EQ(summary[1].depth, 1);
  EXPECT_EQ(summary[1].cores, 3);
  EXPECT_EQ(summary[1].occurrences, 1u);
  EXPECT_EQ(summary[1].cycles.minimum, 10u);
  EXPECT_DOUBLE_EQ(summary[1].cycles.mean, 30.0);
  EXPECT_EQ(summary[1].cycles.maximum, 60u);
  const auto cause = static_cast<std::size_t>(StallCause::kSemaphoreWait);
  EXPECT_EQ(summary[1].stalls[cause].minimum, 0u);
  EXPECT_DOUBLE_EQ(summary[1].stalls[cause].mean, 2.0);
  EXPECT_EQ(summary[1].stalled.maximum, 4u);
}

TEST_F(PhaseTableTest, OpenPhasesAreNotReportedAndSurviveAReset) {
  begin(0, 10, kStep);
  EXPECT_TRUE(table.summary({}).empty());
  table.reset();
  end(0, 25, kStep);
  EXPECT_EQ(table.of(0, kStep).cycles, 15u);
}

}  // namespace
}  // namespace podsim
