// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_CORE_FLOAT_OPS_H_
#define PODSIM_SYSTEMC_CORE_FLOAT_OPS_H_

#include <cstdint>
#include <cstring>

#include "systemc/core/flush_guard.h"

/// The number rules of the vector unit, the MXU and the cross-lane unit, lane by lane:
///
/// * fp32 and bfloat16 operands that are subnormal count as zeros of their sign;
/// * a result is rounded to nearest even with unbounded exponent; then, below 2^-126 in magnitude
///   it becomes the zero of its sign, and too large it becomes infinity;
/// * any NaN result is the canonical NaN: 0x7fc00000, as bfloat16 0x7fc0.
namespace podsim::fp {

inline constexpr std::uint32_t kSign = 0x80000000u;
inline constexpr std::uint32_t kInfinity = 0x7f800000u;
inline constexpr std::uint32_t kNan = 0x7fc00000u;

inline std::uint32_t bits_of(float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}
inline float from_bits(std::uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
inline std::uint64_t bits_of(double value) {
  std::uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}
inline double from_bits(std::uint64_t bits) {
  double value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

inline bool is_nan(std::uint32_t bits) { return (bits & ~kSign) > kInfinity; }
/// A subnormal becomes the zero of its sign.
inline std::uint32_t flush(std::uint32_t bits) {
  return bits & ((bits & kInfinity) != 0 ? ~std::uint32_t{0} : kSign);
}
inline std::uint32_t canonical(std::uint32_t bits) { return is_nan(bits) ? kNan : bits; }

/// fp32 from a double-precision result, by the rules above.
inline std::uint32_t round_to_float(double value) {
  // 2^-126 - 2^-151: from here on, rounding to 24 bits reaches 2^-126.
  constexpr double kLeast = 0x1.ffffffp-127;
  const std::uint32_t rounded = canonical(bits_of(static_cast<float>(value)));
  return value < kLeast && value > -kLeast ? rounded & kSign : rounded;
}

/// The fp32 bits of x rounded to bfloat16; the low half is zero.
inline std::uint32_t round_to_bfloat16(std::uint32_t x) {
  const std::uint32_t flushed = flush(x);
  const std::uint32_t rounded = (flushed + 0x7fffu + (flushed >> 16 & 1u)) & 0xffff0000u;
  return is_nan(x) ? kNan : rounded;
}

/// The fp32 bits of a bfloat16 given in the high half of a word.
inline std::uint32_t widen_bfloat16(std::uint32_t high_half) {
  return canonical(flush(high_half & 0xffff0000u));
}

/// fp32 arithmetic on bits. With `host_flushes` it must run inside a FlushGuard on a host where
/// kHostFlushes holds; without, it flushes explicitly and runs anywhere outside one.
template <bool host_flushes>
struct Arithmetic {
  static float in(std::uint32_t bits) { return from_bits(host_flushes ? bits : flush(bits)); }
  static std::uint32_t out(float value) {
    const std::uint32_t bits = bits_of(value);
    return value != value ? kNan : host_flushes ? bits : flush(bits);
  }
  static std::uint32_t add(std::uint32_t x, std::uint32_t y) { return out(in(x) + in(y)); }
  static std::uint32_t subtract(std::uint32_t x, std::uint32_t y) { return out(in(x)-in(y)); }
  static std::uint32_t multiply(std::uint32_t x, std::uint32_t y) {
    if (host_flushes) return out(in(x)*in(y));
    return round_to_float(static_cast<double>(in(x)) * static_cast<double>(in(y)));
  }
  static std::uint32_t reciprocal(std::uint32_t x) { return out(1.0f / in(x)); }
  static bool equal(std::uint32_t x, std::uint32_t y) { return in(x) == in(y); }
  static bool less(std::uint32_t x, std::uint32_t y) { return in(x) < in(y); }
  static bool less_equal(std::uint32_t x, std::uint32_t y) { return in(x) <= in(y); }
  static std::uint32_t minimum(std::uint32_t x, std::uint32_t y) {
    const std::uint32_t result = flush(from_bits(flush(x)) < from_bits(flush(y)) ? x : y);
    return is_nan(x) || is_nan(y) ? kNan : result;
  }
  static std::uint32_t maximum(std::uint32_t x, std::uint32_t y) {
    const std::uint32_t result = flush(from_bits(flush(x)) > from_bits(flush(y)) ? x : y);
    return is_nan(x) || is_nan(y) ? kNan : result;
  }
};

inline std::uint32_t int_to_float(std::uint32_t x) {
  return bits_of(static_cast<float>(static_cast<std::int32_t>(x)));
}

/// Toward zero, saturating; NaN gives 0.
inline std::uint32_t float_to_int(std::uint32_t x) {
  constexpr float kLimit = 0x1p31f;
  const float value = from_bits(flush(x));
  const bool inside = value >= -kLimit && value < kLimit;
  const auto converted = static_cast<std::uint32_t>(static_cast<std::int32_t>(inside ? value : 0));
  const std::uint32_t saturated = (x & kSign) != 0 ? 0x80000000u : 0x7fffffffu;
  return is_nan(x) ? 0 : inside ? converted : saturated;
}

/// Both bfloat16 halves added as fp32 and rounded to bfloat16.
template <bool host_flushes>
std::uint32_t add_bfloat16_pair(std::uint32_t x, std::uint32_t y) {
  using A = Arithmetic<host_flushes>;
  const std::uint32_t low = round_to_bfloat16(A::add(x << 16, y << 16));
  const std::uint32_t high = round_to_bfloat16(A::add(x & 0xffff0000u, y & 0xffff0000u));
  return high | low >> 16;
}

}  // namespace podsim::fp

#endif  // PODSIM_SYSTEMC_CORE_FLOAT_OPS_H_
