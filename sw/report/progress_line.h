// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_REPORT_PROGRESS_LINE_H_
#define PODSIM_SW_REPORT_PROGRESS_LINE_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>

namespace podsim {

/// A line that says how far a run is, rewritten in place, at most ten times a second:
/// "training  [=====     ] 52 %  step 52/100  ETA 14.2 s". Gone when cleared or destroyed.
class ProgressLine {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;

  /// `enabled`: the stream is a terminal and the user wants progress; otherwise nothing is ever
  /// written. `now` is for tests.
  ProgressLine(std::ostream& out, bool enabled, std::string label,
               std::function<TimePoint()> now = std::chrono::steady_clock::now);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Shows that `done` of `total` are done; `detail` is free text.
  void update(std::uint64_t done, std::uint64_t total, const std::string& detail = {});
  /// Erases the line, so that something else can be printed; the next update shows it again.
  void clear();

 private:
  std::string text(std::uint64_t done, std::uint64_t total, const std::string& detail) const;
  std::string remaining(double share) const;

  std::ostream& out_;
  bool enabled_;
  std::string label_;
  std::function<TimePoint()> now_;
  TimePoint start_;
  TimePoint last_;
  bool shown_ = false;
  bool ever_shown_ = false;
};

}  // namespace podsim

#endif  // PODSIM_SW_REPORT_PROGRESS_LINE_H_
