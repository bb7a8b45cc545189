// SPDX-License-Identifier: Apache-2.0
#include "sw/report/units.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace podsim {
namespace {

/// `value` with `digits` significant digits, without exponent: at least as many as stand before
/// the point.
std::string significant(double value, int digits) {
  if (value == 0) return "0";
  const int before = static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1;
  return fmt::format("{:.{}f}", value, before >= digits ? 0 : digits - before);
}

/// `value` rounded to `digits` significant digits.
double rounded(double value, int digits) {
  if (value == 0) return 0;
  const double scale = std::pow(10.0, digits - 1 - std::floor(std::log10(std::abs(value))));
  return std::round(value * scale) / scale;
}

}  // namespace

std::string format_bytes(std::uint64_t bytes) {
  constexpr std::array<const char*, 6> kUnits = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
  std::size_t unit = 0;
  auto value = static_cast<double>(bytes);
  while (value >= 1024 && unit + 1 < kUnits.size()) {
    value /= 1024;
    ++unit;
  }
  const double whole = std::round(value);
  if (value == whole || value >= 100) return fmt::format("{:.0f} {}", whole, kUnits[unit]);
  std::string digits = significant(value, 3);
  while (digits.back() == '0') digits.pop_back();
  if (digits.back() == '.') digits.pop_back();
  return fmt::format("{} {}", digits, kUnits[unit]);
}

std::string format_si(double value, std::string_view unit, int digits) {
  constexpr std::array<const char*, 10> kPrefixes = {"p", "n", "u", "m", "",
                                                     "k", "M", "G", "T", "P"};
  constexpr int kNone = 4;
  if (value == 0 || !std::isfinite(value)) return fmt::format("{} {}", value, unit);
  const double shown = rounded(value, digits);  // 999.96 becomes 1000 before a prefix is chosen
  int group = static_cast<int>(std::floor(std::log10(std::abs(shown)) / 3 + 1e-12));
  group = std::min(std::max(group, -kNone), static_cast<int>(kPrefixes.size()) - 1 - kNone);
  return fmt::format("{} {}{}", significant(shown / std::pow(1000.0, group), digits),
                     kPrefixes[static_cast<std::size_t>(group + kNone)], unit);
}

std::string format_rate(double bytes_per_second) { return format_si(bytes_per_second, "B/s"); }

std::string format_time(Picoseconds time) {
  if (time < 1000) return fmt::format("{} ps", time);
  return format_si(static_cast<double>(time) * 1e-12, "s", 4);
}

std::string format_duration(double seconds) {
  if (seconds < 60) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<std::uint64_t>(std::llround(seconds));
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

std::string format_count(std::uint64_t value) {
  std::string digits = std::to_string(value);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, 1, ',');
  return digits;
}

std::string format_percent(double share) { return fmt::format("{:.1f} %", 100 * share); }

}  // namespace podsim
