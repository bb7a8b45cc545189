// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_POD_ROUTER_PLAN_H_
#define PODSIM_SYSTEMC_POD_ROUTER_PLAN_H_

#include <string>
#include <vector>

#include "systemc/ici/router_model.h"
#include "systemc/pod/topology.h"

namespace podsim {

/// A rectangle of chips: columns x rows from its north-west corner.
struct Region {
  Coordinate at;
  int width = 1;
  int height = 1;

  bool contains(Coordinate chip) const {
    return chip.x >= at.x && chip.x < at.x + width && chip.y >= at.y && chip.y < at.y + height;
  }
  bool operator==(const Region& o) const {
    return at == o.at && width == o.width && height == o.height;
  }
};
/// "4x4@6,6"
std::string to_string(const Region& region);

/// The routers of a region have this model.
struct RouterRule {
  Region region;
  RouterModel model = RouterModel::kRtl;
};

/// The model of each chip's router, by chip id: `model`, but for what the rules say; the last rule
/// that names a chip counts. Throws UserError POD-006 for a region that is not inside the pod.
std::vector<RouterModel> plan_routers(const Topology& topology, RouterModel model,
                                      const std::vector<RouterRule>& rules);

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_POD_ROUTER_PLAN_H_
