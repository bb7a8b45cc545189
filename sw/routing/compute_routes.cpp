// SPDX-License-Identifier: Apache-2.0
#include "sw/routing/compute_routes.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "firmware/diagnostics/nearest_name.h"
#include "firmware/diagnostics/user_error.h"

namespace podsim {
namespace {

void check(const RoutingOptions& options) {
  if (options.layers >= 1 && options.layers <= kVcLayers) return;
  throw UserError("ROUTE-007", fmt::format("routes cannot use {} layers", options.layers), {},
                  fmt::format("1 to {}", kVcLayers));
}

ComputedRoutes compute_auto(const Topology& topology, const RoutingOptions& options) {
  try {
    return compute_dimension_order(topology, options);
  } catch (const UserError& error) {
    if (error.id() != "ROUTE-002") throw;
    ComputedRoutes routes = compute_updown(topology, options);
    routes.note = error.message();
    return routes;
  }
}

}  // namespace

const char* to_string(RoutingMethod method) {
  switch (method) {
    case RoutingMethod::kAuto:
      return "auto";
    case RoutingMethod::kDimensionOrder:
      return "xy";
    case RoutingMethod::kUpDown:
      return "updown";
  }
  throw InternalError("unknown routing method");
}

RoutingMethod routing_method(std::string_view name) {
  constexpr RoutingMethod kMethods[] = {RoutingMethod::kAuto, RoutingMethod::kDimensionOrder,
                                        RoutingMethod::kUpDown};
  for (RoutingMethod method : kMethods) {
    if (name == to_string(method)) return method;
  }
  const std::string nearest = did_you_mean(name, {"auto", "xy", "updown"});
  throw UserError("ROUTE-001", fmt::format("there is no routing method '{}'", name), {},
                  nearest.empty() ? "methods: auto, xy, updown" : nearest);
}

ComputedRoutes compute_routes(const Topology& topology, RoutingMethod method,
                              const RoutingOptions& options) {
  check(options);
  switch (method) {
    case RoutingMethod::kAuto:
      return compute_auto(topology, options);
    case RoutingMethod::kDimensionOrder:
      return compute_dimension_order(topology, options);
    case RoutingMethod::kUpDown:
      return compute_updown(topology, options);
  }
  throw InternalError("unknown routing method");
}

RoutingTables compute(const Topology& topology, RoutingMethod method,
                      const RoutingOptions& options) {
  return compute_routes(topology, method, options).tables;
}

}  // namespace podsim
