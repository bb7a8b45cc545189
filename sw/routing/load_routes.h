// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_ROUTING_LOAD_ROUTES_H_
#define PODSIM_SW_ROUTING_LOAD_ROUTES_H_

#include "sw/routing/routing_tables.h"
#include "systemc/pod/pod.h"

namespace podsim {

/// Writes the tables into every live router of the pod, through its configuration port.
void load_routes(Pod& pod, const RoutingTables& tables);

}  // namespace podsim

#endif  // PODSIM_SW_ROUTING_LOAD_ROUTES_H_
