// SPDX-License-Identifier: Apache-2.0
// Formulas for whole pods: published figures, and the exact method on every small shape.
#include "sw/bounds/regular_strength.h"

#include <gtest/gtest.h>

#include "sw/bounds/graph_strength.h"

namespace podsim {
namespace {

TEST(RegularStrength, OfPublishedShapes) {
  EXPECT_EQ(regular_strength({8, 8, true, true}), (Ratio{128, 63}));
  EXPECT_EQ(regular_strength({8, 8, false, false}), (Ratio{16, 9}));
  EXPECT_NEAR(regular_strength({32, 32, true, true}).value(), 2.002, 0.0005);
  EXPECT_NEAR(regular_strength({32, 32, false, false}).value(), 1.939, 0.0005);
  EXPECT_NEAR(regular_strength({128, 32, false, true}).value(), 1.993, 0.0005);
}

TEST(RegularStrength, IsTheExactStrengthOfEverySmallShape) {
  for (int code = 0; code < 9 * 9 * 4; ++code) {
    const MeshShape shape{1 + code % 9, 1 + code / 9 % 9, code / 81 % 2 == 1, code / 162 == 1};
    EXPECT_EQ(regular_strength(shape), graph_strength(live_links(Topology(shape))).sigma)
        << shape.width << " x " << shape.height << " wraps " << shape.wrap_x << shape.wrap_y;
  }
}

TEST(RegularStrength, IsTheExactStrengthOfPodSizes) {
  for (const MeshShape& shape :
       {MeshShape{32, 32, true, true}, MeshShape{32, 16, false, true},
        MeshShape{32, 32, false, false}, MeshShape{128, 32, false, true}}) {
    EXPECT_EQ(regular_strength(shape), graph_strength(live_links(Topology(shape))).sigma)
        << shape.width << " x " << shape.height;
  }
}

}  // namespace
}  // namespace podsim
