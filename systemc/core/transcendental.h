// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_CORE_TRANSCENDENTAL_H_
#define PODSIM_SYSTEMC_CORE_TRANSCENDENTAL_H_

#include <cmath>
#include <cstdint>

#include "systemc/core/float_ops.h"

/// exp, log and 1/sqrt of fp32 values: computed in double precision with + - * / and square root
/// alone, so that every host gives the same bits; relative error below 2^-51 before the one
/// rounding to fp32. No branches: compilers turn them into vector code.
namespace podsim::fp {

inline constexpr double kLn2High = 0x1.62e42feep-1;  // 32 bits: multiples up to 2^20 are exact
inline constexpr double kLn2Low = 0x1.a39ef35793c76p-33;
inline constexpr double kLog2E = 0x1.71547652b82fep+0;

/// e^r = 1 + r + r^2 q(r) for |r| <= ln(2) / 2; the series stops below 2^-57.
inline double exp_reduced(double r) {
  double q = 1.0 / 6227020800.0;  // 1/13!
  q = q * r + 1.0 / 479001600.0;
  q = q * r + 1.0 / 39916800.0;
  q = q * r + 1.0 / 3628800.0;
  q = q * r + 1.0 / 362880.0;
  q = q * r + 1.0 / 40320.0;
  q = q * r + 1.0 / 5040.0;
  q = q * r + 1.0 / 720.0;
  q = q * r + 1.0 / 120.0;
  q = q * r + 1.0 / 24.0;
  q = q * r + 1.0 / 6.0;
  q = q * r + 0.5;
  return 1.0 + (r + r * r * q);
}

/// e^x. exp(-inf) = +0, exp(inf) = inf; above 88.72 infinity, below -87.34 zero.
inline std::uint32_t exponential(std::uint32_t x) {
  constexpr double kShift = 0x1.8p52;  // adding it rounds to an integer, in the low bits
  // 200.0f: e^200 is far beyond fp32 and e^-200 far below.
  constexpr std::uint32_t kClamp = 0x43480000u;
  const std::uint32_t magnitude = x & ~kSign;
  const std::uint32_t near = magnitude < kClamp ? magnitude : kClamp;
  const double clamped = static_cast<double>(from_bits(near | (x & kSign)));
  const double shifted = clamped * kLog2E + kShift;
  const double k = shifted - kShift;
  const double reduced = (clamped - k * kLn2High) - k * kLn2Low;
  const double scaled = from_bits(bits_of(exp_reduced(reduced)) + (bits_of(shifted) << 52));
  const std::uint32_t result = round_to_float(scaled);
  return is_nan(x) ? kNan : result;
}

/// 2 (z / 3 + z^2 / 5 + ...) for z <= 0.0295; the series stops below 2^-57.
inline double log_series(double z) {
  double p = 2.0 / 25.0;
  p = p * z + 2.0 / 23.0;
  p = p * z + 2.0 / 21.0;
  p = p * z + 2.0 / 19.0;
  p = p * z + 2.0 / 17.0;
  p = p * z + 2.0 / 15.0;
  p = p * z + 2.0 / 13.0;
  p = p * z + 2.0 / 11.0;
  p = p * z + 2.0 / 9.0;
  p = p * z + 2.0 / 7.0;
  p = p * z + 2.0 / 5.0;
  p = p * z + 2.0 / 3.0;
  return p * z;
}

/// Natural logarithm. log(+-0) = -inf, log(inf) = inf, log of a negative value is NaN.
inline std::uint32_t logarithm(std::uint32_t x) {
  constexpr std::uint32_t kRootHalf = 0x3f3504f3u;  // x = m 2^k with m from here to twice it
  const std::int32_t k = static_cast<std::int32_t>(x - kRootHalf) >> 23;
  const double f = static_cast<double>(from_bits(x - (static_cast<std::uint32_t>(k) << 23))) - 1.0;
  const double s = f / (2.0 + f);
  const double half_square = 0.5 * f * f;  // exact: f has at most 24 bits
  const double tail = s * (half_square + log_series(s * s)) + k * kLn2Low;
  const std::uint32_t regular = round_to_float(k * kLn2High - ((half_square - tail) - f));
  const std::uint32_t positive = x == kInfinity ? kInfinity : regular;
  const std::uint32_t ordered = (x & kSign) != 0 || is_nan(x) ? kNan : positive;
  return (x & kInfinity) == 0 ? kSign | kInfinity : ordered;
}

/// 1 / sqrt(x). Of +-0: +-inf; of inf: 0; of a negative value: NaN.
inline std::uint32_t reciprocal_root(std::uint32_t x) {
  return round_to_float(1.0 / std::sqrt(static_cast<double>(from_bits(flush(x)))));
}

}  // namespace podsim::fp

#endif  // PODSIM_SYSTEMC_CORE_TRANSCENDENTAL_H_
