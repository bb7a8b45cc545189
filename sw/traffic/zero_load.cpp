// SPDX-License-Identifier: Apache-2.0
#include "sw/traffic/zero_load.h"

#include "sw/routing/trace_route.h"

namespace podsim::traffic {

double zero_load_latency(double hops, double cycles_a_link, int flits) {
  return hops * (kRouterCycles + cycles_a_link) + kRouterCycles + flits - 1;
}

double mean_hops(const DestinationRule& destinations, const RoutingTables& tables,
                 const Topology& topology, double mean_of_pairs) {
  const auto live = static_cast<double>(topology.live_count());
  const double uniform = destinations.to_self() ? mean_of_pairs * (live - 1) / live : mean_of_pairs;
  double hops = 0;
  double packets = 0;
  for (const int source : topology.live_chips()) {
    double share_of_source = destinations.uniform_share();
    hops += share_of_source * uniform;
    for (const DestinationRule::Share& share : destinations.fixed(source)) {
      if (share.destination == source && !destinations.to_self()) continue;
      share_of_source += share.probability;
      hops += share.probability * trace_route(tables, topology, source, share.destination).hops();
    }
    packets += share_of_source;
  }
  return packets == 0 ? 0 : hops / packets;
}

}  // namespace podsim::traffic
