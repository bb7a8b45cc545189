// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_TRAFFIC_LOAD_SWEEP_H_
#define PODSIM_SW_TRAFFIC_LOAD_SWEEP_H_

#include <functional>
#include <optional>
#include <vector>

#include "sw/traffic/traffic_run.h"

namespace podsim::traffic {

struct SweepResult {
  std::vector<LoadPoint> points;  ///< in order of load
  bool interrupted = false;

  /// The saturation point: the greatest load at which the network was stable, if a greater one was
  /// tried at which it was not (is_stable()).
  std::optional<double> saturation() const;
  /// The most flits a node and cycle that arrived at any load.
  double throughput() const;
};

/// Called before each load with the number of loads done and, as far as is known, to do.
using SweepProgress = std::function<void(std::size_t done, std::size_t total, double load)>;

/// Runs the loads of the parameters up to the first that is not stable, then halves the interval
/// between that and the last stable one until it is at most `resolution` wide. Throws UserError
/// TRAF-004 for loads that are out of range or not ascending, and what TrafficRun throws.
SweepResult run_sweep(const TrafficSetup& setup, const SweepProgress& progress = {});

}  // namespace podsim::traffic

#endif  // PODSIM_SW_TRAFFIC_LOAD_SWEEP_H_
