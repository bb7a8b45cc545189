// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_ROUTING_TRACE_ROUTE_H_
#define PODSIM_SW_ROUTING_TRACE_ROUTE_H_

#include <cstdint>
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
enum class RouteEnd : std::uint8_t {
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

/// What becomes of a packet at one router.
struct RouteStep {
  RouteEnd end = RouteEnd::kDelivered;  ///< if it does not move
  bool moves = false;                   ///< it leaves by the entry's output to `next`
  int next = -1;
  int layer = 0;  ///< on which it leaves
};
/// `neighbour(chip, port)` gives the chip across a live link, or -1.
template <typename Neighbour>
RouteStep route_step(const RouteHop& at, int destination, const Neighbour& neighbour) {
  RouteStep step;
  if (!at.entry.valid) {
    step.end = RouteEnd::kNoEntry;
  } else if (at.entry.local) {
    step.end = at.chip == destination ? RouteEnd::kDelivered : RouteEnd::kWrongChip;
  } else {
    step.end = RouteEnd::kDeadLink;
    step.next = at.entry.output < kLinkPorts ? neighbour(at.chip, at.entry.output) : -1;
    step.moves = step.next >= 0;
    step.layer = at.entry.set_layer ? at.entry.layer : at.layer;
  }
  return step;
}

/// Follows the tables from a lane of `source`. Packets start on layer 0. Throws UserError
/// ROUTE-005 if source or destination is dead or outside the pod.
Route trace_route(const RoutingTables& tables, const Topology& topology, int source,
                  int destination, int lane = 0);

/// "(0,0) E (1,0) S (1,1): 2 hops", with the reason if it is not delivered.
std::string to_string(const Topology& topology, const Route& route);

}  // namespace podsim

#endif  // PODSIM_SW_ROUTING_TRACE_ROUTE_H_
