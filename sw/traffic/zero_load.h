// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_TRAFFIC_ZERO_LOAD_H_
#define PODSIM_SW_TRAFFIC_ZERO_LOAD_H_

#include "sw/routing/routing_tables.h"
#include "sw/traffic/destination_rule.h"
#include "systemc/ici/ici_parameters.h"
#include "systemc/pod/topology.h"

namespace podsim::traffic {

/// Cycles of a flit from the input pins of a router to its output pins (docs/rtl/router.md).
inline constexpr int kRouterCycles = 4;

/// What the link layer adds on the way from a router to the next (docs/rtl/router.md).
inline constexpr int kLinkLayerCycles = 3;

/// Cycles of a flit from the output pins of a router's core to the input of the next.
inline double link_cycles(const IciParameters& ici) {
  return static_cast<double>(ici.link_latency) + (ici.link_layer ? kLinkLayerCycles : 0);
}

/// Latency of a packet that meets no other, from its generation to the cycle in which its tail
/// leaves the last router: hops x (router + link) + router + flits - 1. `hops`: links crossed; a
/// mean of hops gives the mean latency.
double zero_load_latency(double hops, double cycles_a_link, int flits);

/// Mean number of links that the packets of a pattern cross on these tables. `mean_of_pairs`: of
/// all pairs of different live nodes (RouteProof::mean_hops).
double mean_hops(const DestinationRule& destinations, const RoutingTables& tables,
                 const Topology& topology, double mean_of_pairs);

}  // namespace podsim::traffic

#endif  // PODSIM_SW_TRAFFIC_ZERO_LOAD_H_
