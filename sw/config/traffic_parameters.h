// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_CONFIG_TRAFFIC_PARAMETERS_H_
#define PODSIM_SW_CONFIG_TRAFFIC_PARAMETERS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "sw/config/scenario_visitor.h"

namespace podsim::config {

/// Where the packets of a node go. k: the size of the dimension; all arithmetic modulo k.
enum class TrafficPattern : int {
  kUniform = 0,    ///< any live node with equal chance
  kTranspose = 1,  ///< (x, y) -> (y, x)
  kComplement =
      2,          ///< (x, y) -> (kx - 1 - x, ky - 1 - y): all bits inverted if k is a power of two
  kTornado = 3,   ///< x + ceil(k / 2) - 1 in both dimensions
  kHotspot = 4,   ///< a share to chosen nodes, the rest uniform
  kNeighbour = 5  ///< (x + 1, y + 1)
};

/// Names in the order of TrafficPattern.
const std::vector<std::string>& traffic_pattern_names();

/// Which local lane a packet enters the network by.
enum class LaneRule : int {
  kRoundRobin = 0,
  kDestination = 1,   ///< by destination, so that packets of a pair stay in order
  kLeastOccupied = 2  ///< the one with the fewest packets that the router has not taken
};

/// Which virtual channel of its layer a packet uses.
enum class VcRule : int {
  kLane = 0,         ///< by lane: lane modulo channels of a layer
  kDestination = 1,  ///< by destination
  kRoundRobin = 2,
  kLeastOccupied = 3  ///< the one with the fewest packets that the router has not taken
};

/// Table [traffic]: what `podsim traffic` injects and measures. Loads are in flits a node and
/// cycle, head included.
struct TrafficParameters {
  int pattern = 0;            ///< TrafficPattern
  std::vector<double> loads;  ///< empty: from minimum to maximum by step
  double minimum_load = 0.05;
  double maximum_load = 1.0;
  double load_step = 0.05;
  double resolution = 0.01;
  std::int64_t packet_flits = 4;
  std::int64_t warmup_cycles = 3000;
  std::int64_t measure_cycles = 5000;
  std::int64_t drain_cycles = 20'000;
  double latency_limit = 15;
  bool to_self = true;
  std::vector<Coordinate> hotspots;  ///< empty: the node in the middle
  double hotspot_share = 0.1;
  std::int64_t lanes = 4;
  int lane_rule = 2;             ///< LaneRule
  int vc_rule = 0;               ///< VcRule
  std::int64_t vcs_a_layer = 0;  ///< 1, 2 or 4; 0: as many as the layers of the tables leave
  bool check_data = true;

  void visit(ScenarioVisitor& visitor);
  /// The loads of the sweep, ascending.
  std::vector<double> sweep() const;
};

}  // namespace podsim::config

#endif  // PODSIM_SW_CONFIG_TRAFFIC_PARAMETERS_H_
