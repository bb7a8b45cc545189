// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_TRAFFIC_GAP_DISTRIBUTION_H_
#define PODSIM_SW_TRAFFIC_GAP_DISTRIBUTION_H_

#include <array>
#include <cstdint>

#include "systemc/base/counter_random.h"

namespace podsim::traffic {

/// Cycles without a packet between two packets of a Bernoulli process: in each cycle one begins
/// with the same chance. A draw costs a few random numbers a packet instead of one a cycle.
///
/// The gap is geometric, P(gap >= k) = q^k, q = 1 - chance, and is drawn in digits of base 64:
/// digits of a geometric number are independent, digit i being geometric with q^(64^i), cut off
/// at 64. Thresholds come from multiplications alone, so they are the same on every host.
class GapDistribution {
 public:
  /// `chance` of a packet in a cycle, 0 to 1. A chance of 0 gives the longest gap.
  explicit GapDistribution(double chance);

  /// The gap by random numbers (stream, first_counter .. first_counter + kDraws - 1); at most
  /// 64^kDraws - 1.
  std::uint64_t gap(std::uint64_t stream, std::uint64_t first_counter) const {
    std::uint64_t gap = 0;
    for (unsigned i = 0; i < kDraws; ++i) {
      if (certain_zero_[i]) break;
      gap += digit(i, counter_random(stream, first_counter + i)) << (kDigitBits * i);
    }
    return gap;
  }

  static constexpr unsigned kDraws = 5;

 private:
  static constexpr unsigned kDigitBits = 6;
  static constexpr unsigned kBase = 1u << kDigitBits;

  /// The number of thresholds at or below the random number.
  std::uint64_t digit(unsigned i, std::uint64_t random) const {
    const auto& limits = limits_[i];
    if (random < limits[0]) return 0;
    std::uint64_t found = 0;
    for (unsigned step = kBase / 2; step > 0; step /= 2) {
      if (random >= limits[found + step - 1]) found += step;
    }
    return found;
  }

  // limits_[i][k]: a random number below it has a digit of at most k, scaled to 2^64.
  std::array<std::array<std::uint64_t, kBase>, kDraws> limits_;
  std::array<bool, kDraws> certain_zero_{};
};

}  // namespace podsim::traffic

#endif  // PODSIM_SW_TRAFFIC_GAP_DISTRIBUTION_H_
