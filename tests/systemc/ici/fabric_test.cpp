// SPDX-License-Identifier: Apache-2.0
#include "systemc/ici/fabric.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "firmware/diagnostics/user_error.h"
#include "tests/systemc/ici/fabric_bench.h"

namespace podsim::test {
namespace {

MeshShape mesh(int width, int height) {
  MeshShape shape;
  shape.width = width;
  shape.height = height;
  return shape;
}

/// Packets of 1 to 9 flits between random nodes and lanes; each lane's ready cycles ascend.
std::vector<TestPacket> random_traffic(int nodes, int packets, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<TestPacket> traffic;
  for (int i = 0; i < packets; ++i) {
    TestPacket p;
    p.ready = static_cast<Cycle>(i) * 3 + 70;
    p.source = static_cast<int>(random() % static_cast<unsigned>(nodes));
    p.source_lane = static_cast<int>(random() % kLocalLanes);
    p.destination = static_cast<int>(random() % static_cast<unsigned>(nodes));
    p.destination_lane = static_cast<int>(random() % kLocalLanes);
    p.flits = 1 + static_cast<int>(random() % 9);
    p.sequence = static_cast<std::uint32_t>(i);
    traffic.push_back(p);
  }
  return traffic;
}

std::vector<Delivery> deliver(const MeshShape& shape, const std::vector<TestPacket>& traffic,
                              const BenchOptions& options) {
  FabricBench bench(shape, options);
  for (const TestPacket& packet : traffic) bench.inject(packet);
  EXPECT_TRUE(bench.run(100'000));
  return bench.deliveries();
}

void expect_as_injected(const Delivery& delivery, const TestPacket& packet) {
  EXPECT_EQ(delivery.node, packet.destination);
  EXPECT_EQ(delivery.lane, packet.destination_lane);
  EXPECT_EQ(delivery.head.source, packet.source);
  ASSERT_EQ(delivery.body.size(), static_cast<std::size_t>(packet.flits - 1) * kFlitWords);
  for (int flit = 1; flit < packet.flits; ++flit) {
    for (int i = 0; i < kFlitWords; ++i) {
      EXPECT_EQ(delivery.body[static_cast<std::size_t>((flit - 1) * kFlitWords + i)],
                FabricBench::body_word(packet, flit, i));
    }
  }
}

TEST(Fabric, DeliversEveryPacketOnceAndUnchanged) {
  const auto traffic = random_traffic(6, 400, 11);
  const auto deliveries = deliver(mesh(3, 2), traffic, {});
  ASSERT_EQ(deliveries.size(), traffic.size());
  std::set<std::uint32_t> seen;
  for (const Delivery& delivery : deliveries) {
    EXPECT_TRUE(seen.insert(delivery.head.sequence).second);
    expect_as_injected(delivery, traffic[delivery.head.sequence]);
  }
}

// A planted off-by-one in the window exchange or a read of a neighbour's present shows here.
TEST(Fabric, EqualsLockStepForEveryWindow) {
  const auto traffic = random_traffic(6, 300, 12);
  BenchOptions lock_step;
  lock_step.window = 1;
  const auto expected = deliver(mesh(3, 2), traffic, lock_step);
  for (std::int64_t window : {2, 7, 32, 52}) {
    BenchOptions options;
    options.window = window;
    EXPECT_TRUE(deliver(mesh(3, 2), traffic, options) == expected) << "window " << window;
  }
}

TEST(Fabric, EqualsOneThreadForTwo) {
  const auto traffic = random_traffic(16, 500, 13);
  BenchOptions two;
  two.threads = 2;
  EXPECT_TRUE(deliver(mesh(4, 4), traffic, two) == deliver(mesh(4, 4), traffic, {}));
}

// One hop more costs one link flight and one router: the latency grows by a constant.
TEST(Fabric, LatencyGrowsByAConstantPerHop) {
  std::vector<Cycle> arrival;
  for (int hops = 0; hops < 4; ++hops) {
    TestPacket packet;
    packet.ready = 100;
    packet.destination = hops;
    const auto deliveries = deliver(mesh(4, 1), {packet}, {});
    ASSERT_EQ(deliveries.size(), 1u);
    arrival.push_back(deliveries[0].tail_cycle);
  }
  const Cycle hop = arrival[1] - arrival[0];
  EXPECT_GT(hop, 52u);
  EXPECT_LE(hop, 52u + 6u);
  EXPECT_EQ(arrival[2] - arrival[1], hop);
  EXPECT_EQ(arrival[3] - arrival[2], hop);
}

// Buffers are deep enough for the round trip: one stream fills the link.
TEST(Fabric, OneStreamKeepsTheLinkBusy) {
  FabricBench bench(mesh(2, 1), {});
  constexpr int kPackets = 200;
  for (int i = 0; i < kPackets; ++i) {
    TestPacket packet;
    packet.ready = 100;
    packet.destination = 1;
    packet.flits = 9;
    packet.sequence = static_cast<std::uint32_t>(i);
    bench.inject(packet);
  }
  ASSERT_TRUE(bench.run(10'000));
  const Cycle span =
      bench.deliveries().back().tail_cycle - bench.deliveries().front().head_cycle + 1;
  EXPECT_EQ(bench.deliveries().size(), std::size_t{kPackets});
  EXPECT_LE(span, Cycle{kPackets} * 9 * 102 / 100);
}

TEST(Fabric, CountsTheFlitsOfEachLink) {
  FabricBench bench(mesh(3, 1), {});
  TestPacket packet;
  packet.ready = 100;
  packet.destination = 2;
  packet.flits = 5;
  bench.inject(packet);
  ASSERT_TRUE(bench.run(10'000));
  EXPECT_EQ(bench.fabric().link_flits(0, kEast), 5u);
  EXPECT_EQ(bench.fabric().link_flits(1, kEast), 5u);
  EXPECT_EQ(bench.fabric().link_flits(1, kWest), 0u);
}

TEST(Fabric, RefusesAWindowLongerThanALatency) {
  BenchOptions options;
  options.window = 53;
  try {
    FabricBench bench(mesh(2, 1), options);
    FAIL() << "no error";
  } catch (const UserError& error) {
    EXPECT_EQ(error.id(), "ICI-001");
    EXPECT_NE(std::string(error.what()).find("at most 52"), std::string::npos);
  }
}

}  // namespace
}  // namespace podsim::test
