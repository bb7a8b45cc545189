// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_TRAFFIC_SWEEP_REPORT_H_
#define PODSIM_SW_TRAFFIC_SWEEP_REPORT_H_

#include <string>

#include "sw/traffic/load_sweep.h"
#include "sw/traffic/reference_curve.h"

namespace podsim::traffic {

/// A sweep and what it was of, to be shown.
struct SweepReport {
  const TrafficSetup& setup;
  const SweepResult& result;
  const ReferenceCurve* reference = nullptr;  ///< drawn beside it; may be null
};

/// "uniform", "transpose", ...
std::string pattern_name(const config::TrafficParameters& traffic);

/// Tables for a terminal: the network, a row a load, the formula of the latency without load, the
/// saturation point, and the reference.
std::string sweep_text(const SweepReport& report);
/// One row a load; lines that begin with '#' explain the columns.
std::string sweep_csv(const SweepReport& report);
std::string sweep_json(const SweepReport& report);
/// Mean and 99th percentile of the latency, and accepted load, over offered load.
std::string sweep_svg(const SweepReport& report);

}  // namespace podsim::traffic

#endif  // PODSIM_SW_TRAFFIC_SWEEP_REPORT_H_
