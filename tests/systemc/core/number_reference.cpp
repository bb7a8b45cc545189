// SPDX-License-Identifier: Apache-2.0
#include "tests/systemc/core/number_reference.h"

#include <cmath>
#include <limits>
#include <utility>

namespace podsim::test::reference {
namespace {

constexpr std::uint32_t kNan = 0x7fc00000;

enum class Kind { kZero, kFinite, kInfinite, kNotANumber };

/// (-1)^negative * significand * 2^exponent
struct Number {
  Kind kind;
  bool negative;
  std::uint32_t significand;
  int exponent;
};

Number unpack(std::uint32_t bits) {
  const bool negative = bits >> 31 != 0;
  const int biased = static_cast<int>(bits >> 23 & 0xff);
  const std::uint32_t fraction = bits & 0x7fffff;
  if (biased == 0) return {Kind::kZero, negative, 0, 0};
  if (biased == 255) return {fraction != 0 ? Kind::kNotANumber : Kind::kInfinite, negative, 0, 0};
  return {Kind::kFinite, negative, fraction | 0x800000, biased - 150};
}

std::uint32_t zero(bool negative) { return negative ? 0x80000000 : 0; }
std::uint32_t infinity(bool negative) { return zero(negative) | 0x7f800000; }

/// Rounds significand * 2^exponent (+ something below its last place, if `sticky`) to `precision`
/// bits, nearest even, with unbounded exponent; then overflows to infinity and underflows to zero.
std::uint32_t round(bool negative, std::uint64_t significand, int exponent, bool sticky,
                    int precision = 24) {
  if (significand == 0) return zero(negative);
  while (significand < std::uint64_t{1} << 60) {  // room below the last place
    significand <<= 1;
    --exponent;
  }
  int width = 64;
  while (significand >> (width - 1) == 0) --width;
  const int dropped = width - precision;
  std::uint64_t kept = significand >> dropped;
  const std::uint64_t rest = significand - (kept << dropped);
  const std::uint64_t half = std::uint64_t{1} << (dropped - 1);
  if (rest > half || (rest == half && (sticky || (kept & 1) != 0))) ++kept;
  exponent += dropped;
  if (kept >> precision != 0) {
    kept >>= 1;
    ++exponent;
  }
  const int power = exponent + precision - 1;  // of the leading bit
  if (power > 127) return infinity(negative);
  if (power < -126) return zero(negative);
  const auto fraction = static_cast<std::uint32_t>(kept << (24 - precision)) & 0x7fffff;
  return zero(negative) | static_cast<std::uint32_t>(power + 127) << 23 | fraction;
}

std::uint32_t add_finite(Number a, Number b) {
  if (a.exponent < b.exponent) std::swap(a, b);
  const int distance = a.exponent - b.exponent;
  // Far apart, the smaller one is no more than something below the last place of the other.
  const int shift = distance > 30 ? 30 : distance;
  const auto high = static_cast<std::int64_t>(std::uint64_t{a.significand} << shift);
  const std::int64_t low = distance > 30 ? 1 : b.significand;
  const std::int64_t sum = (a.negative ? -high : high) + (b.negative ? -low : low);
  if (sum == 0) return zero(false);
  return round(sum < 0, static_cast<std::uint64_t>(sum < 0 ? -sum : sum), a.exponent - shift,
               false);
}

}  // namespace

std::uint32_t add(std::uint32_t x, std::uint32_t y) {
  const Number a = unpack(x);
  const Number b = unpack(y);
  if (a.kind == Kind::kNotANumber || b.kind == Kind::kNotANumber) return kNan;
  if (a.kind == Kind::kInfinite && b.kind == Kind::kInfinite) {
    return a.negative == b.negative ? x : kNan;
  }
  if (a.kind == Kind::kInfinite) return x;
  if (b.kind == Kind::kInfinite) return y;
  if (a.kind == Kind::kZero && b.kind == Kind::kZero) return zero(a.negative && b.negative);
  if (a.kind == Kind::kZero) return y;
  if (b.kind == Kind::kZero) return x;
  return add_finite(a, b);
}

std::uint32_t subtract(std::uint32_t x, std::uint32_t y) { return add(x, y ^ 0x80000000); }

std::uint32_t multiply(std::uint32_t x, std::uint32_t y) {
  const Number a = unpack(x);
  const Number b = unpack(y);
  const bool negative = a.negative != b.negative;
  if (a.kind == Kind::kNotANumber || b.kind == Kind::kNotANumber) return kNan;
  const bool has_zero = a.kind == Kind::kZero || b.kind == Kind::kZero;
  const bool has_infinity = a.kind == Kind::kInfinite || b.kind == Kind::kInfinite;
  if (has_zero) return has_infinity ? kNan : zero(negative);
  if (has_infinity) return infinity(negative);
  return round(negative, std::uint64_t{a.significand} * b.significand, a.exponent + b.exponent,
               false);
}

std::uint32_t reciprocal(std::uint32_t x) {
  const Number a = unpack(x);
  if (a.kind == Kind::kNotANumber) return kNan;
  if (a.kind == Kind::kZero) return infinity(a.negative);
  if (a.kind == Kind::kInfinite) return zero(a.negative);
  const std::uint64_t one = std::uint64_t{1} << 62;
  return round(a.negative, one / a.significand, -62 - a.exponent, one % a.significand != 0);
}

int compare(std::uint32_t x, std::uint32_t y) {
  if (unpack(x).kind == Kind::kNotANumber || unpack(y).kind == Kind::kNotANumber) return 2;
  const auto order = [](std::uint32_t bits) {  // sign and magnitude as one whole number
    const auto magnitude = static_cast<std::int64_t>(bits & 0x7fffffff);
    return unpack(bits).kind == Kind::kZero ? 0 : unpack(bits).negative ? -magnitude : magnitude;
  };
  return order(x) < order(y) ? -1 : order(x) > order(y) ? 1 : 0;
}

std::uint32_t minimum(std::uint32_t x, std::uint32_t y) {
  if (compare(x, y) == 2) return kNan;
  const std::uint32_t chosen = compare(x, y) < 0 ? x : y;
  return unpack(chosen).kind == Kind::kZero ? zero(unpack(chosen).negative) : chosen;
}

std::uint32_t maximum(std::uint32_t x, std::uint32_t y) {
  if (compare(x, y) == 2) return kNan;
  const std::uint32_t chosen = compare(x, y) == 1 ? x : y;
  return unpack(chosen).kind == Kind::kZero ? zero(unpack(chosen).negative) : chosen;
}

std::uint32_t to_bfloat16(std::uint32_t x) {
  const Number a = unpack(x);
  switch (a.kind) {
    case Kind::kNotANumber:
      return kNan;
    case Kind::kInfinite:
      return x;
    case Kind::kZero:
      return zero(a.negative);
    case Kind::kFinite:
      break;
  }
  return round(a.negative, a.significand, a.exponent, false, 8);
}

std::uint32_t from_int(std::uint32_t x) {
  const auto wide = static_cast<std::int64_t>(static_cast<std::int32_t>(x));
  return round(wide < 0, static_cast<std::uint64_t>(wide < 0 ? -wide : wide), 0, false);
}

std::uint32_t to_int(std::uint32_t x) {
  const Number a = unpack(x);
  if (a.kind == Kind::kNotANumber || a.kind == Kind::kZero) return 0;
  const std::uint32_t limit = a.negative ? 0x80000000 : 0x7fffffff;
  if (a.kind == Kind::kInfinite || a.exponent > 7) return limit;
  if (a.exponent < -24) return 0;
  const std::uint64_t magnitude =
      a.exponent >= 0 ? std::uint64_t{a.significand} << a.exponent : a.significand >> -a.exponent;
  if (magnitude > 0x7fffffff) return limit;
  return static_cast<std::uint32_t>(a.negative ? 0 - magnitude : magnitude);
}

std::uint32_t round(long double value) {
  if (std::isnan(value)) return kNan;
  if (std::isinf(value)) return infinity(value < 0);
  int exponent = 0;
  const long double fraction = std::frexp(std::fabs(value), &exponent);
  const auto significand = static_cast<std::uint64_t>(std::ldexp(fraction, 63));
  return round(std::signbit(value), significand, exponent - 63, true);
}

double value(std::uint32_t x) {
  const Number a = unpack(x);
  const double sign = a.negative ? -1 : 1;
  switch (a.kind) {
    case Kind::kNotANumber:
      return std::numeric_limits<double>::quiet_NaN();
    case Kind::kInfinite:
      return sign * std::numeric_limits<double>::infinity();
    case Kind::kZero:
      return std::copysign(0.0, sign);
    case Kind::kFinite:
      break;
  }
  return sign * std::ldexp(static_cast<double>(a.significand), a.exponent);
}

std::uint32_t exponential(std::uint32_t x) {
  if (unpack(x).kind == Kind::kZero) return 0x3f800000;
  return round(std::exp(static_cast<long double>(value(x))));
}

std::uint32_t logarithm(std::uint32_t x) {
  const Number a = unpack(x);
  if (a.kind == Kind::kZero) return infinity(true);
  if (a.negative) return kNan;
  if (x == 0x3f800000) return 0;
  return round(std::log(static_cast<long double>(value(x))));
}

std::uint32_t reciprocal_root(std::uint32_t x) {
  const Number a = unpack(x);
  if (a.kind == Kind::kZero) return infinity(a.negative);
  if (a.negative) return kNan;
  return round(1 / std::sqrt(static_cast<long double>(value(x))));
}

}  // namespace podsim::test::reference
