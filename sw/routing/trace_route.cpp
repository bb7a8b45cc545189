// SPDX-License-Identifier: Apache-2.0
#include "sw/routing/trace_route.h"

#include <fmt/format.h>

#include <algorithm>

#include "firmware/diagnostics/user_error.h"

namespace podsim {
namespace {

void require_live(const Topology& topology, int chip, const char* role) {
  if (chip < 0 || chip >= topology.chips()) {
    throw UserError("ROUTE-005", fmt::format("the {} {} is not a chip of the pod", role, chip), {},
                    fmt::format("chips 0 to {}", topology.chips() - 1));
  }
  if (topology.alive(chip)) return;
  throw UserError("ROUTE-005",
                  fmt::format("the {} {} is dead", role, to_string(topology.coordinate(chip))), {},
                  {}, ExitCode::kUnreachable);
}

bool same_place(const RouteHop& a, const RouteHop& b) {
  return a.chip == b.chip && a.input_port == b.input_port && a.layer == b.layer;
}

}  // namespace

const char* to_string(RouteEnd end) {
  switch (end) {
    case RouteEnd::kDelivered:
      return "delivered";
    case RouteEnd::kNoEntry:
      return "no entry";
    case RouteEnd::kDeadLink:
      return "dead link";
    case RouteEnd::kWrongChip:
      return "delivered to the wrong chip";
    case RouteEnd::kLoop:
      return "loop";
  }
  throw InternalError("unknown end of a route");
}

std::vector<int> Route::chips() const {
  std::vector<int> chips;
  for (const RouteHop& hop : routers) chips.push_back(hop.chip);
  return chips;
}

Route trace_route(const RoutingTables& tables, const Topology& topology, int source,
                  int destination, int lane) {
  require_live(topology, source, "source");
  require_live(topology, destination, "destination");
  Route route;
  route.source = source;
  route.destination = destination;
  const auto neighbour = [&](int chip, int port) {
    return topology.neighbour(chip, port).value_or(-1);
  };
  RouteHop hop{source, kLane0 + lane, 0, {}};
  while (true) {
    hop.entry = tables.entry(hop.chip, hop.input_port, destination);
    const bool seen = std::any_of(route.routers.begin(), route.routers.end(),
                                  [&](const RouteHop& o) { return same_place(o, hop); });
    route.routers.push_back(hop);
    const RouteStep step = route_step(hop, destination, neighbour);
    route.end = seen ? RouteEnd::kLoop : step.end;
    if (seen || !step.moves) return route;
    hop = {step.next, opposite(hop.entry.output), step.layer, {}};
  }
}

std::string to_string(const Topology& topology, const Route& route) {
  std::string text;
  for (const RouteHop& hop : route.routers) {
    text += to_string(topology.coordinate(hop.chip));
    if (&hop != &route.routers.back()) text += fmt::format(" {} ", port_name(hop.entry.output));
  }
  text += fmt::format(": {} hop{}", route.hops(), route.hops() == 1 ? "" : "s");
  if (route.end != RouteEnd::kDelivered) text += fmt::format(", {}", to_string(route.end));
  return text;
}

}  // namespace podsim
