// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_TRAFFIC_LOAD_POINT_H_
#define PODSIM_SW_TRAFFIC_LOAD_POINT_H_

#include <array>
#include <cstdint>
#include <vector>

#include "sw/traffic/measured_cycles.h"
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

/// Packets generated in each batch of the measured cycles, and the sum of their latencies.
struct LatencyBatch {
  std::uint64_t packets = 0;
  std::uint64_t sum = 0;
};
using LatencyBatches = std::array<LatencyBatch, MeasuredCycles::kBatches>;

/// Whether packets took longer and longer: the mean of the means of the second half of the batches
/// is above that of the first half by more than a tenth, and by more than three standard errors of
/// that difference. (Means of batches, because packets that meet in a queue are late together.)
bool latency_grows(const LatencyBatches& batches);

/// What was measured at one load. Loads are in flits a live node and cycle.
struct LoadPoint {
  double load = 0;              ///< asked for
  double offered = 0;           ///< flits of the packets generated in the measured cycles
  double accepted = 0;          ///< flits that arrived in the measured cycles
  std::uint64_t generated = 0;  ///< packets, in the measured cycles
  std::uint64_t packets = 0;    ///< of those, the ones that arrived before the end
  LatencyFigures latency;       ///< of those
  /// All packets generated in the measured cycles arrived before the end of the drain cycles, with
  /// a mean latency within the limit that does not grow.
  bool stable = true;
  bool interrupted = false;  ///< by the user; the figures are incomplete
  Cycle cycles = 0;          ///< from the start to the last packet that was measured
  std::uint64_t digest = 0;  ///< of every measured packet and its arrival
};

}  // namespace podsim::traffic

#endif  // PODSIM_SW_TRAFFIC_LOAD_POINT_H_
