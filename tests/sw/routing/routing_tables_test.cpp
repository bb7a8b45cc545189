// SPDX-License-Identifier: Apache-2.0
#include "sw/routing/routing_tables.h"

#include <gtest/gtest.h>

namespace podsim {
namespace {

TEST(RouteEntry, EveryByteDecodesAndEncodesBack) {
  for (int byte = 0; byte < 256; ++byte) {
    EXPECT_EQ(RouteEntry::decode(static_cast<std::uint8_t>(byte)).encode(), byte);
  }
}

TEST(RouteEntry, LayoutIsThatOfTheRouter) {
  RouteEntry entry = RouteEntry::to_port(kWest);
  EXPECT_EQ(entry.encode(), 0x0B);  // valid | 3
  entry.set_layer = true;
  entry.layer = 2;
  EXPECT_EQ(entry.encode(), 0xAB);  // layer 2 << 6 | set layer | valid | 3
  EXPECT_EQ(RouteEntry::deliver().encode(), 0x18);
  EXPECT_EQ(RouteEntry{}.encode(), 0x00);
}

TEST(RouteEntry, IsNamedForReports) {
  EXPECT_EQ(to_string(RouteEntry{}), "none");
  EXPECT_EQ(to_string(RouteEntry::deliver()), "local");
  EXPECT_EQ(to_string(RouteEntry::to_port(kEast)), "E");
  EXPECT_EQ(to_string(RouteEntry::decode(0xA9)), "E, layer 2");
}

TEST(RoutingTables, EntriesAreIndependent) {
  RoutingTables tables(6);
  tables.set(2, kSouth, 5, RouteEntry::to_port(kEast));
  tables.set_injected(2, 5, RouteEntry::to_port(kNorth));
  EXPECT_EQ(tables.entry(2, kSouth, 5), RouteEntry::to_port(kEast));
  for (int lane = 0; lane < kLocalLanes; ++lane) {
    EXPECT_EQ(tables.entry(2, kLane0 + lane, 5), RouteEntry::to_port(kNorth));
  }
  EXPECT_FALSE(tables.entry(2, kNorth, 5).valid);
  EXPECT_FALSE(tables.entry(2, kSouth, 4).valid);
  EXPECT_FALSE(tables.entry(5, kSouth, 2).valid);
}

}  // namespace
}  // namespace podsim
