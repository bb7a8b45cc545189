// SPDX-License-Identifier: Apache-2.0
#include "sw/report/progress_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <utility>

#include "sw/report/units.h"

namespace podsim {
namespace {

constexpr std::chrono::milliseconds kInterval{100};
constexpr std::size_t kBarWidth = 20;
constexpr const char* kErase = "\r\x1b[K";

}  // namespace

ProgressLine::ProgressLine(std::ostream& out, bool enabled, std::string label,
                           std::function<TimePoint()> now)
    : out_(out),
      enabled_(enabled),
      label_(std::move(label)),
      now_(std::move(now)),
      start_(now_()),
      last_(start_) {}

ProgressLine::~ProgressLine() { clear(); }

void ProgressLine::update(std::uint64_t done, std::uint64_t total, const std::string& detail) {
  if (!enabled_) return;
  const TimePoint now = now_();
  if (ever_shown_ && now - last_ < kInterval) return;
  last_ = now;
  shown_ = ever_shown_ = true;
  out_ << kErase << text(done, total, detail) << std::flush;
}

void ProgressLine::clear() {
  if (!shown_) return;
  shown_ = false;
  out_ << kErase << std::flush;
}

std::string ProgressLine::text(std::uint64_t done, std::uint64_t total,
                               const std::string& detail) const {
  const double share =
      total == 0 ? 0 : std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
  const auto filled = static_cast<std::size_t>(share * kBarWidth);
  std::string line = fmt::format("{}  [{}{}] {:3.0f} %", label_, std::string(filled, '='),
                                 std::string(kBarWidth - filled, ' '), 100 * share);
  if (!detail.empty()) line += "  " + detail;
  return line + remaining(share);
}

std::string ProgressLine::remaining(double share) const {
  const double elapsed = std::chrono::duration<double>(last_ - start_).count();
  if (share <= 0 || share >= 1 || elapsed < 1) return {};
  return "  ETA " + format_duration(elapsed * (1 - share) / share);
}

}  // namespace podsim
