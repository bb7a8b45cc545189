// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_BENCH_BUSY_FABRIC_H_
#define PODSIM_SW_BENCH_BUSY_FABRIC_H_

#include <array>
#include <memory>
#include <vector>

#include "sw/traffic/bare_fabric.h"
#include "systemc/ici/router_model.h"

namespace podsim::bench {

/// A torus of routers of one model, all of whose ports are busy in every cycle: each lane streams
/// packets of nine flits to the neighbour across the link of the same number, whose lane of that
/// number takes them. Or, with silent lanes, a torus of routers that are all idle.
class BusyFabric {
 public:
  /// `side` of the square torus, 3 at least. `maker`: of routers that are not of the model.
  BusyFabric(RouterModel model, int side, int threads, bool silent = false,
             const traffic::BareFabric::RouterMaker& maker = {});

  /// Runs at least so many cycles more.
  void advance(Cycle cycles);

  int routers() const { return fabric_.topology().chips(); }
  Fabric& fabric() { return fabric_.fabric(); }
  /// Flits that left the routers, by cycle and router, since the start; at most 8.
  double flits_a_cycle();

 private:
  void feed(Cycle from, Cycle to);
  void feed_lane(int node, int lane, std::size_t enough);

  traffic::BareFabric fabric_;
  std::vector<std::array<FlitData*, kRouterLanes>> packets_;  // of each node and lane
  std::vector<std::array<std::uint8_t, kRouterLanes>> next_vc_;
  std::uint64_t moved_ = 0;
};

}  // namespace podsim::bench

#endif  // PODSIM_SW_BENCH_BUSY_FABRIC_H_
