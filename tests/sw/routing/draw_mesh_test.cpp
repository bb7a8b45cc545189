// SPDX-License-Identifier: Apache-2.0
#include "sw/routing/draw_mesh.h"

#include <gtest/gtest.h>

#include "sw/routing/compute_routes.h"
#include "tests/sw/routing/route_test_support.h"

namespace podsim {
namespace {

TEST(DrawMesh, ShowsDeadChipsAndFailedLinks) {
  Topology topology = testing::mesh(3, 2);
  topology.fail_chip({2, 0});
  topology.fail_link({0, 0}, kSouth);
  EXPECT_EQ(draw_mesh_text(topology),
            "      x   0      1      2\n"
            "y   0     0 ---  1     XX\n"
            "          x      |\n"
            "y   1     3 ---  4 ---  5\n");
}

TEST(DrawMesh, ShowsTheWayOfAPacketWithItsEndsInBrackets) {
  const Topology topology = testing::mesh(3, 2);
  const Route route = trace_route(compute_dimension_order(topology).tables, topology, 3, 1);
  EXPECT_EQ(draw_mesh_text(topology, route),
            "      x   0      1      2\n"
            "y   0     0 ---[ 1]---  2\n"
            "          |      ^      |\n"
            "y   1   [ 3]>>>  4 ---  5\n");
}

TEST(DrawMesh, ShowsACircuitOverWraps) {
  const Topology topology(MeshShape{4, 1, true, false});
  EXPECT_EQ(draw_mesh_text(topology, std::vector<int>{0, 1, 2, 3}),
            "      x   0      1      2      3\n"
            "y   0  >[ 0]>>>  1 >>>  2 >>>  3 >\n");
}

TEST(DrawMesh, ShowsTheLinksOfADeadlock) {
  const Topology topology(MeshShape{2, 2, false, true});
  EXPECT_EQ(draw_mesh_text(topology, std::vector<Channel>{{0, kEast, 0}, {1, kNorth, 0}}),
            "      x   0      1\n"
            "          ~      ^\n"
            "y   0     0 >>>  1\n"
            "          |      |\n"
            "y   1     2 ---  3\n"
            "          ~      ^\n");
}

TEST(TableText, ShowsTheOutputForEachDestinationByInput) {
  Topology topology = testing::mesh(3, 2);
  topology.fail_chip({2, 1});
  RoutingTables tables(6);
  for (int to = 0; to < 5; ++to) {
    tables.set_injected(1, to, RouteEntry::to_port(to == 2 ? kEast : to == 4 ? kSouth : kWest));
  }
  tables.set_injected(1, 1, RouteEntry::deliver());
  tables.set(1, kWest, 2, RouteEntry::to_port(kEast));
  EXPECT_EQ(table_text(tables, topology, 1),
            "chip 1 (1,0)\n"
            "  from W\n"
            "    . . E\n"
            "    . . X\n"
            "  from lane 0, lane 1, lane 2, lane 3\n"
            "    W * E\n"
            "    W S X\n");
}

}  // namespace
}  // namespace podsim
