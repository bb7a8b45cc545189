// SPDX-License-Identifier: Apache-2.0
#include "sw/report/step_table.h"

#include <gtest/gtest.h>

namespace podsim {
namespace {

PhaseSummary phase(const char* name, int depth, double mean, std::uint64_t maximum) {
  PhaseSummary summary;
  summary.name = name;
  summary.depth = depth;
  summary.cores = 2;
  summary.occurrences = 2;
  summary.cycles = {0, mean, maximum};
  return summary;
}

TEST(StepTable, GivesOneOccurrenceShareAndCausesThatOccur) {
  PhaseSummary step = phase("step", 0, 4000, 4000);
  PhaseSummary forward = phase("forward", 1, 1000, 1200);
  const auto cause = static_cast<std::size_t>(StallCause::kSemaphoreWait);
  for (PhaseSummary* summary : {&step, &forward}) {
    summary->stalls[cause] = {100, 300, 500};
    summary->stalled = {100, 300, 500};
  }
  TextStyle style;
  style.unicode = false;
  // 1 GHz: 2,000 cycles are 2 us; 1,000 of 4,000 cycles are 25 %.
  EXPECT_EQ(step_table({step, forward}, Clock(1'000'000'000), style),
            "phase      times  cycles  cycles  time  share  stalled  semaphore\n"
            "                    mean     max    us      %   cycles\n"
            "-----------------------------------------------------------------\n"
            "step           2   2,000   2,000  2.00  100.0      150        150\n"
            "  forward      2     500     600  0.50   25.0      150        150\n");
}

TEST(StepTable, IsOnlyAHeadWithoutPhases) {
  EXPECT_NE(step_table({}, Clock(940'000'000)).find("phase"), std::string::npos);
}

}  // namespace
}  // namespace podsim
