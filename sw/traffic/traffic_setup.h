// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_TRAFFIC_TRAFFIC_SETUP_H_
#define PODSIM_SW_TRAFFIC_TRAFFIC_SETUP_H_

#include <cstdint>
#include <functional>

#include "sw/config/traffic_parameters.h"
#include "sw/routing/compute_routes.h"
#include "sw/routing/routing_tables.h"
#include "sw/traffic/layers.h"
#include "systemc/base/time.h"
#include "systemc/pod/pod_parameters.h"
#include "systemc/pod/topology.h"

namespace podsim::traffic {

/// Everything that a run depends on.
struct TrafficSetup {
  config::TrafficParameters traffic;
  PodParameters pod;
  Topology topology;
  RoutingTables tables;
  VcLayers layers;
  std::uint64_t seed = 1;
  double mean_hops = 0;  ///< links crossed by a packet of the pattern
  double zero_load = 0;  ///< mean latency of packets that meet no other, cycles
  /// Asked after each window, with the run's cycle; returns true to stop. May be empty.
  std::function<bool(Cycle)> interrupted;
};

/// Computes routes and proves them. Throws UserError TRAF-00x for parameters that do not fit the
/// pod, ROUTE-0xx as compute() and require_proved() do.
TrafficSetup make_setup(const config::TrafficParameters& traffic, const PodParameters& pod,
                        const Topology& topology, RoutingMethod method, std::uint64_t seed);

}  // namespace podsim::traffic

#endif  // PODSIM_SW_TRAFFIC_TRAFFIC_SETUP_H_
