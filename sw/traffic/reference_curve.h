// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_TRAFFIC_REFERENCE_CURVE_H_
#define PODSIM_SW_TRAFFIC_REFERENCE_CURVE_H_

#include <string>
#include <vector>

#include "sw/config/traffic_parameters.h"
#include "systemc/pod/topology.h"

namespace podsim::traffic {

/// What another simulator measured on a network like one of ours.
struct ReferenceCurve {
  std::string simulator;
  std::string network;
  struct Point {
    double load = 0;     ///< flits a node and cycle, offered and accepted
    double latency = 0;  ///< mean, cycles
  };
  std::vector<Point> points;  ///< stable loads
  double unstable_load = 0;   ///< the first that it called unstable
  double mean_routers = 0;    ///< on the way of a packet
  double hop_cycles = 0;      ///< from one router to the next
  double saturation() const { return points.back().load; }
};

/// The curve to draw beside a sweep: uniform traffic of 4-flit packets on a healthy 8 x 8 mesh or
/// torus; null for other sweeps.
const ReferenceCurve* find_reference(const config::TrafficParameters& traffic,
                                     const Topology& topology);

}  // namespace podsim::traffic

#endif  // PODSIM_SW_TRAFFIC_REFERENCE_CURVE_H_
