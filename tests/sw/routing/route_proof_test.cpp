// SPDX-License-Identifier: Apache-2.0
#include "sw/routing/route_proof.h"

#include <gtest/gtest.h>

#include "firmware/diagnostics/user_error.h"
#include "sw/routing/compute_routes.h"
#include "tests/sw/routing/route_test_support.h"

namespace podsim {
namespace {

using testing::has_finding;
using testing::mesh;
using testing::torus;

void set_all_inputs(RoutingTables& tables, int chip, int destination, const RouteEntry& entry) {
  for (int input = 0; input < kPorts; ++input) tables.set(chip, input, destination, entry);
}

// Every packet goes round the ring 0 -> 1 -> 3 -> 2 -> 0: the textbook deadlock.
RoutingTables round_and_round() {
  RoutingTables tables(4);
  const int clockwise[] = {kEast, kSouth, kNorth, kWest};  // of chips 0, 1, 2, 3
  for (int chip = 0; chip < 4; ++chip) {
    for (int to = 0; to < 4; ++to) {
      const bool here = chip == to;
      set_all_inputs(tables, chip, to,
                     here ? RouteEntry::deliver() : RouteEntry::to_port(clockwise[chip]));
    }
  }
  return tables;
}

TEST(Prove, FindsALoop) {
  const Topology topology = mesh(3, 1);
  RoutingTables tables = compute_dimension_order(topology).tables;
  tables.set(1, kWest, 2, RouteEntry::to_port(kWest));
  tables.set(0, kEast, 2, RouteEntry::to_port(kEast));
  const RouteProof proof = prove(tables, topology);
  EXPECT_TRUE(has_finding(proof, "ROUTE-014"));
  EXPECT_EQ(proof.wrong_pairs, 1);  // from 0; chip 1 injects straight to 2
}

TEST(Prove, FindsADeadLink) {
  Topology topology = mesh(3, 2);
  const RoutingTables tables = compute_dimension_order(topology).tables;
  topology.fail_link({1, 0}, kEast);
  const RouteProof proof = prove(tables, topology);
  ASSERT_TRUE(has_finding(proof, "ROUTE-012"));
  EXPECT_NE(proof.findings.front().text.find("dead link"), std::string::npos);
}

TEST(Prove, FindsAPortBeyondTheEdgeAndALaneWithoutLocal) {
  const Topology topology = mesh(2, 2);
  RoutingTables tables = compute_dimension_order(topology).tables;
  tables.set_injected(0, 1, RouteEntry::to_port(kNorth));
  EXPECT_TRUE(has_finding(prove(tables, topology), "ROUTE-012"));
  tables = compute_dimension_order(topology).tables;
  tables.set_injected(0, 1, RouteEntry::to_port(kLane0));
  EXPECT_TRUE(has_finding(prove(tables, topology), "ROUTE-012"));
}

TEST(Prove, FindsAMissingEntryOfASingleLane) {
  const Topology topology = mesh(2, 2);
  RoutingTables tables = compute_dimension_order(topology).tables;
  tables.set(0, kLane0 + 3, 3, RouteEntry{});
  const RouteProof proof = prove(tables, topology);
  ASSERT_EQ(proof.findings.size(), 1U);
  EXPECT_EQ(proof.findings.front().id, "ROUTE-011");
  EXPECT_NE(proof.findings.front().text.find("(0,0) lane 3 to (1,1)"), std::string::npos);
}

TEST(Prove, FindsAMissingEntryOfAChipToItself) {
  const Topology topology = mesh(2, 2);
  RoutingTables tables = compute_dimension_order(topology).tables;
  tables.set_injected(2, 2, RouteEntry{});
  EXPECT_TRUE(has_finding(prove(tables, topology), "ROUTE-011"));
}

TEST(Prove, FindsADeliveryToTheWrongChip) {
  const Topology topology = mesh(3, 1);
  RoutingTables tables = compute_dimension_order(topology).tables;
  tables.set(1, kWest, 2, RouteEntry::deliver());
  EXPECT_TRUE(has_finding(prove(tables, topology), "ROUTE-013"));
}

TEST(Prove, HoldsRoutesAgainstTheHopBound) {
  const Topology topology = mesh(4, 4);
  const RoutingTables tables = compute_dimension_order(topology).tables;
  EXPECT_TRUE(prove(tables, topology, {6}).ok());
  EXPECT_TRUE(has_finding(prove(tables, topology, {5}), "ROUTE-015"));
}

TEST(Prove, PrintsADeadlockLinkByLink) {
  const Topology topology = mesh(2, 2);
  const RouteProof proof = prove(round_and_round(), topology);
  ASSERT_EQ(proof.findings.size(), 1U);
  EXPECT_EQ(proof.findings.front().id, "ROUTE-016");
  EXPECT_EQ(proof.cycle.size(), 4U);
  EXPECT_EQ(proof.findings.front().text,
            "the tables can deadlock: 4 channels wait for each other\n"
            "    (0,0) E -> (1,0), layer 0  waits for\n"
            "    (1,0) S -> (1,1), layer 0  waits for\n"
            "    (1,1) W -> (0,1), layer 0  waits for\n"
            "    (0,1) N -> (0,0), layer 0  waits for\n"
            "    (0,0) E -> (1,0), layer 0");
}

TEST(Prove, AcceptsTheSameRingWithADateline) {
  RoutingTables tables = round_and_round();
  for (int to = 1; to < 4; ++to) {
    RouteEntry entry = RouteEntry::to_port(kEast);
    entry.set_layer = true;
    entry.layer = 1;
    set_all_inputs(tables, 0, to, entry);
  }
  const Topology topology = mesh(2, 2);
  const RouteProof proof = prove(tables, topology);
  EXPECT_TRUE(proof.ok()) << to_string(topology, proof);
}

TEST(Prove, ShortestRoutesRoundATorusDeadlock) {
  // Shortest routes without layers on a ring of five: the case that up*/down* exists for.
  const Topology topology(MeshShape{5, 1, true, false});
  RoutingTables tables(5);
  for (int chip = 0; chip < 5; ++chip) {
    for (int to = 0; to < 5; ++to) {
      const int east = (to - chip + 5) % 5;
      set_all_inputs(
          tables, chip, to,
          east == 0 ? RouteEntry::deliver() : RouteEntry::to_port(east <= 2 ? kEast : kWest));
    }
  }
  const RouteProof proof = prove(tables, topology);
  EXPECT_TRUE(has_finding(proof, "ROUTE-016"));
  EXPECT_EQ(proof.cycle.size(), 5U);
}

TEST(Prove, NamesUnreachableChips) {
  Topology topology = mesh(3, 2);
  topology.fail_link({0, 0}, kEast);
  topology.fail_link({0, 1}, kEast);
  const RouteProof proof = prove(RoutingTables(6), topology);
  ASSERT_TRUE(has_finding(proof, "ROUTE-010"));
  EXPECT_EQ(proof.unreachable, (std::vector<int>{1, 2, 4, 5}));
  EXPECT_EQ(proof.findings.front().exit_code, ExitCode::kUnreachable);
}

TEST(Prove, StretchIsAgainstShortestLivePaths) {
  // Up*/down* on one layer never crosses 3 on the way from 2 to 4 in a ring of 6 with the root 0.
  const Topology topology(MeshShape{6, 1, true, false});
  const RouteProof proof = prove(compute_updown(topology, {1}).tables, topology);
  EXPECT_TRUE(proof.ok());
  EXPECT_EQ(proof.max_stretch, 2.0);
  EXPECT_EQ(proof.max_hops, 4);
}

TEST(Prove, ThreadsDoNotChangeTheReport) {
  Topology topology = mesh(32, 32);
  RoutingTables tables = compute_dimension_order(topology).tables;
  for (int to = 0; to < 1000; to += 7) tables.set(500, kWest, to, RouteEntry{});
  const std::string one = to_string(topology, prove(tables, topology, {0, 1}));
  EXPECT_NE(one.find("ROUTE-011"), std::string::npos);
  EXPECT_EQ(one, to_string(topology, prove(tables, topology, {0, 3})));
}

TEST(Prove, LooksAtEveryLaneWhoseEntryDiffers) {
  // Lane 2 goes the other way round a ring and deadlocks with its like; lane 0 is innocent.
  const Topology topology = mesh(2, 2);
  RoutingTables tables = compute_dimension_order(topology).tables;
  const RoutingTables circular = round_and_round();
  for (int chip = 0; chip < 4; ++chip) {
    for (int to = 0; to < 4; ++to) {
      for (int input = 0; input < kLinkPorts; ++input) {
        tables.set(chip, input, to, circular.entry(chip, input, to));
      }
      tables.set(chip, kLane0 + 2, to, circular.entry(chip, kLane0 + 2, to));
    }
  }
  EXPECT_TRUE(has_finding(prove(tables, topology), "ROUTE-016"));
}

TEST(Prove, RefusesTablesOfAnotherPod) {
  EXPECT_THROW(prove(RoutingTables(4), mesh(3, 3)), UserError);
}

TEST(RequireProved, ThrowsTheFirstFinding) {
  const Topology topology = mesh(2, 2);
  EXPECT_NO_THROW(require_proved(prove(compute_dimension_order(topology).tables, topology)));
  try {
    require_proved(prove(round_and_round(), topology));
    FAIL();
  } catch (const UserError& error) {
    EXPECT_EQ(error.id(), "ROUTE-016");
    EXPECT_EQ(error.exit_code(), ExitCode::kCheckFailed);
  }
}

TEST(Report, ShowsTheFiguresAndFindings) {
  const Topology topology = mesh(2, 2);
  EXPECT_EQ(to_string(topology, prove(compute_dimension_order(topology).tables, topology)),
            "routes   proved\n"
            "pairs    12 delivered, 0 wrong, hop bound 3\n"
            "layers   1\n"
            "hops     mean 1.33, max 2\n"
            "stretch  mean 1.000, max 1.00 ((1,0) to (0,0))\n"
            "load     (0,0) E carries 2 pairs, mean of links 2.0\n"
            "deadlock none: 4 channel dependencies, no cycle\n");
}

}  // namespace
}  // namespace podsim
