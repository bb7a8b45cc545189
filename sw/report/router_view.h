// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_REPORT_ROUTER_VIEW_H_
#define PODSIM_SW_REPORT_ROUTER_VIEW_H_

#include <string>
#include <vector>

#include "sw/report/wave_view.h"
#include "systemc/base/time.h"
#include "systemc/pod/topology.h"

namespace podsim {

/// Parameters of ici_router that shape its signals.
struct RouterSignals {
  int vcs = 4;
  int link_depth = 128;     ///< flits a virtual channel of a link input
  bool link_layer = false;  ///< built with one
};

/// Name of the scope of a router in the wave file: "router_2_1".
std::string router_scope(Coordinate at);

/// The signals of one router that show its traffic: per link the flits in and out, the flits
/// buffered, the credits left; its lanes; its error line.
std::vector<WaveGroup> router_groups(Coordinate at, const RouterSignals& signals);

/// The view of a wave file with the routers at `routers`; [from, to) is what it opens on.
WaveView router_view(const std::string& wave_file, const std::vector<Coordinate>& routers,
                     const RouterSignals& signals, Picoseconds from, Picoseconds to);

/// The pipeline of each port: a flit from the pins to the switch.
WaveView pipeline_view(const std::string& wave_file, const std::vector<Coordinate>& routers,
                       const RouterSignals& signals, Picoseconds from, Picoseconds to);

/// The credits of the links: spent, left, come back.
WaveView credit_view(const std::string& wave_file, const std::vector<Coordinate>& routers,
                     const RouterSignals& signals, Picoseconds from, Picoseconds to);

/// The link layers of routers that have one.
WaveView link_view(const std::string& wave_file, const std::vector<Coordinate>& routers,
                   Picoseconds from, Picoseconds to);

}  // namespace podsim

#endif  // PODSIM_SW_REPORT_ROUTER_VIEW_H_
