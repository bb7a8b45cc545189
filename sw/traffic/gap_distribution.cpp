// SPDX-License-Identifier: Apache-2.0
#include "sw/traffic/gap_distribution.h"

#include <limits>

namespace podsim::traffic {
namespace {

constexpr std::uint64_t kAll = std::numeric_limits<std::uint64_t>::max();

std::uint64_t scaled(double probability) {
  return probability >= 1 ? kAll : static_cast<std::uint64_t>(probability * 0x1p64);
}

}  // namespace

GapDistribution::GapDistribution(double chance) {
  double q = 1 - chance;  // of the digit's own geometric distribution
  for (unsigned i = 0; i < kDraws; ++i) {
    std::array<double, kBase + 1> power{1.0};
    for (unsigned k = 0; k < kBase; ++k) power[k + 1] = power[k] * q;
    const double all = 1 - power[kBase];
    for (unsigned k = 0; k < kBase; ++k) {
      // With q = 1 every digit is the largest.
      limits_[i][k] = all > 0 ? scaled((1 - power[k + 1]) / all) : 0;
    }
    limits_[i][kBase - 1] = kAll;
    certain_zero_[i] = limits_[i][0] == kAll;
    q = power[kBase];
  }
}

}  // namespace podsim::traffic
