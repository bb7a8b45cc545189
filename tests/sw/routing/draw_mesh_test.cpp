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

}  // namespace
}  // namespace podsim
