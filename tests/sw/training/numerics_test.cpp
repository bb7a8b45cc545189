// SPDX-License-Identifier: Apache-2.0
#include "sw/training/numerics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "sw/training/golden_mlp.h"

namespace podsim::training {
namespace {

TEST(Numerics, Bfloat16RoundsToNearestEven) {
  EXPECT_EQ(to_bfloat16(1.0F), 1.0F);
  EXPECT_EQ(bits_of(to_bfloat16(float_of(0x3f808000))), 0x3f800000U);  // tie: to even
  EXPECT_EQ(bits_of(to_bfloat16(float_of(0x3f818000))), 0x3f820000U);
  EXPECT_EQ(bits_of(to_bfloat16(float_of(0x3f808001))), 0x3f810000U);
  EXPECT_EQ(to_bfloat16(std::numeric_limits<float>::max()), std::numeric_limits<float>::infinity());
  EXPECT_EQ(bits_of(to_bfloat16(float_of(0x80000001))), 0x80000000U);
  EXPECT_TRUE(std::isnan(to_bfloat16(std::numeric_limits<float>::quiet_NaN())));
}

TEST(Numerics, LaneSumHalves) {
  // 2^24 + 1 is lost when 1 is added alone; in pairs of lanes l and l + 64 the two ones meet last.
  Row x{};
  x[0] = 0x1p24F;
  x[1] = 1.0F;
  x[65] = 1.0F;
  EXPECT_EQ(lane_sum(x), 0x1p24F + 2.0F);
  x[65] = 0.0F;
  x[32] = 1.0F;  // meets lane 0 before lane 1 does: lost
  EXPECT_EQ(lane_sum(x), 0x1p24F);
}

TEST(Numerics, ProductsAreAddedInOrderOfK) {
  std::vector<Row> weights(3, Row{});
  for (Row& row : weights) row.fill(1.0F);
  const std::array<float, 3> a = {0x1p24F, 1.0F, -0x1p24F};
  Row out;
  systolic_product(a.data(), 1, 3, weights.data(), 3, &out);
  EXPECT_EQ(out[127], 0.0F);  // (2^24 + 1) - 2^24 with the 1 lost
  const std::array<float, 3> b = {0x1p24F, -0x1p24F, 1.0F};
  systolic_product(b.data(), 1, 3, weights.data(), 3, &out);
  EXPECT_EQ(out[0], 1.0F);
}

TEST(Numerics, SublaneSumAddsFourThenTwoThenOneApart) {
  Tile x{};
  x[0][0] = 0x1p24F;
  x[1][0] = 1.0F;
  x[5][0] = 1.0F;  // 1 and 5 meet first
  EXPECT_EQ(sublane_sum(x)[0], 0x1p24F + 2.0F);
  x[5][0] = 0.0F;
  x[4][0] = 1.0F;  // meets 0 alone
  EXPECT_EQ(sublane_sum(x)[0], 0x1p24F);
}

TEST(Numerics, SubnormalsAreZero) {
  EXPECT_EQ(unit_exp(-90.0F), 0.0F);
  EXPECT_EQ(bits_of(flush(float_of(0x807fffff))), 0x80000000U);
  EXPECT_EQ(flush(std::numeric_limits<float>::min()), std::numeric_limits<float>::min());
}

}  // namespace
}  // namespace podsim::training
