// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_TRAFFIC_LAYERS_H_
#define PODSIM_SW_TRAFFIC_LAYERS_H_

#include <cstdint>

#include "sw/routing/routing_tables.h"

namespace podsim::traffic {

/// How the virtual channels of the routers are shared out among the layers of the tables.
struct VcLayers {
  int vcs = 1;    ///< of a layer: a source may use channels 0 to vcs - 1
  int shift = 0;  ///< RouterSettings::layer_shift
};

/// `vcs_a_layer` channels (1, 2, 4), or with 0 as many as the layers that the tables use leave.
/// Throws UserError TRAF-003 if the routers have not that many.
VcLayers choose_layers(std::int64_t vcs_a_layer, const RoutingTables& tables);

}  // namespace podsim::traffic

#endif  // PODSIM_SW_TRAFFIC_LAYERS_H_
