// SPDX-License-Identifier: Apache-2.0
// Lower bounds on the time of an all-reduce, against the published table.
#include "sw/bounds/all_reduce_bound.h"

#include <gtest/gtest.h>

#include <cmath>

#include "firmware/diagnostics/user_error.h"
#include "tests/sw/bounds/test_graphs.h"

namespace podsim {
namespace {

// Figures of 3 or 4 digits; times in units of M / B. Holes of the meshes lie in the middle.
struct Row {
  const char* name;
  MeshShape shape;
  Coordinate hole;
  int hole_width, hole_height;
  double sigma, sigma_digit;
  double t_star, t_digit;
  double two_phase, two_phase_digit;
};

const Row kRows[] = {
    {"torus", {8, 8, true, true}, {}, 0, 0, 2.0317, 1e-4, .492, 1e-3, .492, 1e-3},
    {"mesh", {8, 8, false, false}, {}, 0, 0, 1.7778, 1e-4, .5625, 1e-4, .984, 1e-3},
    {"torus, chip", {8, 8, true, true}, {5, 2}, 1, 1, 2, 1e-9, .5, 1e-9, .656, 1e-3},
    {"torus, 2 x 2", {8, 8, true, true}, {2, 4}, 2, 2, 1.966, 1e-3, .509, 1e-3, .656, 1e-3},
    {"torus, 4 x 2", {8, 8, true, true}, {4, 2}, 4, 2, 1.927, 1e-3, .519, 1e-3, .655, 1e-3},
    {"mesh, chip", {8, 8, false, false}, {3, 4}, 1, 1, 1.742, 1e-3, .574, 1e-3, .984, 1e-3},
    {"mesh, 2 x 2", {8, 8, false, false}, {3, 3}, 2, 2, 1.695, 1e-3, .590, 1e-3, .983, 1e-3},
    {"mesh, 4 x 2", {8, 8, false, false}, {2, 3}, 4, 2, 1.636, 1e-3, .611, 1e-3, .982, 1e-3},
    {"next to a corner", {8, 8, false, false}, {1, 0}, 1, 1, 1, 1e-9, 1, 1e-9, 1.968, 1e-3},
    {"pod torus", {32, 32, true, true}, {}, 0, 0, 2.002, 1e-3, .4995, 1e-4, .4995, 1e-4},
    {"pod mesh", {32, 32, false, false}, {}, 0, 0, 1.939, 1e-3, .516, 1e-3, .999, 1e-3},
    {"4096 chips", {128, 32, false, true}, {}, 0, 0, 1.993, 1e-3, .502, 1e-3, .667, 1e-3},
};

TEST(AllReduceBound, IsThatOfThePublishedTable) {
  constexpr std::int64_t kBytes = 64 << 20;
  constexpr double kRate = 82e9;
  for (const Row& row : kRows) {
    SCOPED_TRACE(row.name);
    const Topology topology = pod_with_hole(row.shape, row.hole, row.hole_width, row.hole_height);
    const AllReduceBound bound = all_reduce_bound(topology, kBytes, kRate);
    const double unit = kBytes / kRate;
    EXPECT_NEAR(bound.strength.sigma.value(), row.sigma, row.sigma_digit / 2);
    EXPECT_NEAR(bound.strength_seconds / unit, row.t_star, row.t_digit / 2);
    EXPECT_NEAR(bound.two_phase_seconds / unit, row.two_phase, row.two_phase_digit / 2);
    EXPECT_LE(bound.min_degree_seconds, bound.strength_seconds);
  }
}

// Between a hole and the edges chips hang on fewer links than elsewhere, and a partition that takes
// only these apart is the weakest. By hand, parts - 1 and links cut:
// 2 x 2 at (2,4): the 12 chips west and south of it; along rows 1 + 1 + 4 + 4, along columns
// 4 + 4 + 1 + 1, so 20 / 12. 4 x 2 at (2,4): the 24 chips of rows 4 to 7; along rows 2 + 2 + 7 + 7,
// along columns 4 + 4 + 4 + 8, so 38 / 24.
TEST(AllReduceBound, DependsOnWhereTheHoleIs) {
  const MeshShape mesh{8, 8, false, false};
  EXPECT_EQ(all_reduce_bound(pod_with_hole(mesh, {2, 4}, 2, 2), 1, 1).strength.sigma,
            (Ratio{5, 3}));
  EXPECT_EQ(all_reduce_bound(pod_with_hole(mesh, {2, 4}, 4, 2), 1, 1).strength.sigma,
            (Ratio{19, 12}));
}

TEST(AllReduceBound, OfTheChipWithFewestLinks) {
  Topology topology(MeshShape{4, 4, false, false});
  topology.fail_link({0, 0}, kEast);
  const AllReduceBound bound = all_reduce_bound(topology, 3000, 1000);
  EXPECT_EQ(bound.min_degree, 1);
  EXPECT_EQ(bound.live_chips, 16);
  EXPECT_DOUBLE_EQ(bound.min_degree_seconds, 3);
  EXPECT_DOUBLE_EQ(bound.two_phase_seconds, 2 * 15. / 16 * 3);
}

TEST(AllReduceBound, RefusesATimeBelowIt) {
  const AllReduceBound bound =
      all_reduce_bound(Topology(MeshShape{2, 1, false, false}), 1000, 1000);
  EXPECT_DOUBLE_EQ(bound.strength_seconds, 1);
  EXPECT_DOUBLE_EQ(bound.efficiency(2), 0.5);
  EXPECT_NO_THROW(bound.require_possible(1));
  EXPECT_THROW(bound.require_possible(0.999), InternalError);
}

TEST(AllReduceBound, OfOneChipIsZeroAndOfSeparatePartsInfinite) {
  const AllReduceBound one = all_reduce_bound(Topology(MeshShape{1, 1, false, false}), 100, 1);
  EXPECT_EQ(one.strength_seconds, 0);
  EXPECT_EQ(one.two_phase_seconds, 0);
  Topology parts(MeshShape{3, 3, false, false});
  parts.fail_block({0, 1}, 3, 1);
  const AllReduceBound bound = all_reduce_bound(parts, 100, 1);
  EXPECT_TRUE(std::isinf(bound.strength_seconds));
  EXPECT_TRUE(std::isinf(bound.min_degree_seconds));
  EXPECT_TRUE(std::isinf(bound.two_phase_seconds));
}

TEST(AllReduceBound, NeedsBytesAndARate) {
  const Topology topology(MeshShape{2, 2, false, false});
  for (const auto& [bytes, rate] : {std::pair<int, double>{-1, 1.}, {1, 0.}, {1, -1.}}) {
    try {
      all_reduce_bound(topology, bytes, rate);
      ADD_FAILURE() << "no error for " << bytes << " bytes at " << rate;
    } catch (const UserError& error) {
      EXPECT_EQ(error.id(), "COLL-015");
    }
  }
}

}  // namespace
}  // namespace podsim
