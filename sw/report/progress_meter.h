// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_REPORT_PROGRESS_METER_H_
#define PODSIM_SW_REPORT_PROGRESS_METER_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace podsim {

/// Says how far a run is, at most ten times a second of host time, as the text of one line:
/// "training  [==========          ]  52 %  step 52/100  ETA 14.2 s". Who shows it, and whether,
/// is the caller's: the terminal of the command line rewrites and erases the line.
class ProgressMeter {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;

  /// Starts the clock. `now` is for tests.
  explicit ProgressMeter(std::string label,
                         std::function<TimePoint()> now = std::chrono::steady_clock::now);

  /// The line to show now that `done` of `total` are done; nothing if the last one is younger than
  /// 100 ms. `detail` is free text; the time left appears once a second has passed.
  std::optional<std::string> update(std::uint64_t done, std::uint64_t total,
                                    const std::string& detail = {});

 private:
  std::string remaining(double share) const;

  std::string label_;
  std::function<TimePoint()> now_;
  TimePoint start_;
  std::optional<TimePoint> last_;
};

}  // namespace podsim

#endif  // PODSIM_SW_REPORT_PROGRESS_METER_H_
