// SPDX-License-Identifier: Apache-2.0
#include "sw/routing/compute_routes.h"

#include <gtest/gtest.h>

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
  const RoutingTables tables = compute_dimension_order(topology);
  const Route route =
      trace_route(tables, topology, topology.chip_at({0, 2}), topology.chip_at({2, 0}));
  EXPECT_EQ(to_string(topology, route), "(0,2) E (1,2) E (2,2) N (2,1) N (2,0): 4 hops");
}

TEST(DimensionOrder, IsProvedOnHealthyMeshes) {
  for (int width = 1; width <= 5; ++width) {
    for (int height = 1; height <= 5; ++height) {
      const Topology topology = mesh(width, height);
      const RouteProof proof = prove(compute_dimension_order(topology), topology);
      EXPECT_TRUE(proof.ok()) << to_string(topology, proof);
      EXPECT_EQ(proof.max_hops, width + height - 2);
    }
  }
}

TEST(DimensionOrder, MeanHopsOfAMeshAreTheClosedForm) {
  // Over ordered pairs of n x n chips, themselves included, a dimension takes (n - 1/n) / 3 hops.
  const Topology topology = mesh(8, 8);
  const RouteProof proof = prove(compute_dimension_order(topology), topology);
  EXPECT_NEAR(proof.mean_hops, 2 * (8 - 1.0 / 8) / 3 * 64 / 63, 1e-12);
  EXPECT_EQ(proof.max_stretch, 1.0);
  // Eastward over the middle of a row: 4 sources there, to 4 columns of 8 chips each.
  EXPECT_EQ(proof.most_load, 4 * 4 * 8);
}

TEST(DimensionOrder, RefusesDeadChipsDeadLinksAndWraps) {
  Topology chip = mesh(3, 3);
  chip.fail_chip({1, 2});
  UserError error = error_of([&] { compute_dimension_order(chip); });
  EXPECT_EQ(error.id(), "ROUTE-002");
  EXPECT_EQ(error.exit_code(), ExitCode::kUsage);
  EXPECT_NE(std::string(error.what()).find("chip (1,2) is dead"), std::string::npos);
  EXPECT_NE(error.hint().find("updown"), std::string::npos);

  Topology link = mesh(3, 3);
  link.fail_link({1, 1}, kSouth);
  error = error_of([&] { compute_dimension_order(link); });
  EXPECT_NE(std::string(error.what()).find("link S of chip (1,1) is dead"), std::string::npos);

  error = error_of([&] { compute_dimension_order(Topology(MeshShape{3, 3, false, true})); });
  EXPECT_NE(std::string(error.what()).find("wraps along Y"), std::string::npos);
}

TEST(UpDown, IsProvedOnEverySmallShapeWithAndWithoutWraps) {
  for (int width = 1; width <= 5; ++width) {
    for (int height = 1; height <= 5; ++height) {
      for (int wraps = 0; wraps < 4; ++wraps) {
        const Topology topology(MeshShape{width, height, (wraps & 1) != 0, (wraps & 2) != 0});
        const RouteProof proof = prove(compute_updown(topology), topology);
        EXPECT_TRUE(proof.ok()) << width << "x" << height << " wraps " << wraps << "\n"
                                << to_string(topology, proof);
        EXPECT_EQ(proof.pairs, static_cast<std::int64_t>(width * height) * (width * height - 1));
      }
    }
  }
}

TEST(UpDown, UsesBothLinksOfASizeTwoRing) {
  const Topology topology = torus(2, 2);
  const RoutingTables tables = compute_updown(topology);
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
      const RouteProof proof = prove(compute_updown(topology), topology);
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
  EXPECT_TRUE(compute_updown(topology) == compute_updown(topology));
}

TEST(UpDown, IsProvedOnAPodOf1024ChipsWithAHole) {
  Topology topology = torus(32, 32);
  topology.fail_block({10, 12}, 4, 2);
  const RouteProof proof = prove(compute_updown(topology), topology);
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

TEST(Compute, AutoIsDimensionOrderExactlyOnHealthyMeshes) {
  EXPECT_EQ(resolve(RoutingMethod::kAuto, mesh(4, 4)), RoutingMethod::kDimensionOrder);
  EXPECT_EQ(resolve(RoutingMethod::kAuto, torus(4, 4)), RoutingMethod::kUpDown);
  Topology damaged = mesh(4, 4);
  damaged.fail_link({0, 0}, kEast);
  EXPECT_EQ(resolve(RoutingMethod::kAuto, damaged), RoutingMethod::kUpDown);
  EXPECT_TRUE(compute(mesh(4, 4)) == compute_dimension_order(mesh(4, 4)));
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
