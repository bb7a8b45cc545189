// SPDX-License-Identifier: Apache-2.0
#include "systemc/pod/router_plan.h"

#include <gtest/gtest.h>

#include "firmware/diagnostics/user_error.h"

namespace podsim::test {
namespace {

Topology mesh(int width, int height) {
  MeshShape shape;
  shape.width = width;
  shape.height = height;
  return Topology(shape);
}

TEST(RouterPlan, LastRuleThatNamesAChipCounts) {
  const Topology topology = mesh(3, 2);
  const auto plan =
      plan_routers(topology, RouterModel::kRtl,
                   {{{{1, 0}, 2, 2}, RouterModel::kHandle}, {{{2, 1}, 1, 1}, RouterModel::kRtl}});
  const std::vector<RouterModel> expected = {RouterModel::kRtl,    RouterModel::kHandle,
                                             RouterModel::kHandle, RouterModel::kRtl,
                                             RouterModel::kHandle, RouterModel::kRtl};
  EXPECT_EQ(plan, expected);
}

TEST(RouterPlan, RefusesARegionOutsideThePod) {
  const Topology topology = mesh(3, 2);
  for (const Region& region :
       {Region{{1, 0}, 3, 1}, Region{{0, 1}, 1, 2}, Region{{3, 0}, 1, 1}, Region{{-1, 0}, 1, 1}}) {
    try {
      plan_routers(topology, RouterModel::kRtl, {{region, RouterModel::kHandle}});
      ADD_FAILURE() << to_string(region);
    } catch (const UserError& error) {
      EXPECT_EQ(error.id(), "POD-006");
      EXPECT_NE(std::string(error.what()).find(to_string(region)), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace podsim::test
