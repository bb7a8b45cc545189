// SPDX-License-Identifier: Apache-2.0
#include "sw/traffic/load_sweep.h"

#include <fmt/format.h>

#include <algorithm>

#include "firmware/diagnostics/user_error.h"

namespace podsim::traffic {
namespace {

void check_loads(const std::vector<double>& loads, std::int64_t packet_flits) {
  double last = 0;
  for (const double load : loads) {
    if (load <= last) {
      throw UserError("TRAF-004", fmt::format("load {:.6g} after {:.6g}", load, last), {},
                      "loads greater than 0, each greater than the one before");
    }
    if (load > static_cast<double>(packet_flits)) {
      throw UserError("TRAF-004",
                      fmt::format("load {:.6g}: a source begins at most one packet of {} flits a "
                                  "cycle",
                                  load, packet_flits),
                      {}, fmt::format("at most {}", packet_flits));
    }
    last = load;
  }
  if (loads.empty()) throw UserError("TRAF-004", "there is no load between minimum and maximum");
}

class Sweep {
 public:
  Sweep(const TrafficSetup& setup, const SweepProgress& progress)
      : setup_(setup), progress_(progress) {}

  SweepResult run() {
    const std::vector<double> loads = setup_.traffic.sweep();
    check_loads(loads, setup_.traffic.packet_flits);
    for (std::size_t i = 0; i < loads.size(); ++i) {
      if (!measure(loads[i], loads.size())) break;
    }
    if (!result_.interrupted && setup_.traffic.resolution > 0) narrow();
    std::sort(result_.points.begin(), result_.points.end(),
              [](const LoadPoint& a, const LoadPoint& b) { return a.load < b.load; });
    return std::move(result_);
  }

 private:
  /// Whether the network was stable.
  bool measure(double load, std::size_t total) {
    if (progress_) progress_(result_.points.size(), total, load);
    const LoadPoint point = TrafficRun(setup_, load).measure();
    result_.interrupted = point.interrupted;
    if (point.interrupted) return false;
    result_.points.push_back(point);
    return point.stable;
  }

  void narrow() {
    if (result_.points.back().stable) return;
    double unstable = result_.points.back().load;
    double stable = result_.points.size() < 2 ? 0 : (result_.points.end() - 2)->load;
    while (unstable - stable > setup_.traffic.resolution * (1 + 1e-9)) {
      const double middle = (stable + unstable) / 2;
      const bool was_stable = measure(middle, result_.points.size() + 1);
      if (result_.interrupted) return;
      (was_stable ? stable : unstable) = middle;
    }
  }

  const TrafficSetup& setup_;
  const SweepProgress& progress_;
  SweepResult result_;
};

}  // namespace

std::optional<double> SweepResult::saturation() const {
  std::optional<double> stable;
  for (const LoadPoint& point : points) {
    if (!point.stable) return stable;
    stable = point.load;
  }
  return std::nullopt;
}

double SweepResult::throughput() const {
  double most = 0;
  for (const LoadPoint& point : points) most = std::max(most, point.accepted);
  return most;
}

SweepResult run_sweep(const TrafficSetup& setup, const SweepProgress& progress) {
  return Sweep(setup, progress).run();
}

}  // namespace podsim::traffic
