// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_TRAFFIC_BARE_FABRIC_H_
#define PODSIM_SW_TRAFFIC_BARE_FABRIC_H_

#include <functional>
#include <memory>

#include "sw/routing/routing_tables.h"
#include "systemc/ici/fabric.h"
#include "systemc/ici/router_rtl.h"
#include "systemc/pod/pod_parameters.h"
#include "systemc/pod/simulation_context.h"
#include "systemc/pod/topology.h"

namespace podsim::traffic {

/// The routers and links of a pod without chips.
class BareFabric {
 public:
  /// Makes the router of a node; null: the model of the parameters.
  using RouterMaker = std::function<std::unique_ptr<Router>(int node)>;

  /// `layer_shift`: log2 of the virtual channels of a layer of the tables. `packet_flits`: of the
  /// longest packet.
  BareFabric(const PodParameters& parameters, const Topology& topology, const RoutingTables& tables,
             int layer_shift, int packet_flits, const RouterMaker& maker = {});
  ~BareFabric();

  Fabric& fabric() { return *fabric_; }
  const Fabric& fabric() const { return *fabric_; }
  const Topology& topology() const { return topology_; }

  /// Runs windows until `more`, which is called after each with its end, gives false.
  void run(std::function<bool(Cycle to)> more);

 private:
  class Loop;
  void load(int node, const RoutingTables& tables, RouterSettings settings);

  Topology topology_;
  SimulationContext context_;
  RtlRouters rtl_;
  std::unique_ptr<Fabric> fabric_;
  std::unique_ptr<Loop> loop_;
};

}  // namespace podsim::traffic

#endif  // PODSIM_SW_TRAFFIC_BARE_FABRIC_H_
