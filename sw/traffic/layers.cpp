// SPDX-License-Identifier: Apache-2.0
#include "sw/traffic/layers.h"

#include <fmt/format.h>

#include <algorithm>

#include "firmware/diagnostics/user_error.h"
#include "systemc/ici/link_frame.h"

namespace podsim::traffic {
namespace {

constexpr int kRouterVcs = kMaxVcs;  // NumVcs of the RTL as podsim builds it

}  // namespace

VcLayers choose_layers(std::int64_t vcs_a_layer, const RoutingTables& tables) {
  const int layers = layers_used(tables);
  int vcs = static_cast<int>(vcs_a_layer);
  if (vcs == 0) {
    for (vcs = kRouterVcs; vcs > 1 && vcs * layers > kRouterVcs;) vcs /= 2;
  }
  if (vcs == 3 || vcs * layers > kRouterVcs) {
    throw UserError("TRAF-003",
                    fmt::format("traffic.vcs_a_layer = {} on {} layers: the routers have {} "
                                "virtual channels",
                                vcs, layers, kRouterVcs),
                    {}, fmt::format("1, 2 or 4, at most {}", std::max(1, kRouterVcs / layers)));
  }
  const int shift = vcs == 4 ? 2 : vcs - 1;
  return {vcs, shift};
}

}  // namespace podsim::traffic
