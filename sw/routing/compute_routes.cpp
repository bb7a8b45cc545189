// SPDX-License-Identifier: Apache-2.0
#include "sw/routing/compute_routes.h"

#include <fmt/format.h>

#include <string>

#include "firmware/diagnostics/nearest_name.h"
#include "firmware/diagnostics/user_error.h"
#include "sw/routing/dimension_order.h"

namespace podsim {

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

RoutingMethod resolve(RoutingMethod method, const Topology& topology) {
  if (method != RoutingMethod::kAuto) return method;
  const bool healthy_mesh = why_not_dimension_order(topology).empty();
  return healthy_mesh ? RoutingMethod::kDimensionOrder : RoutingMethod::kUpDown;
}

RoutingTables compute(const Topology& topology, RoutingMethod method) {
  const bool dimension_order = resolve(method, topology) == RoutingMethod::kDimensionOrder;
  return dimension_order ? compute_dimension_order(topology) : compute_updown(topology);
}

}  // namespace podsim
