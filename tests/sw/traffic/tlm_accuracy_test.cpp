// SPDX-License-Identifier: Apache-2.0
// The router of transactions against the one of flits, on random traffic.
#include <gtest/gtest.h>

#include "sw/traffic/load_sweep.h"
#include "sw/traffic/traffic_setup.h"

namespace podsim::traffic {
namespace {

MeshShape square(int side, bool wraps) {
  MeshShape shape;
  shape.width = shape.height = side;
  shape.wrap_x = shape.wrap_y = wraps;
  return shape;
}

SweepResult sweep(RouterModel model, const MeshShape& shape, const std::vector<double>& loads,
                  int flits, std::int64_t window = 32, std::int64_t measured = 2500) {
  config::TrafficParameters traffic;
  traffic.loads = loads;
  traffic.packet_flits = flits;
  traffic.warmup_cycles = 1500;
  traffic.measure_cycles = measured;
  PodParameters pod;
  pod.ici.model = static_cast<int>(model);
  pod.ici.window = window;
  pod.threads = 1;
  return run_sweep(make_setup(traffic, pod, Topology(shape), RoutingMethod::kAuto, 1));
}

/// Mean latencies within 5 % up to 0.8 of saturation.
void expect_near(const MeshShape& shape, const std::vector<double>& loads, int flits) {
  const SweepResult exact = sweep(RouterModel::kCycle, shape, loads, flits);
  const SweepResult tlm = sweep(RouterModel::kTlm, shape, loads, flits);
  ASSERT_EQ(exact.points.size(), loads.size());
  ASSERT_EQ(tlm.points.size(), loads.size());
  for (std::size_t i = 0; i < loads.size(); ++i) {
    const double mean = exact.points[i].latency.mean;
    EXPECT_TRUE(tlm.points[i].stable) << "load " << loads[i];
    EXPECT_EQ(tlm.points[i].packets, exact.points[i].packets) << "load " << loads[i];
    EXPECT_NEAR(tlm.points[i].latency.mean, mean, 0.05 * mean) << "load " << loads[i];
  }
}

// Saturation of the 8 x 8 mesh is at 0.44 (docs/user/traffic.md): 0.35 is 0.8 of it.
TEST(TlmAccuracy, MeanLatencyOnAMeshIsWithinFivePercent) {
  expect_near(square(8, false), {0.05, 0.2, 0.35}, 4);
}

TEST(TlmAccuracy, MeanLatencyOnATorusIsWithinFivePercent) {
  expect_near(square(6, true), {0.1, 0.4}, 9);
}

// Alone in the network a packet takes as long to the cycle, whatever its way and length.
TEST(TlmAccuracy, PacketsThatMeetNobodyTakeExactlyAsLong) {
  for (const int flits : {1, 4, 9, 40}) {
    const double load = 0.00001 * flits;  // a packet in 6000 cycles
    const auto run = [&](RouterModel model) {
      return sweep(model, square(4, false), {load}, flits, 32, 600'000).points[0];
    };
    const LoadPoint exact = run(RouterModel::kCycle);
    const LoadPoint tlm = run(RouterModel::kTlm);
    EXPECT_GT(exact.packets, 50u);
    EXPECT_EQ(tlm.digest, exact.digest) << flits << " flits";
  }
}

TEST(TlmAccuracy, NoResultDependsOnTheWindow) {
  const auto digest = [](std::int64_t window) {
    return sweep(RouterModel::kTlm, square(4, false), {0.4}, 5, window).points[0].digest;
  };
  const std::uint64_t expected = digest(32);
  EXPECT_EQ(digest(1), expected);
  EXPECT_EQ(digest(7), expected);
  EXPECT_EQ(digest(52), expected);
}

}  // namespace
}  // namespace podsim::traffic
