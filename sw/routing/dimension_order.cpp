// SPDX-License-Identifier: Apache-2.0
#include "sw/routing/dimension_order.h"

#include <fmt/format.h>

#include "firmware/diagnostics/user_error.h"
#include "sw/routing/compute_routes.h"

namespace podsim {
namespace {

int next_port(Coordinate at, Coordinate to) {
  if (at.x != to.x) return at.x < to.x ? kEast : kWest;
  return at.y < to.y ? kSouth : kNorth;
}

// A packet that came along Y has left its wrong column behind, and none turns back.
bool can_arrive(int input_port, int output_port) {
  if (input_port >= kLane0) return true;
  if (input_port == output_port) return false;
  const bool came_along_y = input_port == kNorth || input_port == kSouth;
  const bool leaves_along_x = output_port == kEast || output_port == kWest;
  return !(came_along_y && leaves_along_x);
}

void fill_entry(RoutingTables& tables, const Topology& topology, int chip, int destination) {
  const int output = next_port(topology.coordinate(chip), topology.coordinate(destination));
  for (int input = 0; input < kPorts; ++input) {
    if (input < kLinkPorts && !topology.neighbour(chip, input)) continue;
    if (chip == destination) {
      tables.set(chip, input, destination, RouteEntry::deliver());
    } else if (can_arrive(input, output)) {
      tables.set(chip, input, destination, RouteEntry::to_port(output));
    }
  }
}

}  // namespace

std::string why_not_dimension_order(const Topology& topology) {
  const MeshShape& shape = topology.shape();
  if (shape.wrap_x && shape.width > 1) return "the pod wraps along X";
  if (shape.wrap_y && shape.height > 1) return "the pod wraps along Y";
  for (int chip = 0; chip < topology.chips(); ++chip) {
    const std::string name = to_string(topology.coordinate(chip));
    if (!topology.alive(chip)) return fmt::format("chip {} is dead", name);
  }
  for (int chip = 0; chip < topology.chips(); ++chip) {
    for (int port = 0; port < kLinkPorts; ++port) {
      if (!topology.wired(chip, port) || topology.neighbour(chip, port)) continue;
      return fmt::format("link {} of chip {} is dead", port_name(port),
                         to_string(topology.coordinate(chip)));
    }
  }
  return {};
}

RoutingTables compute_dimension_order(const Topology& topology) {
  const std::string reason = why_not_dimension_order(topology);
  if (!reason.empty()) {
    throw UserError("ROUTE-002", "dimension-order routing needs a healthy mesh, but " + reason, {},
                    "use the method 'updown', which routes any connected pod");
  }
  RoutingTables tables(topology.chips());
  for (int chip = 0; chip < topology.chips(); ++chip) {
    for (int destination = 0; destination < topology.chips(); ++destination) {
      fill_entry(tables, topology, chip, destination);
    }
  }
  return tables;
}

}  // namespace podsim
