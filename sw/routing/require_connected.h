// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_ROUTING_REQUIRE_CONNECTED_H_
#define PODSIM_SW_ROUTING_REQUIRE_CONNECTED_H_

#include "systemc/pod/topology.h"

namespace podsim {

/// Throws UserError ROUTE-004 when no chip is alive, ROUTE-003 when live chips cannot reach each
/// other, and names them (both with exit code kUnreachable).
void require_connected(const Topology& topology);

}  // namespace podsim

#endif  // PODSIM_SW_ROUTING_REQUIRE_CONNECTED_H_
