// SPDX-License-Identifier: Apache-2.0
#include "sw/bench/busy_fabric.h"

#include <gtest/gtest.h>

#include "systemc/ici/router_rtl_replay.h"

namespace podsim::bench {
namespace {

TEST(BusyFabric, MovesAFlitThroughEveryPortInEveryCycle) {
  for (const RouterModel model :
       {RouterModel::kRtl, RouterModel::kHandle, RouterModel::kCycle, RouterModel::kTlm}) {
    BusyFabric fabric(model, 3, 1);
    fabric.advance(4000);
    // All but the filling of pipelines and links in the first two hundred cycles.
    EXPECT_GT(fabric.flits_a_cycle(), 7.5) << router_model_names()[static_cast<std::size_t>(model)];
    EXPECT_LE(fabric.flits_a_cycle(), 8.0);
    for (int node = 0; node < fabric.routers(); ++node) {
      EXPECT_FALSE(fabric.fabric().router(node).has_error());
    }
  }
}

TEST(BusyFabric, IsIdleIfTold) {
  BusyFabric fabric(RouterModel::kHandle, 3, 1, true);
  fabric.advance(1000);
  EXPECT_EQ(fabric.flits_a_cycle(), 0);
  EXPECT_TRUE(fabric.fabric().idle());
}

TEST(RtlReplay, GivesTheFlitsOfTheRecordedRouter) {
  RtlReplay replay;
  std::size_t warm = 0;
  std::uint64_t flits_warm = 0;
  std::uint64_t flits = 0;
  {
    BusyFabric fabric(RouterModel::kHandle, 3, 1, false,
                      [&](int node) { return node == 0 ? replay.make_recorded(node) : nullptr; });
    const auto flits_out = [&] {
      std::uint64_t sum = 0;
      for (const std::uint64_t port : fabric.fabric().router(0).counters().flits_out) sum += port;
      return sum;
    };
    fabric.advance(500);
    flits_warm = flits_out();  // over the configuration port: these clocks are replayed, too
    warm = replay.clocks();
    fabric.advance(2000);
    flits = flits_out();
  }
  ASSERT_GT(flits - flits_warm, 12'000u);
  replay.start(warm);
  EXPECT_EQ(replay.finish(), flits - flits_warm);
}

}  // namespace
}  // namespace podsim::bench
