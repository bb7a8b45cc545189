// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_ROUTING_TRACE_ROUTE_H_
#define PODSIM_SW_ROUTING_TRACE_ROUTE_H_

#include <string>
#include <vector>

#include "sw/routing/routing_tables.h"
#include "systemc/pod/topology.h"

namespace podsim {

/// One router on the way of a packet.
struct RouteHop {
  int chip = 0;
  int input_port = 0;
  int layer = 0;     ///< of arrival
  RouteEntry entry;  ///< what the router finds for the destination
};

/// How a walk ends.
enum class RouteEnd {
  kDelivered,  ///< at the destination
  kNoEntry,    ///< a router has no valid entry
  kDeadLink,   ///< an entry names a link that is dead or does not exist, or a lane without `local`
  kWrongChip,  ///< a router delivers it, but is not the destination
  kLoop        ///< it comes back to a port and layer where it has been
};

/// "delivered", "no entry", ...
const char* to_string(RouteEnd end);

struct Route {
  int source = 0;
  int destination = 0;
  RouteEnd end = RouteEnd::kDelivered;
  std::vector<RouteHop> routers;  ///< the last one is where the walk ends

  int hops() const { return static_cast<int>(routers.size()) - 1; }
  std::vector<int> chips() const;
};

/// The outcome of one router's entry, given the destination.
struct RouteStep {
  RouteEnd end = RouteEnd::kDelivered;
  bool moves = false;  ///< the packet leaves by entry.output to `next`
  int next = -1;
  int layer = 0;  ///< on which it leaves
};
RouteStep route_step(const RoutingTables& tables, const Topology& topology, int destination,
                     const RouteHop& at);

/// Follows the tables from a lane of `source`. Packets start on layer 0. Throws UserError
/// ROUTE-005 if source or destination is dead or outside the pod.
Route trace_route(const RoutingTables& tables, const Topology& topology, int source,
                  int destination, int lane = 0);

/// "(0,0) E (1,0) S (1,1): 2 hops", with the reason if it is not delivered.
std::string to_string(const Topology& topology, const Route& route);

}  // namespace podsim

#endif  // PODSIM_SW_ROUTING_TRACE_ROUTE_H_
