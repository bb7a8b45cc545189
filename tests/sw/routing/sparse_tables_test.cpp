// SPDX-License-Identifier: Apache-2.0
#include "sw/routing/sparse_tables.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "firmware/diagnostics/user_error.h"
#include "sw/routing/compute_routes.h"
#include "sw/routing/route_proof.h"
#include "tests/sw/routing/route_test_support.h"

namespace podsim {
namespace {

constexpr MeshShape kMultipod{128, 32, false, true};

/// Routes under the scheme, as the routers look them up, and their proof.
RouteProof proof_of(const Topology& topology, const SparseScheme& scheme) {
  RoutingOptions options;
  options.reach = &scheme;
  const RoutingTables tables = compute(topology, RoutingMethod::kAuto, options);
  ProofOptions proof;
  proof.reach = &scheme;
  return prove(looked_up(tables, scheme), topology, proof);
}

/// Ordered pairs of live chips that a scheme of bands and groups serves, counted by coordinates.
std::int64_t promised_pairs(const Topology& topology, int band, int group) {
  std::int64_t pairs = 0;
  for (int from : topology.live_chips()) {
    for (int to : topology.live_chips()) {
      const Coordinate a = topology.coordinate(from);
      const Coordinate b = topology.coordinate(to);
      if (from != to && (a.y / band == b.y / band || a.x / group == b.x / group)) ++pairs;
    }
  }
  return pairs;
}

TEST(SparseScheme, TheMultipodHasBandsOfFourRowsAndGroupsOfSixteenColumns) {
  const SparseScheme scheme(kMultipod);
  EXPECT_EQ(scheme.entries(), 1024);
  EXPECT_EQ(scheme.rows_of_band(), 4);
  EXPECT_EQ(scheme.columns_of_group(), 16);
  EXPECT_EQ(scheme.register_value(), 0x471U);  // 7 bits of x, 4 of them in a group, sparse
}

TEST(SparseScheme, EntriesAreWhereTheRouterLooks) {
  const SparseScheme scheme(kMultipod);
  const Topology topology(kMultipod);
  const int chip = topology.chip_at({70, 9});
  EXPECT_EQ(scheme.index(chip, topology.chip_at({3, 8})), 3);  // row 0 of the band
  EXPECT_EQ(scheme.index(chip, topology.chip_at({127, 11})), 3 * 128 + 127);
  EXPECT_EQ(scheme.index(chip, topology.chip_at({64, 0})), 512);  // group of columns 64..79
  EXPECT_EQ(scheme.index(chip, topology.chip_at({79, 31})), 512 + 31 * 16 + 15);
  EXPECT_EQ(scheme.index(chip, topology.chip_at({63, 12})), std::nullopt);
}

TEST(SparseScheme, NoTwoDestinationsShareAnEntry) {
  for (const MeshShape& shape :
       {kMultipod, MeshShape{64, 64}, MeshShape{64, 32}, MeshShape{32, 96}}) {
    const SparseScheme scheme(shape);
    for (int chip = 0; chip < shape.chips(); chip += 37) {
      std::set<int> taken;
      for (int to = 0; to < shape.chips(); ++to) {
        const auto index = scheme.index(chip, to);
        EXPECT_EQ(index.has_value(), scheme.serves(chip, to));
        if (!index) continue;
        EXPECT_LT(*index, scheme.entries());
        EXPECT_TRUE(taken.insert(*index).second) << chip << " to " << to;
      }
    }
  }
}

// What collectives need: rows, columns, strides in both, boards of 2 x 2 and groups of 4 x 8.
TEST(SparseScheme, ServesThePeersOfCollectives) {
  const SparseScheme scheme(kMultipod);
  const Topology topology(kMultipod);
  for (int chip = 0; chip < topology.chips(); ++chip) {
    const Coordinate at = topology.coordinate(chip);
    for (int x = 0; x < 128; ++x) EXPECT_TRUE(scheme.serves(chip, topology.chip_at({x, at.y})));
    for (int y = 0; y < 32; ++y) EXPECT_TRUE(scheme.serves(chip, topology.chip_at({at.x, y})));
    EXPECT_TRUE(scheme.serves(chip, topology.chip_at({at.x ^ 1, at.y ^ 1})));
    EXPECT_TRUE(scheme.serves(chip, topology.chip_at({at.x ^ 3, at.y ^ 7})));
  }
}

TEST(SparseScheme, RefusesShapesThatDoNotFit) {
  for (const MeshShape& shape : {MeshShape{96, 32}, MeshShape{100, 40}}) {
    EXPECT_THROW(SparseScheme{shape}, UserError);
  }
  EXPECT_THROW(SparseScheme(kMultipod, 128), UserError);
}

TEST(SparseTables, ReachWhatTheyPromiseAndRefuseTheRestAroundAHole) {
  Topology topology(kMultipod);
  topology.fail_block({62, 12}, 4, 2);
  const RouteProof proof = proof_of(topology, SparseScheme(kMultipod));
  EXPECT_TRUE(proof.ok()) << to_string(topology, proof);
  EXPECT_EQ(proof.pairs, promised_pairs(topology, 4, 16));
  EXPECT_EQ(proof.pairs + proof.refused_pairs, 4088LL * 4087);
  // The shortest way around may lead over routers without an entry: 9 hops instead of 7.
  EXPECT_LE(proof.max_stretch, 9.0 / 7 + 1e-9);
}

// Boards lie within a band, so the ways around them do, too.
TEST(NightlySparseTables, RouteAroundHolesOfTheMultipod) {
  for (int y = 0; y < 32; y += 2) {
    for (int x = 0; x < 128; x += 16) {
      Topology topology(kMultipod);
      topology.fail_block({(x + 4 * y) % 128, y}, 4, 2);
      const RouteProof proof = proof_of(topology, SparseScheme(kMultipod));
      EXPECT_TRUE(proof.ok()) << to_string(topology, proof);
      EXPECT_EQ(proof.pairs, promised_pairs(topology, 4, 16));
    }
  }
}

TEST(SparseTables, RandomFailuresOfASmallPodAreRoutedOrFound) {
  constexpr unsigned kSeed = 1024;
  std::mt19937 random(kSeed);
  const MeshShape shape{16, 8, false, true};
  const SparseScheme scheme(shape, 64);  // bands of 2 rows, groups of 4 columns
  for (int round = 0; round < 200; ++round) {
    SCOPED_TRACE(::testing::Message() << "seed " << kSeed << " round " << round);
    Topology topology(shape);
    topology.fail_chip(topology.coordinate(static_cast<int>(random() % 128)));
    const RouteProof proof = proof_of(topology, scheme);
    EXPECT_TRUE(proof.ok()) << to_string(topology, proof);
    EXPECT_EQ(proof.pairs, promised_pairs(topology, 2, 4));
  }
}

TEST(SparseTables, APromiseThatIsNotKeptIsFound) {
  const MeshShape shape{16, 8, false, true};
  const SparseScheme scheme(shape, 64);
  // Two dead rows of the band cut a row: the way around it leads over routers that have no entry.
  Topology topology(shape);
  topology.fail_block({5, 2}, 1, 2);
  topology.fail_block({6, 2}, 1, 2);
  bool found = false;
  try {
    found = testing::has_finding(proof_of(topology, scheme), "ROUTE-011");
  } catch (const UserError& error) {
    found = error.id() == "ROUTE-008";
  }
  EXPECT_TRUE(found);
}

TEST(SparseTables, APairOutsideTheReachThatIsNotRefusedIsFound) {
  const MeshShape shape{16, 8, false, true};
  const Topology topology(shape);
  const SparseScheme scheme(shape, 64);
  ProofOptions options;
  options.reach = &scheme;
  EXPECT_TRUE(testing::has_finding(prove(compute(topology), topology, options), "ROUTE-017"));
}

}  // namespace
}  // namespace podsim
