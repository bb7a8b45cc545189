// SPDX-License-Identifier: Apache-2.0
// Core clock and ICI clock in other ratios than those of the machine: nothing may be lost or
// reordered, and time must go with the clocks.
#include <gtest/gtest.h>

#include <ostream>

#include "tests/e2e/all_reduce_run.h"

namespace podsim::test {
namespace {

AllReduceSetup with_clocks(std::int64_t core_hz, std::int64_t ici_hz) {
  AllReduceSetup setup;
  setup.parameters.core.clock_hz = core_hz;
  setup.parameters.ici.clock_hz = ici_hz;
  return setup;
}

struct Ratio {
  const char* name;
  std::int64_t core;
  std::int64_t ici;
};
/// In the names that ctest shows.
void PrintTo(const Ratio& ratio, std::ostream* out) { *out << ratio.name; }

class AllReduceAtClockRatio : public testing::TestWithParam<Ratio> {};

TEST_P(AllReduceAtClockRatio, IsExact) {
  const Ratio ratio = GetParam();
  // A unit with a round period, and one whose edges drift against whole ps (7 of it: 940 MHz).
  for (const std::int64_t unit : {100'000'000, 134'285'714})
    expect_all_reduce(mesh(4, 2), with_clocks(ratio.core * unit, ratio.ici * unit));
}

INSTANTIATE_TEST_SUITE_P(CoreToIci, AllReduceAtClockRatio,
                         testing::Values(Ratio{"1to1", 1, 1}, Ratio{"3to2", 3, 2},
                                         Ratio{"2to3", 2, 3}, Ratio{"7to5", 7, 5},
                                         Ratio{"5to7", 5, 7}, Ratio{"1to16", 1, 16},
                                         Ratio{"16to1", 16, 1}),
                         [](const auto& shape) { return shape.param.name; });

TEST(ClockRatio, IsExactForClocksWithoutACommonPeriod) {
  expect_all_reduce(mesh(4, 2), with_clocks(940'000'000, 1'281'250'000));
  expect_all_reduce(mesh(4, 2), with_clocks(999'999'937, 1'000'000'007));
}

TEST(ClockRatio, WindowChangesNothingAtAnyRatio) {
  constexpr std::int64_t kClocks[] = {200'000'000, 940'000'000, 6'580'000'000};
  for (const std::int64_t ici : kClocks) {
    AllReduceSetup setup = with_clocks(940'000'000, ici);
    const AllReduceResult expected = all_reduce(mesh(2, 2), setup);
    setup.parameters.ici.window = 1;
    const AllReduceResult found = all_reduce(mesh(2, 2), setup);
    EXPECT_EQ(found.digest, expected.digest) << ici;
    EXPECT_EQ(found.outcome.duration(), expected.outcome.duration()) << ici;
  }
}

TEST(ClockRatio, ASlowerLinkTakesLonger) {
  constexpr std::int64_t kClocks[] = {2'562'500'000, 1'281'250'000, 640'625'000, 320'312'500};
  Picoseconds before = 0;
  for (const std::int64_t ici : kClocks) {
    const AllReduceResult result = all_reduce(mesh(4, 2), with_clocks(940'000'000, ici));
    EXPECT_GT(result.outcome.duration(), before) << ici;
    before = result.outcome.duration();
  }
}

}  // namespace
}  // namespace podsim::test
