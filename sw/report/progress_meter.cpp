// SPDX-License-Identifier: Apache-2.0
#include "sw/report/progress_meter.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sw/report/units.h"

namespace podsim {
namespace {

constexpr std::chrono::milliseconds kInterval{100};
constexpr std::size_t kBarWidth = 20;

}  // namespace

ProgressMeter::ProgressMeter(std::string label, std::function<TimePoint()> now)
    : label_(std::move(label)), now_(std::move(now)), start_(now_()) {}

std::optional<std::string> ProgressMeter::update(std::uint64_t done, std::uint64_t total,
                                                 const std::string& detail) {
  const TimePoint now = now_();
  if (last_ && now - *last_ < kInterval) return std::nullopt;
  last_ = now;
  const double share =
      total == 0 ? 0 : std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
  const auto filled = static_cast<std::size_t>(share * kBarWidth);
  std::string line = fmt::format("{}  [{}{}] {:3.0f} %", label_, std::string(filled, '='),
                                 std::string(kBarWidth - filled, ' '), 100 * share);
  if (!detail.empty()) line += "  " + detail;
  return line + remaining(share);
}

std::string ProgressMeter::remaining(double share) const {
  const double elapsed = std::chrono::duration<double>(*last_ - start_).count();
  if (share <= 0 || share >= 1 || elapsed < 1) return {};
  return "  ETA " + format_duration(elapsed * (1 - share) / share);
}

}  // namespace podsim
