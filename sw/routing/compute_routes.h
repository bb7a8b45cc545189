// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_ROUTING_COMPUTE_ROUTES_H_
#define PODSIM_SW_ROUTING_COMPUTE_ROUTES_H_

#include <string_view>

#include "sw/routing/routing_tables.h"
#include "systemc/pod/topology.h"

namespace podsim {

enum class RoutingMethod {
  kAuto,            ///< dimension order on a healthy mesh, else up*/down*
  kDimensionOrder,  ///< X, then Y
  kUpDown           ///< up*/down* on a breadth-first spanning tree
};

/// "auto", "xy", "updown"
const char* to_string(RoutingMethod method);
/// The method of that name. Throws UserError ROUTE-001 with the nearest name.
RoutingMethod routing_method(std::string_view name);

/// The method that kAuto stands for on this pod; any other method is given back unchanged.
RoutingMethod resolve(RoutingMethod method, const Topology& topology);

/// Dimension order: along X to the destination's column, then along Y.
///
/// Free of deadlock on one layer, because no packet turns from Y to X. Throws UserError ROUTE-002
/// on a pod with a dead chip, a dead link or a wrap: those need up*/down*.
RoutingTables compute_dimension_order(const Topology& topology);

/// up*/down* routing (Schroeder et al., "Autonet", IEEE JSAC 9(8), 1991): shortest among the
/// routes that never go up again after going down.
///
/// Chips are ordered by their distance from the root, then id; a hop to a chip that comes earlier
/// is up. Free of deadlock on one layer on any connected live graph. The root is a live chip with
/// the smallest greatest distance to another, the lowest of those. Among equally short routes each
/// entry takes the link with the least load so far. Throws UserError ROUTE-003 (exit code
/// kUnreachable) when live chips cannot reach each other, and names them; ROUTE-004 when no chip
/// is alive.
RoutingTables compute_updown(const Topology& topology);

/// Tables by `method`; errors as above.
RoutingTables compute(const Topology& topology, RoutingMethod method = RoutingMethod::kAuto);

}  // namespace podsim

#endif  // PODSIM_SW_ROUTING_COMPUTE_ROUTES_H_
