// SPDX-License-Identifier: Apache-2.0
#include "sw/config/traffic_parameters.h"

#include <cmath>

namespace podsim::config {
namespace {

constexpr double kMaxLoad = 64;
constexpr double kMaxCycles = 1e9;

void visit_loads(TrafficParameters& p, ScenarioVisitor& visitor) {
  visitor.numbers({"loads", Unit::kNone, 0, kMaxLoad,
                   "Offered loads in flits a node and cycle, ascending; empty: from minimum to "
                   "maximum by step."},
                  p.loads);
  visitor.real({"minimum", Unit::kNone, 1e-6, kMaxLoad, "First load of the sweep."},
               p.minimum_load);
  visitor.real({"maximum", Unit::kNone, 1e-6, kMaxLoad,
                "Last load of the sweep, which also ends at the first that is not stable."},
               p.maximum_load);
  visitor.real({"step", Unit::kNone, 1e-6, kMaxLoad, "From one load to the next."}, p.load_step);
  visitor.real({"resolution", Unit::kNone, 0, 1,
                "The saturation point is narrowed down to this; 0: it is not looked for."},
               p.resolution);
}

void visit_phases(TrafficParameters& p, ScenarioVisitor& visitor) {
  visitor.integer({"warmup", Unit::kIciCycles, 0, kMaxCycles,
                   "Cycles before the measurement; default as BookSim2's three sample periods."},
                  p.warmup_cycles);
  visitor.integer({"measure", Unit::kIciCycles, 1, kMaxCycles,
                   "Cycles in which packets are generated whose latency counts; chosen."},
                  p.measure_cycles);
  visitor.integer({"drain", Unit::kIciCycles, 1, kMaxCycles,
                   "Cycles after the measurement, in which traffic goes on, until a load at which "
                   "measured packets are still under way is called unstable; chosen."},
                  p.drain_cycles);
  visitor.real({"latency_limit", Unit::kNone, 1, 1e6,
                "A load whose mean latency is this many times the latency without load is called "
                "unstable; default as BookSim2's 500 cycles on an 8 x 8 mesh."},
               p.latency_limit);
}

void visit_injection(TrafficParameters& p, ScenarioVisitor& visitor) {
  visitor.integer({"lanes", Unit::kNone, 1, 4, "Local lanes that the sources use."}, p.lanes);
  visitor.choice({"lane_rule", Unit::kNone, 0, 0,
                  "Lane of a packet: in turn, by destination, or the one with the fewest packets "
                  "waiting."},
                 {"round-robin", "destination", "least-occupied"}, p.lane_rule);
  visitor.choice({"vc_rule", Unit::kNone, 0, 0,
                  "Virtual channel of a packet within its layer: lane modulo channels, by "
                  "destination, in turn, or the one with the fewest packets waiting."},
                 {"lane", "destination", "round-robin", "least-occupied"}, p.vc_rule);
  visitor.integer({"vcs_a_layer", Unit::kNone, 0, 4,
                   "Virtual channels of a layer of the tables: 1, 2 or 4; 0: as many as their "
                   "layers leave."},
                  p.vcs_a_layer);
}

}  // namespace

const std::vector<std::string>& traffic_pattern_names() {
  static const std::vector<std::string> kNames = {"uniform", "transpose", "complement",
                                                  "tornado", "hotspot",   "neighbour"};
  return kNames;
}

void TrafficParameters::visit(ScenarioVisitor& visitor) {
  visitor.choice({"pattern", Unit::kNone, 0, 0,
                  "Where packets go from (x, y): anywhere; (y, x); the mirrored place; half way "
                  "round in both dimensions; a share to hot spots; (x + 1, y + 1)."},
                 traffic_pattern_names(), pattern);
  visit_loads(*this, visitor);
  visitor.integer({"packet_flits", Unit::kNone, 1, 64, "Flits of a packet, head included."},
                  packet_flits);
  visit_phases(*this, visitor);
  visitor.boolean({"to_self", Unit::kNone, 0, 1,
                   "Packets whose destination is their source are sent, too (as BookSim2 does)."},
                  to_self);
  visitor.places({"hotspots", Unit::kNone, 0, 0, "Of pattern hotspot; none: the middle."},
                 hotspots);
  visitor.real({"hotspot_share", Unit::kNone, 0, 1, "Share of packets to the hot spots; chosen."},
               hotspot_share);
  visit_injection(*this, visitor);
  visitor.boolean({"check_data", Unit::kNone, 0, 1,
                   "Fill every flit and compare it at its destination; without it only heads, "
                   "order and length are checked."},
                  check_data);
}

std::vector<double> TrafficParameters::sweep() const {
  if (!loads.empty()) return loads;
  std::vector<double> sweep;
  const auto steps = static_cast<int>(std::floor((maximum_load - minimum_load) / load_step + 1e-9));
  for (int i = 0; i <= steps; ++i) sweep.push_back(minimum_load + i * load_step);
  return sweep;
}

}  // namespace podsim::config
