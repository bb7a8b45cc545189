// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_ROUTING_COMPUTE_ROUTES_H_
#define PODSIM_SW_ROUTING_COMPUTE_ROUTES_H_

#include <string>
#include <string_view>

#include "sw/routing/reach.h"
#include "sw/routing/routing_tables.h"
#include "systemc/pod/topology.h"

namespace podsim {

enum class RoutingMethod {
  kAuto,            ///< dimension order where it can serve every chip, else up*/down*
  kDimensionOrder,  ///< X, then Y, with detours
  kUpDown           ///< up*/down* on a breadth-first spanning tree
};

/// "auto", "xy", "updown"
const char* to_string(RoutingMethod method);
/// The method of that name. Throws UserError ROUTE-001 with the nearest name.
RoutingMethod routing_method(std::string_view name);

struct RoutingOptions {
  /// Most layers of virtual channels to use, 1 to kVcLayers. As few are used as let every packet go
  /// a shortest way.
  int layers = kVcLayers;
  int threads = 0;  ///< 0: one a processor. The tables do not depend on it.
  /// Routes are computed for the pairs and over the chips that it names; null: all.
  const Reach* reach = nullptr;
};

/// Tables and where they come from.
struct ComputedRoutes {
  RoutingTables tables;
  RoutingMethod method = RoutingMethod::kAuto;  ///< kDimensionOrder or kUpDown
  int layers = 1;                               ///< that the tables use
  std::string note;  ///< why kAuto did not take dimension order, or empty
};

/// Dimension order with detours: along X to the destination's column, then along Y.
///
/// A turn from Y to X, which a way around a failure may need, takes the packet to the next layer,
/// and so does the dateline of a ring that is whole; see turn_rules.h for why this cannot deadlock.
/// Healthy meshes need one layer, healthy tori two. Throws UserError ROUTE-002 when the layers do
/// not suffice for some pair, ROUTE-003 and ROUTE-004 as below.
ComputedRoutes compute_dimension_order(const Topology& topology,
                                       const RoutingOptions& options = {});

/// up*/down* routing (Schroeder et al., "Autonet", IEEE JSAC 9(8), 1991), in layers: a packet that
/// goes up again after going down changes to the next layer.
///
/// Chips are ordered by their distance from the root, then id; a hop to a chip that comes earlier
/// is up. With one layer it serves any connected live graph; more layers make routes shorter. The
/// root is a live chip with the smallest greatest distance to another, the lowest of those. Throws
/// UserError ROUTE-003 (exit code kUnreachable) when live chips cannot reach each other, and names
/// them; ROUTE-004 when no chip is alive.
ComputedRoutes compute_updown(const Topology& topology, const RoutingOptions& options = {});

/// Routes by `method`; errors as above, and ROUTE-007 for layers outside 1 .. kVcLayers.
ComputedRoutes compute_routes(const Topology& topology, RoutingMethod method = RoutingMethod::kAuto,
                              const RoutingOptions& options = {});

/// The tables alone.
RoutingTables compute(const Topology& topology, RoutingMethod method = RoutingMethod::kAuto,
                      const RoutingOptions& options = {});

}  // namespace podsim

#endif  // PODSIM_SW_ROUTING_COMPUTE_ROUTES_H_
