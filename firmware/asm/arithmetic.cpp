// SPDX-License-Identifier: Apache-2.0
#include "firmware/asm/arithmetic.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "firmware/asm/diagnostic_ids.h"
#include "firmware/asm/expression.h"

namespace podsim::assembler {
namespace {

constexpr int kIntegerBits = 64;

[[noreturn]] void fail(const SourcePlace& place, const std::string& message) {
  throw UserError(id::kArithmetic, message, place);
}

std::int64_t shift(std::string_view op, std::int64_t x, std::int64_t count,
                   const SourcePlace& place) {
  if (count < 0 || count >= kIntegerBits) {
    fail(place, fmt::format("shift count {} is not in 0..63", count));
  }
  if (op == ">>") return x >> count;
  const auto result = static_cast<std::int64_t>(static_cast<std::uint64_t>(x) << count);
  if (result >> count != x) fail(place, fmt::format("{} << {} overflows 64 bits", x, count));
  return result;
}

std::int64_t divide(std::string_view op, std::int64_t x, std::int64_t y, const SourcePlace& place) {
  if (y == 0) fail(place, "division by zero");
  if (y == -1 && x == std::numeric_limits<std::int64_t>::min()) {
    fail(place, "division overflows 64 bits");
  }
  return op == "/" ? x / y : x % y;
}

std::int64_t add_or_multiply(std::string_view op, std::int64_t x, std::int64_t y,
                             const SourcePlace& place) {
  std::int64_t result = 0;
  const bool overflow = op == "+"   ? __builtin_add_overflow(x, y, &result)
                        : op == "-" ? __builtin_sub_overflow(x, y, &result)
                                    : __builtin_mul_overflow(x, y, &result);
  if (overflow) fail(place, fmt::format("{} {} {} overflows 64 bits", x, op, y));
  return result;
}

template <typename Number>
bool compare(std::string_view op, Number x, Number y) {
  if (op == "==") return x == y;
  if (op == "!=") return x != y;
  if (op == "<") return x < y;
  if (op == "<=") return x <= y;
  if (op == ">") return x > y;
  return x >= y;
}

bool is_comparison(std::string_view op) {
  return op == "==" || op == "!=" || op == "<" || op == "<=" || op == ">" || op == ">=";
}

std::int64_t integer_binary(std::string_view op, std::int64_t x, std::int64_t y,
                            const SourcePlace& place) {
  if (is_comparison(op)) return compare(op, x, y) ? 1 : 0;
  if (op == "<<" || op == ">>") return shift(op, x, y, place);
  if (op == "/" || op == "%") return divide(op, x, y, place);
  if (op == "&") return x & y;
  if (op == "|") return x | y;
  if (op == "^") return x ^ y;
  return add_or_multiply(op, x, y, place);
}

Value real_binary(std::string_view op, double x, double y, const SourcePlace& place) {
  if (is_comparison(op)) return Value::of(compare(op, x, y) ? 1 : 0);
  if (op == "+") return Value::of_real(x + y);
  if (op == "-") return Value::of_real(x - y);
  if (op == "*") return Value::of_real(x * y);
  if (op == "/") {
    if (y == 0.0) fail(place, "division by zero");
    return Value::of_real(x / y);
  }
  throw UserError(id::kIntegerNeeded, fmt::format("'{}' needs integers, not {} and {}", op, x, y),
                  place, "int(x) converts");
}

Value to_integer(double x, const SourcePlace& place) {
  constexpr double kLimit = 9223372036854775808.0;  // 2^63
  if (!(x > -kLimit && x < kLimit)) fail(place, fmt::format("int({}) does not fit 64 bits", x));
  return Value::of(static_cast<std::int64_t>(x));
}

Value from_bits(const Value& bits, const SourcePlace& place) {
  const std::uint32_t pattern = to_bits(bits, place);
  float number = 0.0F;
  std::memcpy(&number, &pattern, sizeof number);
  return Value::of_real(static_cast<double>(number));
}

}  // namespace

Value apply_unary(std::string_view op, const Value& x, const SourcePlace& place) {
  if (op == "!") return Value::of(x.is_true() ? 0 : 1);
  if (op == "+") return x;
  if (op == "-") {
    return x.is_real ? Value::of_real(-x.real)
                     : Value::of(add_or_multiply("-", 0, x.integer, place));
  }
  if (x.is_real) {
    throw UserError(id::kIntegerNeeded, fmt::format("'~' needs an integer, not {}", x.real), place);
  }
  return Value::of(~x.integer);
}

Value apply_binary(std::string_view op, const Value& x, const Value& y, const SourcePlace& place) {
  if (x.is_real || y.is_real) return real_binary(op, x.as_real(), y.as_real(), place);
  return Value::of(integer_binary(op, x.integer, y.integer, place));
}

int argument_count(std::string_view function) {
  if (function == "min" || function == "max") return 2;
  const bool single =
      function == "float" || function == "int" || function == "bits" || function == "asfloat";
  return single ? 1 : 0;
}

Value apply_function(std::string_view function, const std::vector<Value>& arguments,
                     const SourcePlace& place) {
  const Value& x = arguments.at(0);
  if (function == "float") return Value::of_real(x.as_real());
  if (function == "int") return x.is_real ? to_integer(x.real, place) : x;
  if (function == "bits") return Value::of(std::int64_t{to_bits(x, place)});
  if (function == "asfloat") return from_bits(x, place);
  const bool x_first = x.as_real() < arguments.at(1).as_real();
  return x_first == (function == "min") ? x : arguments.at(1);
}

std::uint32_t to_bits(const Value& value, const SourcePlace& place) {
  if (!value.is_real) {
    constexpr std::int64_t kLow = std::numeric_limits<std::int32_t>::min();
    constexpr std::int64_t kHigh = std::numeric_limits<std::uint32_t>::max();
    if (value.integer < kLow || value.integer > kHigh) {
      throw UserError(id::kValueRange,
                      fmt::format("{} does not fit 32 bits: {}..{}", value.integer, kLow, kHigh),
                      place);
    }
    return static_cast<std::uint32_t>(value.integer);
  }
  constexpr double kLargest = 3.4028235677973366e38;  // from here on, rounding gives infinity
  if (std::isfinite(value.real) && std::fabs(value.real) >= kLargest) {
    throw UserError(id::kValueRange,
                    fmt::format("{} does not fit fp32: +-3.4028235e38", value.real), place,
                    "inf is infinity");
  }
  const auto number = static_cast<float>(value.real);
  std::uint32_t bits = 0;
  std::memcpy(&bits, &number, sizeof bits);
  return bits;
}

}  // namespace podsim::assembler
