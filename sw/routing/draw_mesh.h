// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_ROUTING_DRAW_MESH_H_
#define PODSIM_SW_ROUTING_DRAW_MESH_H_

#include <string>
#include <vector>

#include "sw/routing/dependency_graph.h"
#include "sw/routing/routing_tables.h"
#include "sw/routing/trace_route.h"
#include "systemc/pod/topology.h"

namespace podsim {

/// A picture of the pod for a terminal, in ASCII: chip ids, XX for dead chips, --- and | for live
/// links, x for failed ones, ~ at the edges for live wraps.
std::string draw_mesh_text(const Topology& topology);

/// The same with the way of a packet as arrows (> < v ^) and its two ends in brackets.
std::string draw_mesh_text(const Topology& topology, const Route& route);

/// The same with a circuit, its start in brackets. Chips must be neighbours in the order given,
/// the last one of the first.
std::string draw_mesh_text(const Topology& topology, const std::vector<int>& circuit);

/// The same with the links of a cycle of channels.
std::string draw_mesh_text(const Topology& topology, const std::vector<Channel>& channels);

/// The table of one chip: for each input port that has an entry, a map of the pod that shows the
/// output port for each destination (N E S W; * delivered here; . no entry). Ports with equal
/// maps share one.
std::string table_text(const RoutingTables& tables, const Topology& topology, int chip);

}  // namespace podsim

#endif  // PODSIM_SW_ROUTING_DRAW_MESH_H_
