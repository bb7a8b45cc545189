// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_PLANS_PLAN_TIMING_H_
#define PODSIM_SW_PLANS_PLAN_TIMING_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "sw/plans/plan.h"
#include "systemc/pod/topology.h"

namespace podsim::plans {

/// The few numbers that an estimate needs.
struct TimingModel {
  double link_bytes_per_second = 656e9 / 8 * 8 / 9;  ///< payload: less a head flit in nine
  double lane_bytes_per_second = 656e9 / 8 * 8 / 9;
  double send_seconds = 0.9e-6;   ///< from the start of a DMA to the rise of the semaphore, one hop
  double hop_seconds = 0.045e-6;  ///< each further hop
  double credit_seconds = 0.5e-6;
  double fire_seconds = 0.17e-6;  ///< what a core takes for a chunk beside its rows
  double row_seconds = 0.45e-9;   ///< to combine a row
};

struct PhaseTime {
  std::string name;
  double begin = 0;  ///< s, of the first core
  double end = 0;    ///< s, of the last core
};

struct PlanTime {
  double seconds = 0;
  std::vector<PhaseTime> phases;
  /// Bytes of payload that leave each live chip by each link port: [chip * kLinkPorts + port].
  std::vector<double> link_bytes;
};

/// Time of a plan by a model of its chunks: a chunk waits for its lane, then for every link on its
/// way, holds them for bytes / bandwidth, and arrives a latency later. Ways are shortest, X first.
/// It knows neither packets nor the memories; it is for choosing an algorithm, and for pods that
/// are too large to simulate. Against the cycle model it is within about 15 % (see
/// docs/user/collectives.md). Precondition: a plan that has passed check_plan.
PlanTime estimate(const Plan& plan, const Topology& topology, const TimingModel& model = {});

}  // namespace podsim::plans

#endif  // PODSIM_SW_PLANS_PLAN_TIMING_H_
