// SPDX-License-Identifier: Apache-2.0
#include "sw/routing/compute_routes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "firmware/diagnostics/user_error.h"
#include "sw/routing/route_proof.h"
#include "sw/routing/trace_route.h"
#include "tests/sw/routing/route_test_support.h"

namespace podsim {
namespace {

using testing::mesh;
using testing::torus;

template <typename Action>
UserError error_of(Action action) {
  try {
    action();
  } catch (const UserError& error) {
    return error;
  }
  ADD_FAILURE() << "no error was thrown";
  return UserError("", "");
}

TEST(DimensionOrder, GoesAlongXThenY) {
  const Topology topology = mesh(4, 3);
  const RoutingTables tables = compute_dimension_order(topology).tables;
  const Route route =
      trace_route(tables, topology, topology.chip_at({0, 2}), topology.chip_at({2, 0}));
  EXPECT_EQ(to_string(topology, route), "(0,2) E (1,2) E (2,2) N (2,1) N (2,0): 4 hops");
}

TEST(DimensionOrder, IsProvedOnHealthyMeshes) {
  for (int width = 1; width <= 5; ++width) {
    for (int height = 1; height <= 5; ++height) {
      const Topology topology = mesh(width, height);
      const RouteProof proof = prove(compute_dimension_order(topology).tables, topology);
      EXPECT_TRUE(proof.ok()) << to_string(topology, proof);
      EXPECT_EQ(proof.max_hops, width + height - 2);
    }
  }
}

TEST(DimensionOrder, MeanHopsOfAMeshAreTheClosedForm) {
  // Over ordered pairs of n x n chips, themselves included, a dimension takes (n - 1/n) / 3 hops.
  const Topology topology = mesh(8, 8);
  const RouteProof proof = prove(compute_dimension_order(topology).tables, topology);
  EXPECT_NEAR(proof.mean_hops, 2 * (8 - 1.0 / 8) / 3 * 64 / 63, 1e-12);
  EXPECT_EQ(proof.max_stretch, 1.0);
  // Eastward over the middle of a row: 4 sources there, to 4 columns of 8 chips each.
  EXPECT_EQ(proof.most_load, 4 * 4 * 8);
}

// Over ordered pairs of a ring of n (even), themselves included, a dimension takes n/4 hops.
TEST(DimensionOrder, MeanHopsAndLoadOfATorusAreTheClosedForm) {
  const Topology topology = torus(8, 8);
  const ComputedRoutes routes = compute_dimension_order(topology);
  const RouteProof proof = prove(routes.tables, topology);
  EXPECT_TRUE(proof.ok()) << to_string(topology, proof);
  EXPECT_NEAR(proof.mean_hops, 2 * 8.0 / 4 * 64 / 63, 1e-12);
  EXPECT_EQ(proof.max_hops, 8);
  EXPECT_EQ(proof.layers, 2);
  EXPECT_EQ(routes.layers, 2);
  // In a ring of 8, 1 + 2 + 3 packets go over a link each way, and of the 8 pairs at distance 4 a
  // half each way, 4 links each: 8 in the mean; times 8 for the other coordinate.
  EXPECT_NEAR(proof.mean_load, 64, 1e-9);
  EXPECT_LE(proof.most_load, 80);
}

TEST(DimensionOrder, UsesAsFewLayersAsShortestRoutesNeed) {
  struct Case {
    Topology topology;
    int layers;
  };
  Topology hole = mesh(8, 8);
  hole.fail_block({2, 2}, 2, 2);
  // Rings of three have no two hops in a row; rings of four and more need a dateline.
  for (const Case& each : {Case{mesh(8, 8), 1}, Case{torus(3, 3), 1}, Case{torus(5, 5), 2},
                           Case{Topology(MeshShape{128, 8, false, true}), 2}, Case{hole, 2}}) {
    const ComputedRoutes routes = compute_dimension_order(each.topology);
    const RouteProof proof = prove(routes.tables, each.topology);
    EXPECT_TRUE(proof.ok()) << to_string(each.topology, proof);
    EXPECT_EQ(proof.layers, each.layers) << to_string(each.topology, proof);
    EXPECT_EQ(layers_used(routes.tables), each.layers);
    EXPECT_EQ(proof.max_stretch, 1.0);
  }
}

// What up*/down* on one layer cannot: stretch up to 6 and seven times the mean load at the root.
TEST(DimensionOrder, DetoursBesideAHoleAreShortestAndSpreadOut) {
  for (int wraps = 0; wraps < 4; ++wraps) {
    for (int kind = 0; kind < 3; ++kind) {
      Topology topology(MeshShape{8, 8, (wraps & 1) != 0, (wraps & 2) != 0});
      constexpr int kSize[3][2] = {{1, 1}, {2, 2}, {4, 2}};
      topology.fail_block({2, 2}, kSize[kind][0], kSize[kind][1]);
      const RouteProof proof = prove(compute_dimension_order(topology).tables, topology);
      EXPECT_TRUE(proof.ok()) << to_string(topology, proof);
      EXPECT_EQ(proof.max_stretch, 1.0) << to_string(topology, proof);
      EXPECT_LE(static_cast<double>(proof.most_load), 3 * proof.mean_load)
          << to_string(topology, proof);
    }
  }
}

TEST(DimensionOrder, PairsWhoseRouteIsAliveKeepIt) {
  const Topology healthy = mesh(6, 6);
  Topology damaged = mesh(6, 6);
  damaged.fail_chip({3, 2});
  const RoutingTables before = compute_dimension_order(healthy).tables;
  const RoutingTables after = compute_dimension_order(damaged).tables;
  const int dead = damaged.chip_at({3, 2});
  for (int from : damaged.live_chips()) {
    for (int to : damaged.live_chips()) {
      const std::vector<int> chips = trace_route(before, healthy, from, to).chips();
      if (std::find(chips.begin(), chips.end(), dead) != chips.end()) continue;
      EXPECT_EQ(trace_route(after, damaged, from, to).chips(), chips);
    }
  }
}

TEST(DimensionOrder, RefusesWhatItsLayersCannotServe) {
  Topology topology = mesh(3, 3);
  topology.fail_chip({1, 1});
  const UserError error = error_of([&] { compute_dimension_order(topology, {1}); });
  EXPECT_EQ(error.id(), "ROUTE-002");
  EXPECT_EQ(error.exit_code(), ExitCode::kUsage);
  EXPECT_NE(std::string(error.what()).find("on 1 layer"), std::string::npos);
  EXPECT_NE(error.hint().find("updown"), std::string::npos);
  EXPECT_EQ(compute_dimension_order(topology, {2}).layers, 2);
}

TEST(DimensionOrder, ThreadsDoNotChangeTheTables) {
  Topology topology = torus(32, 16);
  topology.fail_block({10, 12}, 4, 2);
  const RoutingTables one = compute(topology, RoutingMethod::kAuto, {kVcLayers, 1});
  EXPECT_TRUE(one == compute(topology, RoutingMethod::kAuto, {kVcLayers, 3}));
}

TEST(UpDown, IsProvedOnEverySmallShapeWithAndWithoutWraps) {
  for (int width = 1; width <= 5; ++width) {
    for (int height = 1; height <= 5; ++height) {
      for (int wraps = 0; wraps < 4; ++wraps) {
        const Topology topology(MeshShape{width, height, (wraps & 1) != 0, (wraps & 2) != 0});
        const RouteProof proof = prove(compute_updown(topology).tables, topology);
        EXPECT_TRUE(proof.ok()) << width << "x" << height << " wraps " << wraps << "\n"
                                << to_string(topology, proof);
        EXPECT_EQ(proof.pairs, static_cast<std::int64_t>(width * height) * (width * height - 1));
      }
    }
  }
}

TEST(UpDown, MoreLayersMakeRoutesShorter) {
  // A ring of 6 as a tree: chip 3 is far from the root 0; no packet goes down to it and up again,
  // so from 2 to 4 it is 4 hops instead of 2, unless it may change layers there.
  const Topology topology(MeshShape{6, 1, true, false});
  EXPECT_EQ(prove(compute_updown(topology, {1}).tables, topology).max_stretch, 2.0);
  const RouteProof proof = prove(compute_updown(topology).tables, topology);
  EXPECT_TRUE(proof.ok()) << to_string(topology, proof);
  EXPECT_EQ(proof.max_stretch, 1.0);
  EXPECT_EQ(proof.layers, 2);
}

TEST(UpDown, OneLayerServesAnyConnectedPod) {
  for (unsigned dead = 0; dead < 511; ++dead) {
    Topology topology = torus(3, 3);
    for (int chip = 0; chip < 9; ++chip) {
      if (((dead >> chip) & 1U) != 0) topology.fail_chip(topology.coordinate(chip));
    }
    if (!topology.unreachable_chips().empty()) continue;
    const ComputedRoutes routes = compute_updown(topology, {1});
    const RouteProof proof = prove(routes.tables, topology);
    EXPECT_TRUE(proof.ok() && proof.layers == 1) << dead << to_string(topology, proof);
  }
}

TEST(UpDown, UsesBothLinksOfASizeTwoRing) {
  const Topology topology = torus(2, 2);
  const RoutingTables tables = compute_updown(topology).tables;
  std::vector<int> used(kLinkPorts, 0);
  for (int from = 0; from < 4; ++from) {
    for (int to = 0; to < 4; ++to) {
      const RouteEntry entry = tables.entry(from, kLane0, to);
      if (!entry.local) ++used[static_cast<std::size_t>(entry.output)];
    }
  }
  for (int count : used) EXPECT_GT(count, 0);
}

TEST(UpDown, RandomDamageOnMeshesAndToriIsRoutedOrNamed) {
  constexpr unsigned kSeed = 20200711;
  std::mt19937 random(kSeed);
  for (int round = 0; round < 150; ++round) {
    const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    Topology topology(MeshShape{2 + below(6), 2 + below(6), below(2) == 1, below(2) == 1});
    for (int i = below(7); i > 0; --i) {
      topology.fail_chip({below(topology.width()), below(topology.height())});
    }
    for (int i = below(7); i > 0; --i) {
      const int chip = below(topology.chips());
      const int port = below(kLinkPorts);
      if (topology.wired(chip, port)) topology.fail_link(topology.coordinate(chip), port);
    }
    if (topology.live_count() == 0) continue;
    SCOPED_TRACE(::testing::Message() << "seed " << kSeed << " round " << round);
    if (topology.unreachable_chips().empty()) {
      const RouteProof proof = prove(compute_updown(topology).tables, topology);
      EXPECT_TRUE(proof.ok()) << to_string(topology, proof);
    } else {
      EXPECT_EQ(error_of([&] { compute_updown(topology); }).id(), "ROUTE-003");
    }
  }
}

TEST(UpDown, BootsWithEachChipAndEachLinkDownInTurn) {
  for (int chip = 0; chip < 16; ++chip) {
    Topology topology = mesh(4, 4);
    topology.fail_chip(topology.coordinate(chip));
    EXPECT_TRUE(prove(compute(topology), topology).ok()) << chip;
    for (int port = 0; port < kLinkPorts; ++port) {
      Topology cut = torus(4, 4);
      cut.fail_link(cut.coordinate(chip), port);
      EXPECT_TRUE(prove(compute(cut), cut).ok()) << chip << " " << port;
    }
  }
}

TEST(UpDown, SameTopologyGivesTheSameTables) {
  Topology topology = torus(6, 5);
  topology.fail_block({1, 1}, 2, 2);
  EXPECT_TRUE(compute_updown(topology).tables == compute_updown(topology).tables);
  EXPECT_TRUE(compute(topology) == compute(topology));
}

TEST(UpDown, IsProvedOnAPodOf1024ChipsWithAHole) {
  Topology topology = torus(32, 32);
  topology.fail_block({10, 12}, 4, 2);
  const RouteProof proof = prove(compute_updown(topology).tables, topology);
  EXPECT_TRUE(proof.ok()) << to_string(topology, proof);
}

TEST(UpDown, NamesTheChipsThatCannotBeReached) {
  Topology topology = mesh(3, 3);
  topology.fail_chip({1, 0});
  topology.fail_chip({1, 1});
  topology.fail_chip({1, 2});
  const UserError error = error_of([&] { compute_updown(topology); });
  EXPECT_EQ(error.id(), "ROUTE-003");
  EXPECT_EQ(error.exit_code(), ExitCode::kUnreachable);
  EXPECT_EQ(error.message(),
            "3 of 6 live chips cannot be reached from chip (0,0): (2,0), (2,1), (2,2)");
}

TEST(UpDown, RefusesAPodWithoutALiveChip) {
  Topology topology = mesh(2, 1);
  topology.fail_block({0, 0}, 2, 1);
  EXPECT_EQ(error_of([&] { compute_updown(topology); }).id(), "ROUTE-004");
}

/// A winding path: row by row, joined at alternating ends. Four layers do not suffice for its
/// turns.
Topology serpentine(int size) {
  Topology topology = mesh(size, size);
  for (int y = 0; y + 1 < size; ++y) {
    for (int x = 0; x < size; ++x) {
      if (x != (y % 2 == 0 ? size - 1 : 0)) topology.fail_link({x, y}, kSouth);
    }
  }
  return topology;
}

TEST(Compute, AutoFallsBackToUpDownAndSaysWhy) {
  EXPECT_EQ(compute_routes(mesh(4, 4)).method, RoutingMethod::kDimensionOrder);
  EXPECT_EQ(compute_routes(torus(4, 4)).method, RoutingMethod::kDimensionOrder);
  EXPECT_TRUE(compute_routes(torus(4, 4)).note.empty());
  const Topology topology = serpentine(6);
  const ComputedRoutes routes = compute_routes(topology);
  EXPECT_EQ(routes.method, RoutingMethod::kUpDown);
  EXPECT_NE(routes.note.find("dimension order cannot"), std::string::npos) << routes.note;
  const RouteProof proof = prove(routes.tables, topology);
  EXPECT_TRUE(proof.ok()) << to_string(topology, proof);
  EXPECT_EQ(proof.max_hops, 35);
}

TEST(Compute, RefusesLayersThatNoEntryCanName) {
  EXPECT_EQ(error_of([] { compute(mesh(2, 2), RoutingMethod::kAuto, {0}); }).id(), "ROUTE-007");
  EXPECT_EQ(error_of([] { compute(mesh(2, 2), RoutingMethod::kAuto, {5}); }).id(), "ROUTE-007");
}

TEST(Compute, MethodsHaveNames) {
  EXPECT_EQ(routing_method("xy"), RoutingMethod::kDimensionOrder);
  EXPECT_EQ(routing_method("updown"), RoutingMethod::kUpDown);
  EXPECT_EQ(routing_method("auto"), RoutingMethod::kAuto);
  const UserError error = error_of([] { routing_method("updwon"); });
  EXPECT_EQ(error.id(), "ROUTE-001");
  EXPECT_EQ(error.hint(), "did you mean 'updown'?");
}

}  // namespace
}  // namespace podsim
