// SPDX-License-Identifier: Apache-2.0
#include "systemc/base/time.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace podsim {
namespace {

constexpr std::uint64_t kCore = 940'000'000;
constexpr std::uint64_t kIci = 1'281'250'000;

TEST(Clock, CoreEdgesByHand) {
  const Clock clock(kCore);
  // A period is 10^12 / 940 * 10^6 = 1063.829787... ps; edge n is the next whole picosecond.
  EXPECT_EQ(clock.time_of(0), 0u);
  EXPECT_EQ(clock.time_of(1), 1064u);
  EXPECT_EQ(clock.time_of(2), 2128u);
  EXPECT_EQ(clock.time_of(47), 50'000u);  // 47 periods are 50 ns exactly
  EXPECT_EQ(clock.time_of(kCore), 1'000'000'000'000u);
}

TEST(Clock, IciEdgesByHand) {
  const Clock clock(kIci);
  // A period is 780.4878... ps; 41 periods are 32 ns exactly.
  EXPECT_EQ(clock.time_of(1), 781u);
  EXPECT_EQ(clock.time_of(2), 1561u);
  EXPECT_EQ(clock.time_of(41), 32'000u);
  EXPECT_EQ(clock.time_of(kIci), 1'000'000'000'000u);
}

TEST(Clock, FirstEdgeByHand) {
  const Clock clock(kCore);
  EXPECT_EQ(clock.first_edge_at_or_after(0), 0u);
  EXPECT_EQ(clock.first_edge_at_or_after(1), 1u);
  EXPECT_EQ(clock.first_edge_at_or_after(1064), 1u);
  EXPECT_EQ(clock.first_edge_at_or_after(1065), 2u);
}

TEST(Clock, EdgesTooFarAwayAreNever) {
  const Clock clock(1'000'000);  // 1 us: edge 2^44 lies past 2^64 ps
  EXPECT_EQ(clock.time_of(Cycle{1} << 45), kNever);
  EXPECT_EQ(clock.time_of(Cycle{1} << 43), (Picoseconds{1} << 43) * 1'000'000);
}

TEST(Clock, SecondsOfCycles) { EXPECT_DOUBLE_EQ(Clock(kCore).seconds(kCore / 2), 0.5); }

class ClockProperty : public testing::TestWithParam<std::uint64_t> {};

TEST_P(ClockProperty, AnEdgeIsTheFirstAtItsOwnTime) {
  const Clock clock(GetParam());
  std::mt19937_64 random(1);
  for (int i = 0; i < 100'000; ++i) {
    const Cycle cycle = random() % (Cycle{1} << (1 + random() % 43));
    ASSERT_EQ(clock.first_edge_at_or_after(clock.time_of(cycle)), cycle);
  }
}

TEST_P(ClockProperty, TheFirstEdgeIsNotBeforeAndItsPredecessorIs) {
  const Clock clock(GetParam());
  std::mt19937_64 random(2);
  for (int i = 0; i < 100'000; ++i) {
    const Picoseconds time = 1 + random() % (Picoseconds{1} << (1 + random() % 60));
    const Cycle edge = clock.first_edge_at_or_after(time);
    ASSERT_GE(clock.time_of(edge), time);
    ASSERT_GT(edge, 0u);
    ASSERT_LT(clock.time_of(edge - 1), time);
  }
}

TEST_P(ClockProperty, NoErrorAccumulates) {
  const Clock clock(GetParam());
  for (std::uint64_t seconds = 1; seconds <= 1000; ++seconds) {
    ASSERT_EQ(clock.time_of(seconds * GetParam()), seconds * 1'000'000'000'000);
  }
}

INSTANTIATE_TEST_SUITE_P(Frequencies, ClockProperty,
                         testing::Values(kCore, kIci, 1'000'000'000, 999'999'937, 1'000'000),
                         [](const auto& test) { return std::to_string(test.param) + "Hz"; });

}  // namespace
}  // namespace podsim
