// SPDX-License-Identifier: Apache-2.0
#include "sw/traffic/gap_distribution.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace podsim::traffic {
namespace {

constexpr int kDraws = 100'000;
constexpr std::uint64_t kStream = 4711;

std::uint64_t draw(const GapDistribution& gaps, int i) {
  return gaps.gap(kStream, static_cast<std::uint64_t>(i) * GapDistribution::kDraws);
}

TEST(GapDistribution, IsThatOfBernoulliTrials) {
  for (const double chance : {0.9, 0.25, 0.1, 0.02}) {
    const GapDistribution gaps(chance);
    // P(gap = k) = chance (1 - chance)^k; what lies beyond the last bin is one bin more.
    constexpr int kBins = 30;
    std::vector<double> counts(kBins + 1);
    for (int i = 0; i < kDraws; ++i) {
      ++counts[static_cast<std::size_t>(std::min<std::uint64_t>(draw(gaps, i), kBins))];
    }
    double chi_square = 0;
    int degrees = -1;
    for (int k = 0; k <= kBins; ++k) {
      const double p = std::pow(1 - chance, k) * (k == kBins ? 1 : chance);
      const double expected = p * kDraws;
      if (expected < 5) continue;
      ++degrees;
      const double off = counts[static_cast<std::size_t>(k)] - expected;
      chi_square += off * off / expected;
    }
    // Mean and five standard deviations of the chi-square distribution.
    EXPECT_LT(chi_square, degrees + 5 * std::sqrt(2.0 * degrees)) << "chance " << chance;
  }
}

TEST(GapDistribution, HasTheRightMeanForRarePackets) {
  for (const double chance : {1e-2, 1e-3, 1e-5}) {
    const GapDistribution gaps(chance);
    double sum = 0;
    for (int i = 0; i < kDraws; ++i) sum += static_cast<double>(draw(gaps, i));
    // Geometric: mean (1 - p) / p, standard deviation about 1 / p.
    EXPECT_NEAR(sum / kDraws, (1 - chance) / chance, 5 / chance / std::sqrt(kDraws)) << chance;
  }
}

TEST(GapDistribution, KnowsCertaintyAndImpossibility) {
  const GapDistribution always(1);
  const GapDistribution never(0);
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(draw(always, i), 0u);
    EXPECT_GT(draw(never, i), 1'000'000'000u);
  }
}

}  // namespace
}  // namespace podsim::traffic
