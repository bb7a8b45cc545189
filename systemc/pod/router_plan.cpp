// SPDX-License-Identifier: Apache-2.0
#include "systemc/pod/router_plan.h"

#include <fmt/format.h>

#include "firmware/diagnostics/user_error.h"

namespace podsim {
namespace {

void check_inside(const Topology& topology, const Region& region) {
  const Coordinate last = {region.at.x + region.width - 1, region.at.y + region.height - 1};
  if (region.width > 0 && region.height > 0 && topology.contains(region.at) &&
      topology.contains(last)) {
    return;
  }
  throw UserError(
      "POD-006", fmt::format("the region {} is not inside the pod", to_string(region)), {},
      fmt::format("columns 0 to {}, rows 0 to {}", topology.width() - 1, topology.height() - 1));
}

}  // namespace

std::string to_string(const Region& region) {
  return fmt::format("{}x{}@{},{}", region.width, region.height, region.at.x, region.at.y);
}

std::vector<RouterModel> plan_routers(const Topology& topology, RouterModel model,
                                      const std::vector<RouterRule>& rules) {
  std::vector<RouterModel> plan(static_cast<std::size_t>(topology.chips()), model);
  for (const RouterRule& rule : rules) {
    check_inside(topology, rule.region);
    for (int chip = 0; chip < topology.chips(); ++chip) {
      if (rule.region.contains(topology.coordinate(chip))) {
        plan[static_cast<std::size_t>(chip)] = rule.model;
      }
    }
  }
  return plan;
}

}  // namespace podsim
