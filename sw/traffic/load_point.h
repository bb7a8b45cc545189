// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_TRAFFIC_LOAD_POINT_H_
#define PODSIM_SW_TRAFFIC_LOAD_POINT_H_

#include <cstdint>
#include <vector>

#include "systemc/base/time.h"

namespace podsim::traffic {

/// Latencies of packets in cycles, from the generation to the cycle in which the tail leaves the
/// router of the destination.
struct LatencyFigures {
  double mean = 0;
  std::uint64_t median = 0;
  std::uint64_t percentile_99 = 0;
  std::uint64_t maximum = 0;
};
/// By nearest rank: the smallest that at least that share of the packets does not exceed.
LatencyFigures latency_figures(std::vector<std::uint32_t> latencies);

/// What was measured at one load. Loads are in flits a live node and cycle.
struct LoadPoint {
  double load = 0;            ///< asked for
  double offered = 0;         ///< flits of the packets generated in the measured cycles
  double accepted = 0;        ///< flits that arrived in the measured cycles
  std::uint64_t packets = 0;  ///< generated in the measured cycles and arrived
  LatencyFigures latency;     ///< of those
  bool stable = true;
  bool interrupted = false;  ///< by the user; the figures are incomplete
  Cycle cycles = 0;          ///< simulated
  std::uint64_t digest = 0;  ///< of every arrival
};

}  // namespace podsim::traffic

#endif  // PODSIM_SW_TRAFFIC_LOAD_POINT_H_
