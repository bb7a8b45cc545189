// SPDX-License-Identifier: Apache-2.0
// The wording of each reason why a pod has no circuit.
#include <gtest/gtest.h>

#include "firmware/diagnostics/user_error.h"
#include "sw/collectives/hamiltonian_circuit.h"

namespace podsim {
namespace {

UserError reason(const Topology& topology) {
  try {
    find_circuit(topology);
  } catch (const UserError& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::kUnreachable);
    return error;
  }
  ADD_FAILURE() << "a circuit was found";
  return UserError("", "");
}

Topology mesh(int width, int height) { return Topology(MeshShape{width, height}); }

TEST(NoCircuit, FewerThanFourLiveChips) {
  const UserError error = reason(mesh(3, 1));
  EXPECT_EQ(error.id(), "COLL-001");
  EXPECT_EQ(error.message(),
            "no circuit through the live chips: 3 live chips, but a circuit needs at least 4");
}

TEST(NoCircuit, LiveChipsApart) {
  Topology topology = mesh(5, 2);
  topology.fail_block({2, 0}, 1, 2);
  const UserError error = reason(topology);
  EXPECT_EQ(error.id(), "COLL-002");
  EXPECT_EQ(error.message(),
            "no circuit through the live chips: 4 of 8 live chips cannot be reached from chip "
            "(0,0): (3,0), (4,0), (3,1), (4,1)");
}

TEST(NoCircuit, OneDeadChipOfAnEvenMeshUnbalancesTheColours) {
  for (int chip = 0; chip < 36; ++chip) {
    Topology topology = mesh(6, 6);
    topology.fail_chip(topology.coordinate(chip));
    const UserError error = reason(topology);
    EXPECT_EQ(error.id(), "COLL-003");
    const bool white = (chip % 6 + chip / 6) % 2 == 0;
    EXPECT_NE(error.message().find(white ? "17 white and 18 black" : "18 white and 17 black"),
              std::string::npos)
        << error.message();
  }
}

TEST(NoCircuit, ColoursAreExplained) {
  Topology topology = mesh(4, 4);
  topology.fail_chip({1, 1});
  const UserError error = reason(topology);
  EXPECT_EQ(error.message(),
            "no circuit through the live chips: the mesh is two-coloured like a chess board: 7 "
            "white and 8 black live chips; a circuit alternates, so it needs as many of each");
  EXPECT_EQ(error.hint(),
            "on a mesh with an even number of chips one dead chip never leaves a circuit");
  EXPECT_EQ(reason(mesh(3, 3)).hint(), "");
}

TEST(NoCircuit, ADeadCornerChipOfAnOddMeshBalancesTheColours) {
  Topology topology = mesh(5, 5);
  topology.fail_chip({2, 2});
  EXPECT_NO_THROW(find_circuit(topology));
}

TEST(NoCircuit, ChipWithOneLiveNeighbour) {
  Topology topology = mesh(4, 4);
  topology.fail_link({0, 0}, kEast);
  const UserError error = reason(topology);
  EXPECT_EQ(error.id(), "COLL-004");
  EXPECT_EQ(error.message(),
            "no circuit through the live chips: chip (0,0) has only one live neighbour, but a "
            "circuit comes by one and leaves by another");
}

TEST(NoCircuit, BothLinksOfARingOfTwoLeadToOneNeighbour) {
  const UserError error = reason(Topology(MeshShape{1, 2, false, true}));
  EXPECT_EQ(error.id(), "COLL-001");
  Topology line(MeshShape{2, 4, true, false});
  line.fail_link({0, 0}, kSouth);
  EXPECT_EQ(reason(line).id(), "COLL-004");  // (0,0) keeps two links to (1,0)
}

TEST(NoCircuit, CutChip) {
  Topology topology = mesh(4, 2);
  topology.fail_link({1, 1}, kEast);  // two squares joined by one link
  const UserError error = reason(topology);
  EXPECT_EQ(error.id(), "COLL-005");
  EXPECT_EQ(error.message(),
            "no circuit through the live chips: chip (1,0) is the only way between two parts of "
            "the pod, and a circuit passes each chip once; beyond it: (2,0), (3,0), (2,1), (3,1)");
}

TEST(NoCircuit, ExhaustiveSearch) {
  // The halves are joined in rows 0 and 2. A path through 8 chips has ends of different colours,
  // (1,0) and (1,2) have the same.
  Topology topology = mesh(4, 4);
  topology.fail_link({1, 1}, kEast);
  topology.fail_link({1, 3}, kEast);
  const UserError error = reason(topology);
  EXPECT_EQ(error.id(), "COLL-006");
  EXPECT_EQ(error.message(), "no circuit: exhaustive search over 16 chips found none");
}

}  // namespace
}  // namespace podsim
