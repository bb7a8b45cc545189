// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_BOUNDS_RATIO_H_
#define PODSIM_SW_BOUNDS_RATIO_H_

#include <cstdint>
#include <limits>
#include <numeric>

namespace podsim {

/// A fraction in lowest terms, not negative. A denominator of 0 stands for infinity.
struct Ratio {
  std::int64_t numerator = 0;
  std::int64_t denominator = 1;

  static Ratio of(std::int64_t numerator, std::int64_t denominator) {
    const std::int64_t divisor = std::gcd(numerator, denominator);
    return {numerator / divisor, denominator / divisor};
  }
  double value() const {
    if (denominator == 0) return std::numeric_limits<double>::infinity();
    return static_cast<double>(numerator) / static_cast<double>(denominator);
  }
  bool operator==(const Ratio& o) const {
    return numerator == o.numerator && denominator == o.denominator;
  }
  bool operator!=(const Ratio& o) const { return !(*this == o); }
};

}  // namespace podsim

#endif  // PODSIM_SW_BOUNDS_RATIO_H_
