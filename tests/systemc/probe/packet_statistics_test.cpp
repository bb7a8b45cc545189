// SPDX-License-Identifier: Apache-2.0
#include "systemc/probe/packet_statistics.h"

#include <gtest/gtest.h>

namespace podsim {
namespace {

PacketEvent packet(Picoseconds from, Picoseconds to, std::uint32_t bytes, std::uint32_t sequence) {
  return {0, 1, 0, 0, from, to, bytes, sequence};
}

TEST(PacketStatistics, IsZeroWithoutPackets) {
  const PacketStatistics statistics;
  EXPECT_EQ(statistics.packets(), 0u);
  EXPECT_EQ(statistics.mean_latency(), 0.0);
  EXPECT_EQ(statistics.minimum_latency(), 0u);
  EXPECT_EQ(statistics.maximum_latency(), 0u);
}

TEST(PacketStatistics, GivesCountBytesAndLatency) {
  PacketStatistics statistics;
  statistics.on_packet(packet(100, 400, 512, 1));   // 300 ps
  statistics.on_packet(packet(200, 1200, 512, 2));  // 1000 ps
  statistics.on_packet(packet(300, 500, 64, 3));    // 200 ps
  EXPECT_EQ(statistics.packets(), 3u);
  EXPECT_EQ(statistics.bytes(), 1088u);
  EXPECT_DOUBLE_EQ(statistics.mean_latency(), 500.0);
  EXPECT_EQ(statistics.minimum_latency(), 200u);
  EXPECT_EQ(statistics.maximum_latency(), 1000u);
  EXPECT_EQ(statistics.slowest().sequence, 2u);
}

TEST(PacketStatistics, StartsAnewAfterReset) {
  PacketStatistics statistics;
  statistics.on_packet(packet(0, 900, 512, 1));
  statistics.reset();
  statistics.on_packet(packet(0, 100, 512, 2));
  EXPECT_EQ(statistics.packets(), 1u);
  EXPECT_EQ(statistics.maximum_latency(), 100u);
}

}  // namespace
}  // namespace podsim
