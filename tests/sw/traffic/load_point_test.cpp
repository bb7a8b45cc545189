// SPDX-License-Identifier: Apache-2.0
#include "sw/traffic/load_point.h"

#include <gtest/gtest.h>

#include "sw/traffic/load_sweep.h"
#include "sw/traffic/zero_load.h"

namespace podsim::traffic {
namespace {

TEST(LatencyFigures, AreThoseOfTheNearestRank) {
  std::vector<std::uint32_t> one_to_200;
  for (std::uint32_t i = 200; i > 0; --i) one_to_200.push_back(i);
  const LatencyFigures figures = latency_figures(one_to_200);
  EXPECT_DOUBLE_EQ(figures.mean, 100.5);
  EXPECT_EQ(figures.median, 100u);
  EXPECT_EQ(figures.percentile_99, 198u);
  EXPECT_EQ(figures.maximum, 200u);
  const LatencyFigures single = latency_figures({7});
  EXPECT_EQ(single.median, 7u);
  EXPECT_EQ(single.percentile_99, 7u);
  EXPECT_EQ(latency_figures({}).maximum, 0u);
}

/// Batches of ten packets whose means are `first` in the first half and `second` in the second, in
/// turn with and without `spread` on top.
LatencyBatches batches(std::uint64_t first, std::uint64_t second, std::uint64_t spread) {
  LatencyBatches all;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::uint64_t mean = (i < all.size() / 2 ? first : second) + (i % 2) * spread;
    all[i] = {10, 10 * mean};
  }
  return all;
}

TEST(LatencyGrows, NeedsATenthAndThreeStandardErrors) {
  EXPECT_FALSE(latency_grows(batches(100, 109, 0)));
  EXPECT_TRUE(latency_grows(batches(100, 112, 0)));
  EXPECT_FALSE(latency_grows(batches(112, 100, 0))) << "it falls";
  // Eight means, half of them 100 above the others: their mean has a variance of 50^2 / 7, the
  // difference of two such means a standard error of 26.7; three are 80.2.
  EXPECT_FALSE(latency_grows(batches(300, 375, 100)));
  EXPECT_TRUE(latency_grows(batches(300, 385, 100)));
  EXPECT_FALSE(latency_grows({})) << "no packets";
}

TEST(LatencyGrows, SeesASteadyRise) {
  LatencyBatches rise;
  for (std::size_t i = 0; i < rise.size(); ++i) rise[i] = {100, 100 * (300 + 10 * i)};
  EXPECT_TRUE(latency_grows(rise));
}

TEST(MeasuredCycles, AreCutIntoBatchesOfEqualLength) {
  const MeasuredCycles measured{100, 260, 1000};  // 16 batches of 10
  EXPECT_EQ(measured.batch(100), 0u);
  EXPECT_EQ(measured.batch(109), 0u);
  EXPECT_EQ(measured.batch(110), 1u);
  EXPECT_EQ(measured.batch(259), 15u);
}

LoadPoint point(double load, bool stable, double accepted = 0) {
  LoadPoint p;
  p.load = load;
  p.stable = stable;
  p.accepted = accepted;
  return p;
}

TEST(SweepResult, SaturationIsTheLastStableLoadBelowAnUnstableOne) {
  SweepResult result;
  result.points = {point(0.1, true), point(0.2, true, 0.2), point(0.25, false, 0.22)};
  EXPECT_DOUBLE_EQ(result.saturation().value(), 0.2);
  EXPECT_DOUBLE_EQ(result.throughput(), 0.22);
  result.points.pop_back();
  EXPECT_FALSE(result.saturation().has_value()) << "no load was too much";
  result.points = {point(0.1, false)};
  EXPECT_FALSE(result.saturation().has_value()) << "no load was stable";
}

TEST(ZeroLoadLatency, IsThatOfThePipeline) {
  // docs/rtl/router.md: four cycles a router. One router alone, then three with two links of 52.
  EXPECT_DOUBLE_EQ(zero_load_latency(0, 52, 1), 4);
  EXPECT_DOUBLE_EQ(zero_load_latency(2, 52, 4), 3 * 4 + 2 * 52 + 3);
}

}  // namespace
}  // namespace podsim::traffic
