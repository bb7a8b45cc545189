// SPDX-License-Identifier: Apache-2.0
// Routes around every single failure, every hole of the sizes that boards and hosts have, and many
// random sets of failures: proved on the tables themselves. What takes long is in Nightly suites.
#include <gtest/gtest.h>

#include <random>

#include "firmware/diagnostics/user_error.h"
#include "sw/routing/compute_routes.h"
#include "sw/routing/route_proof.h"
#include "tests/sw/routing/failure_sets.h"
#include "tests/sw/routing/route_test_support.h"

namespace podsim {
namespace {

using testing::each_aligned_block;
using testing::each_pair_of_chips;
using testing::each_single_chip;
using testing::each_single_link;
using testing::with_random_failures;

constexpr MeshShape kMesh8{8, 8};
constexpr MeshShape kTorus8{8, 8, true, true};
constexpr MeshShape kMesh32{32, 32};
constexpr MeshShape kTorus32{32, 32, true, true};
/// 512 chips are 32 rows of 16; a slice has no wrap along an axis that it does not span.
constexpr MeshShape kHalfPod{16, 32, false, true};
constexpr MeshShape kMultipod{128, 32, false, true};

/// Hops beyond the shortest path that routes around a single failure are allowed.
constexpr int kDetourHops = 2;

/// Proves the pod's routes and holds them to the longest shortest path, and a few hops more.
/// Cut pods must be refused by name.
void expect_proved(const Topology& topology, int hop_bound, const std::string& damage) {
  if (!topology.unreachable_chips().empty()) {
    try {
      compute(topology);
      ADD_FAILURE() << damage << ": a pod in pieces has routes";
    } catch (const UserError& error) {
      EXPECT_EQ(error.id(), "ROUTE-003") << damage;
    }
    return;
  }
  const std::int64_t live = topology.live_count();
  const RouteProof proof = prove(compute(topology), topology, {hop_bound});
  EXPECT_TRUE(proof.ok()) << damage << "\n" << to_string(topology, proof);
  EXPECT_EQ(proof.pairs, live * (live - 1)) << damage;
  EXPECT_LE(proof.layers, kVcLayers) << damage;
}

/// Longest shortest path of the healthy pod, and room for a detour.
int bound_of(const MeshShape& shape) {
  const auto span = [](std::int64_t length, bool wrap) { return wrap ? length / 2 : length - 1; };
  return static_cast<int>(span(shape.width, shape.wrap_x) + span(shape.height, shape.wrap_y)) +
         kDetourHops;
}

testing::Visit proved(const MeshShape& shape) {
  return [bound = bound_of(shape)](const Topology& topology, const std::string& damage) {
    expect_proved(topology, bound, damage);
  };
}

/// The n-th damages only.
testing::Visit some_proved(const MeshShape& shape, int n) {
  return [n, bound = bound_of(shape), count = 0](const Topology& topology,
                                                 const std::string& damage) mutable {
    if (count++ % n == 0) expect_proved(topology, bound, damage);
  };
}

void expect_random_sets_proved(int sets, unsigned seed) {
  constexpr MeshShape kShapes[] = {{4, 4},
                                   {8, 8},
                                   {8, 8, true, true},
                                   {5, 7},
                                   {8, 4, false, true},
                                   {6, 6, true, true},
                                   {2, 9, true, true},
                                   {1, 12, false, true},
                                   {16, 16, true, true},
                                   {16, 8}};
  std::mt19937 random(seed);
  for (int round = 0; round < sets; ++round) {
    const MeshShape& shape = kShapes[random() % std::size(kShapes)];
    const Topology topology = with_random_failures(shape, random);
    SCOPED_TRACE(::testing::Message() << "seed " << seed << " round " << round);
    if (topology.live_count() > 0) expect_proved(topology, 0, "random failures");
  }
}

TEST(SingleFailures, AreRoutedAroundOn8x8) {
  for (const MeshShape& shape : {kMesh8, kTorus8}) {
    each_single_chip(shape, proved(shape));
    each_single_link(shape, proved(shape));
  }
}

// The corners' links are among them: a start-up must not depend on any one.
TEST(SingleFailures, AreRoutedAroundOnRingsAndLines) {
  for (const MeshShape& shape :
       {MeshShape{1, 6, false, true}, MeshShape{6, 1, true, false}, MeshShape{2, 5, true, true},
        MeshShape{2, 2, true, true}, MeshShape{1, 4}, MeshShape{2, 4}, MeshShape{3, 3},
        MeshShape{3, 3, true, true}, MeshShape{2, 1, true, false}}) {
    const auto check = [](const Topology& topology, const std::string& damage) {
      expect_proved(topology, 0, damage);
    };
    check(Topology(shape), "none");
    if (shape.chips() > 1) each_single_chip(shape, check);
    each_single_link(shape, check);
  }
}

TEST(SingleFailures, SomeAreRoutedAroundOn32x32) {
  for (const MeshShape& shape : {kMesh32, kTorus32}) {
    each_single_chip(shape, some_proved(shape, 251));
    each_single_link(shape, some_proved(shape, 401));
  }
}

TEST(PairsOfChips, SomeAreRoutedAroundOn8x8) {
  each_pair_of_chips(kMesh8, some_proved(kMesh8, 17));
  each_pair_of_chips(kTorus8, some_proved(kTorus8, 17));
}

TEST(Holes, SomeAreRoutedAroundOnHalfPodsPodsAndTheMultipod) {
  each_aligned_block(kHalfPod, 2, 2, some_proved(kHalfPod, 31));
  each_aligned_block(kTorus32, 4, 2, some_proved(kTorus32, 37));
  each_aligned_block(kMultipod, 4, 2, some_proved(kMultipod, 509));
}

TEST(RandomFailures, AreRoutedAroundOrNamed) { expect_random_sets_proved(400, 20201201); }

TEST(NightlyRoutes, AllSingleFailuresOn32x32) {
  for (const MeshShape& shape : {kMesh32, kTorus32}) {
    each_single_chip(shape, proved(shape));
    each_single_link(shape, proved(shape));
  }
}

TEST(NightlyRoutes, AllPairsOfChipsOn8x8) {
  for (const MeshShape& shape : {kMesh8, kTorus8}) each_pair_of_chips(shape, proved(shape));
}

TEST(NightlyRoutes, AllAlignedHolesOn16x32And32x32) {
  for (const MeshShape& shape :
       {kHalfPod, MeshShape{16, 32}, kMesh32, kTorus32, MeshShape{32, 32, false, true}}) {
    each_aligned_block(shape, 2, 2, proved(shape));
    each_aligned_block(shape, 4, 2, proved(shape));
  }
}

TEST(NightlyRoutes, AllAligned2x2HolesOnTheMultipod) {
  each_aligned_block(kMultipod, 2, 2, proved(kMultipod));
}

TEST(NightlyRoutes, AllAligned4x2HolesOnTheMultipod) {
  each_aligned_block(kMultipod, 4, 2, proved(kMultipod));
}

TEST(NightlyRoutes, TenThousandRandomSetsOfUpToEightFailures) {
  expect_random_sets_proved(10'000, 20201202);
}

}  // namespace
}  // namespace podsim
