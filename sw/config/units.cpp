// SPDX-License-Identifier: Apache-2.0
#include "sw/config/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <vector>

#include "firmware/diagnostics/user_error.h"

namespace podsim::config {
namespace {

__extension__ using Wide = __int128;

constexpr std::int64_t kKilo = 1'000;
constexpr std::int64_t kMega = 1'000'000;
constexpr std::int64_t kGiga = 1'000'000'000;
constexpr std::int64_t kTera = 1'000'000'000'000;
constexpr std::int64_t kKibi = 1'024;
constexpr std::int64_t kMebi = kKibi * kKibi;
constexpr std::int64_t kGibi = kMebi * kKibi;

/// One unit is numerator / denominator of the base unit.
struct UnitName {
  std::string_view name;
  std::int64_t numerator;
  std::int64_t denominator = 1;
  bool in_output = true;  ///< format_quantity writes it
};

std::vector<UnitName> bytes_per_second() {
  return {{"B/s", 1},
          {"kB/s", kKilo},
          {"MB/s", kMega},
          {"GB/s", kGiga},
          {"TB/s", kTera},
          {"KiB/s", kKibi, 1, false},
          {"MiB/s", kMebi, 1, false},
          {"GiB/s", kGibi, 1, false},
          {"b/s", 1, 8, false},
          {"kb/s", kKilo, 8, false},
          {"Mb/s", kMega, 8, false},
          {"Gb/s", kGiga, 8, false},
          {"Tb/s", kTera, 8, false}};
}

std::vector<UnitName> bits_per_second() {
  return {{"b/s", 1},
          {"kb/s", kKilo},
          {"Mb/s", kMega},
          {"Gb/s", kGiga},
          {"Tb/s", kTera},
          {"B/s", 8, 1, false},
          {"kB/s", 8 * kKilo, 1, false},
          {"MB/s", 8 * kMega, 1, false},
          {"GB/s", 8 * kGiga, 1, false}};
}

/// In order of size, units of output first.
std::vector<UnitName> units_of(Unit unit) {
  switch (unit) {
    case Unit::kHertz:
      return {{"Hz", 1}, {"kHz", kKilo}, {"MHz", kMega}, {"GHz", kGiga}};
    case Unit::kPicoseconds:
      return {{"ps", 1}, {"ns", kKilo}, {"us", kMega}, {"ms", kGiga}, {"s", kTera}};
    case Unit::kBytes:
      return {{"B", 1},
              {"KiB", kKibi},
              {"MiB", kMebi},
              {"GiB", kGibi},
              {"kB", kKilo, 1, false},
              {"MB", kMega, 1, false},
              {"GB", kGiga, 1, false}};
    case Unit::kBytesPerSecond:
      return bytes_per_second();
    case Unit::kBitsPerSecond:
      return bits_per_second();
    case Unit::kNone:
    case Unit::kCoreCycles:
    case Unit::kIciCycles:
      break;
  }
  return {};
}

/// A decimal number taken apart: digits / 10^fraction.
struct Decimal {
  Wide digits = 0;
  int fraction = 0;
};

struct Split {
  std::string_view number;
  std::string_view unit;
};

std::string_view trim(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0)
    text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0)
    text.remove_suffix(1);
  return text;
}

Split split(std::string_view text) {
  text = trim(text);
  const std::size_t end = text.find_first_not_of("+-0123456789._");
  if (end == std::string_view::npos) return {text, {}};
  return {trim(text.substr(0, end)), trim(text.substr(end))};
}

UserError malformed(std::string_view text, Unit unit) {
  return UserError("CFG-006", fmt::format("'{}' is not a number with a unit", text), {},
                   "units: " + accepted_units(unit));
}

Decimal parse_decimal(std::string_view number, std::string_view text, Unit unit) {
  constexpr int kMaxDigits = 19;
  Decimal decimal;
  bool point = false;
  int digits = 0;
  const bool negative = !number.empty() && number.front() == '-';
  if (!number.empty() && (number.front() == '-' || number.front() == '+')) number.remove_prefix(1);
  for (const char c : number) {
    if (c == '_') continue;
    if (c == '.' && !point) {
      point = true;
      continue;
    }
    if (std::isdigit(static_cast<unsigned char>(c)) == 0 || ++digits > kMaxDigits)
      throw malformed(text, unit);
    decimal.digits = decimal.digits * 10 + (c - '0');
    decimal.fraction += point ? 1 : 0;
  }
  if (digits == 0) throw malformed(text, unit);
  if (negative) decimal.digits = -decimal.digits;
  return decimal;
}

UnitName find_unit(std::string_view name, std::string_view text, Unit unit) {
  if (name.empty()) {
    throw UserError("CFG-005", fmt::format("'{}' has no unit", text), {},
                    "write one of " + accepted_units(unit));
  }
  const std::vector<UnitName> units = units_of(unit);
  const auto found =
      std::find_if(units.begin(), units.end(), [&](const UnitName& u) { return u.name == name; });
  if (found == units.end()) {
    throw UserError("CFG-006", fmt::format("'{}' has the unknown unit '{}'", text, name), {},
                    "units: " + accepted_units(unit));
  }
  return *found;
}

std::string with_fraction(std::int64_t value, std::int64_t factor) {
  std::string text = fmt::format("{}", value / factor);
  std::int64_t rest = value % factor;
  if (rest == 0) return text;
  text += '.';
  while (rest != 0) {
    rest *= 10;
    text += static_cast<char>('0' + rest / factor);
    rest %= factor;
  }
  return text;
}

/// A binary unit is written only when it divides the value: fractions of it would be long.
bool fits(std::int64_t value, const UnitName& unit) {
  if (!unit.in_output || value < unit.numerator) return false;
  return unit.numerator % kKibi != 0 || value % unit.numerator == 0;
}

}  // namespace

bool has_dimension(Unit unit) { return !units_of(unit).empty(); }

std::string accepted_units(Unit unit) {
  std::string text;
  for (const UnitName& name : units_of(unit)) {
    text += text.empty() ? "" : ", ";
    text += name.name;
  }
  return text;
}

std::int64_t parse_quantity(std::string_view text, Unit unit) {
  const Split parts = split(text);
  const Decimal decimal = parse_decimal(parts.number, text, unit);
  const UnitName name = find_unit(parts.unit, text, unit);
  Wide divisor = name.denominator;
  for (int i = 0; i < decimal.fraction; ++i) divisor *= 10;
  const Wide product = decimal.digits * name.numerator;
  if (product % divisor != 0) {
    throw UserError("CFG-006", fmt::format("'{}' is not a whole number of {}", text,
                                           units_of(unit).front().name));
  }
  const Wide value = product / divisor;
  if (value > std::numeric_limits<std::int64_t>::max() ||
      value < std::numeric_limits<std::int64_t>::min()) {
    throw UserError("CFG-007", fmt::format("'{}' is too large", text));
  }
  return static_cast<std::int64_t>(value);
}

double parse_real_quantity(std::string_view text, Unit unit) {
  const Split parts = split(text);
  const Decimal decimal = parse_decimal(parts.number, text, unit);
  const UnitName name = find_unit(parts.unit, text, unit);
  auto divisor = static_cast<double>(name.denominator);
  for (int i = 0; i < decimal.fraction; ++i) divisor *= 10;
  return static_cast<double>(decimal.digits * name.numerator) / divisor;
}

std::string format_quantity(std::int64_t value, Unit unit) {
  const std::vector<UnitName> units = units_of(unit);
  if (units.empty()) return fmt::format("{}", value);
  UnitName best = units.front();
  for (const UnitName& candidate : units) {
    if (fits(value, candidate)) best = candidate;
  }
  return with_fraction(value, best.numerator) + std::string(best.name);
}

std::string format_real_quantity(double value, Unit unit) {
  constexpr double kExact = 9e15;
  const bool whole = std::abs(value) < kExact && value == std::floor(value);
  if (whole) return format_quantity(static_cast<std::int64_t>(value), unit);
  return fmt::format("{}{}", value, units_of(unit).front().name);
}

std::string format_real(double value) {
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

}  // namespace podsim::config
