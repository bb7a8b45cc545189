// SPDX-License-Identifier: Apache-2.0
#include "sw/traffic/traffic_setup.h"

#include <utility>

#include "sw/routing/route_proof.h"
#include "sw/traffic/zero_load.h"

namespace podsim::traffic {

TrafficSetup make_setup(const config::TrafficParameters& traffic, const PodParameters& pod,
                        const Topology& topology, RoutingMethod method, std::uint64_t seed) {
  const DestinationRule destinations(traffic, topology);
  RoutingTables tables = compute(topology, method);
  const RouteProof proof = prove(tables, topology);
  require_proved(proof);
  const VcLayers layers = choose_layers(traffic.vcs_a_layer, tables);
  const double hops = mean_hops(destinations, tables, topology, proof.mean_hops);
  const double latency =
      zero_load_latency(hops, link_cycles(pod.ici), static_cast<int>(traffic.packet_flits));
  return {traffic, pod, topology, std::move(tables), layers, seed, hops, latency, {}};
}

}  // namespace podsim::traffic
