// SPDX-License-Identifier: Apache-2.0
#include "sw/collectives/hamiltonian_circuit.h"

#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <set>

#include "firmware/diagnostics/user_error.h"
#include "sw/collectives/circuit_boards.h"
#include "sw/collectives/circuit_search.h"

namespace podsim {
namespace {

Topology mesh(int width, int height) { return Topology(MeshShape{width, height}); }

// Existence by plain backtracking over sets of chips; knows nothing of topologies.
class Backtracking {
 public:
  Backtracking(int width, int height, bool wrap_x, bool wrap_y, unsigned dead) {
    const int count = width * height;
    next_.assign(static_cast<std::size_t>(count), 0);
    for (int a = 0; a < count; ++a) {
      for (int b = 0; b < count; ++b) {
        const int dx = std::abs(a % width - b % width);
        const int dy = std::abs(a / width - b / width);
        const bool along_x = dy == 0 && (dx == 1 || (wrap_x && dx == width - 1 && dx > 0));
        const bool along_y = dx == 0 && (dy == 1 || (wrap_y && dy == height - 1 && dy > 0));
        if (along_x || along_y) next_[static_cast<std::size_t>(a)] |= bit(b);
      }
    }
    live_ = ~dead & ((1U << static_cast<unsigned>(count)) - 1U);
  }

  bool exists() {
    int count = 0;
    for (unsigned left = live_; left != 0; left &= left - 1) ++count;
    if (count < 4) return false;
    while ((live_ & bit(start_)) == 0) ++start_;
    return extend(start_, bit(start_));
  }

 private:
  static unsigned bit(int chip) { return 1U << static_cast<unsigned>(chip); }

  bool extend(int chip, unsigned visited) {
    const unsigned onward = next_[static_cast<std::size_t>(chip)] & live_;
    if (visited == live_) return (onward & bit(start_)) != 0;
    for (int to = 0; to < static_cast<int>(next_.size()); ++to) {
      if ((onward & ~visited & bit(to)) != 0 && extend(to, visited | bit(to))) return true;
    }
    return false;
  }

  std::vector<unsigned> next_;
  unsigned live_ = 0;
  int start_ = 0;
};

// Checked here by coordinates and the topology's neighbours only.
void expect_valid(const Topology& topology, const HamiltonianCircuit& circuit) {
  std::set<int> seen(circuit.chips.begin(), circuit.chips.end());
  EXPECT_EQ(seen.size(), circuit.chips.size());
  EXPECT_EQ(circuit.size(), topology.live_count());
  for (int i = 0; i < circuit.size(); ++i) {
    const int from = circuit.chip_after(i, 0);
    const int to = circuit.chip_after(i, 1);
    bool linked = false;
    for (int port = 0; port < kLinkPorts; ++port) linked |= topology.neighbour(from, port) == to;
    EXPECT_TRUE(linked) << from << " to " << to;
    EXPECT_TRUE(topology.alive(from));
  }
  EXPECT_EQ(circuit.chips.front(), topology.live_chips().front());
  EXPECT_LT(circuit.chips[1], circuit.chips.back());
}

bool finds_valid_circuit(const Topology& topology) {
  try {
    expect_valid(topology, find_circuit(topology));
    return true;
  } catch (const UserError& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::kUnreachable);
    EXPECT_NE(error.id(), "COLL-007") << "not exhaustive";
    return false;
  }
}

Topology with_dead(const MeshShape& shape, unsigned dead) {
  Topology topology(shape);
  for (int chip = 0; chip < topology.chips(); ++chip) {
    if ((dead >> static_cast<unsigned>(chip)) & 1U) topology.fail_chip(topology.coordinate(chip));
  }
  return topology;
}

void expect_same_existence(const MeshShape& shape, unsigned dead) {
  const Topology topology = with_dead(shape, dead);
  Backtracking plain(topology.width(), topology.height(), shape.wrap_x, shape.wrap_y, dead);
  EXPECT_EQ(finds_valid_circuit(topology), plain.exists())
      << topology.width() << "x" << topology.height() << " dead " << dead;
}

TEST(HamiltonianCircuit, AgreesWithBacktrackingOnAllDeadSetsOf3x4) {
  for (unsigned dead = 0; dead < (1U << 12U); ++dead) {
    expect_same_existence(MeshShape{3, 4}, dead);
    expect_same_existence(MeshShape{4, 3}, dead);
  }
}

TEST(HamiltonianCircuit, AgreesWithBacktrackingOnAllDeadSetsOf4x4) {
  for (unsigned dead = 0; dead < (1U << 16U); ++dead) expect_same_existence(MeshShape{4, 4}, dead);
}

TEST(HamiltonianCircuit, AgreesWithBacktrackingOnWrappedGrids) {
  constexpr unsigned kSeed = 1105;
  std::mt19937 random(kSeed);
  for (int round = 0; round < 3000; ++round) {
    const int width = 1 + static_cast<int>(random() % 5);
    const int height = 1 + static_cast<int>(random() % 4);
    const MeshShape shape{width, height, random() % 2 == 0, random() % 2 == 0};
    // Two draws leave most chips alive.
    const unsigned dead = static_cast<unsigned>(random() & random()) &
                          ((1U << static_cast<unsigned>(width * height)) - 1U);
    SCOPED_TRACE(::testing::Message() << "seed " << kSeed << " round " << round);
    expect_same_existence(shape, dead);
  }
}

// The search also agrees when the quick reasons are left out.
TEST(CircuitSearch, AgreesWithBacktrackingOnItsOwn) {
  for (unsigned dead = 0; dead < (1U << 12U); ++dead) {
    const Topology topology = with_dead(MeshShape{4, 3}, dead);
    if (topology.live_count() < 4) continue;
    const CircuitSearchResult result = search_circuit(topology);
    EXPECT_TRUE(result.circuit || result.exhaustive);
    EXPECT_EQ(result.circuit.has_value(), Backtracking(4, 3, false, false, dead).exists()) << dead;
  }
}

TEST(HamiltonianCircuit, HealthyMeshGetsTheSnake) {
  const HamiltonianCircuit circuit = find_circuit(mesh(4, 4));
  EXPECT_EQ(circuit.method, CircuitMethod::kSnake);
  EXPECT_EQ(circuit.chips,
            (std::vector<int>{0, 1, 2, 3, 7, 6, 5, 9, 10, 11, 15, 14, 13, 12, 8, 4}));
}

TEST(HamiltonianCircuit, EveryHealthyShapeIsDecidedByItsParity) {
  for (int width = 1; width <= 9; ++width) {
    for (int height = 1; height <= 9; ++height) {
      for (int wraps = 0; wraps < 4; ++wraps) {
        const MeshShape shape{width, height, (wraps & 1) != 0, (wraps & 2) != 0};
        bool expected = width >= 2 && height >= 2;
        const bool odd = width % 2 == 1 && height % 2 == 1;
        // An odd side wraps or the two colours do not balance.
        if (odd && !shape.wrap_x && !shape.wrap_y) expected = false;
        if (width == 1 || height == 1) {
          expected = width * height >= 4 && (width == 1 ? shape.wrap_y : shape.wrap_x);
        }
        SCOPED_TRACE(::testing::Message() << width << "x" << height << " wraps " << wraps);
        EXPECT_EQ(finds_valid_circuit(Topology(shape)), expected);
      }
    }
  }
}

TEST(HamiltonianCircuit, GoesRoundEveryAligned2x2HoleOfEveryEvenMeshUpTo8x8) {
  for (int width = 2; width <= 8; width += 2) {
    for (int height = 2; height <= 8; height += 2) {
      for (int y = 0; y < height; y += 2) {
        for (int x = 0; x < width; x += 2) {
          Topology topology = mesh(width, height);
          topology.fail_block({x, y}, 2, 2);
          const bool line = width == 2 || height == 2;
          const bool at_end = (width == 2 && (y == 0 || y == height - 2)) ||
                              (height == 2 && (x == 0 || x == width - 2));
          const bool expected = topology.live_count() >= 4 && (!line || at_end);
          EXPECT_EQ(finds_valid_circuit(topology), expected)
              << width << "x" << height << " hole at " << x << "," << y;
        }
      }
    }
  }
}

TEST(HamiltonianCircuit, BoardsAndSearchAgreeOnRandomBoardHoles) {
  constexpr unsigned kSeed = 22;
  std::mt19937 random(kSeed);
  for (int round = 0; round < 200; ++round) {
    Topology topology = mesh(8, 8);
    for (int i = 0; i < 4; ++i) {
      topology.fail_block({2 * static_cast<int>(random() % 4), 2 * static_cast<int>(random() % 4)},
                          2, 2);
    }
    SCOPED_TRACE(::testing::Message() << "seed " << kSeed << " round " << round);
    const bool connected = topology.unreachable_chips().empty();
    EXPECT_EQ(is_circuit(topology, circuit_of_boards(topology)), connected);
    EXPECT_EQ(search_circuit(topology).circuit.has_value(), connected);
  }
}

TEST(HamiltonianCircuit, RandomDamageOf8x8IsDecidedExactly) {
  constexpr unsigned kSeed = 88;
  std::mt19937 random(kSeed);
  int found = 0;
  for (int round = 0; round < 200; ++round) {
    Topology topology = mesh(8, 8);
    for (int i = 0; i < 2; ++i) {  // a white and a black chip
      const int x = static_cast<int>(random() % 8);
      topology.fail_chip({x, 2 * static_cast<int>(random() % 4) + (x + i) % 2});
    }
    const int chip = static_cast<int>(random() % 64);
    const int port = static_cast<int>(random() % 4);
    if (topology.wired(chip, port)) topology.fail_link(topology.coordinate(chip), port);
    SCOPED_TRACE(::testing::Message() << "seed " << kSeed << " round " << round);
    found += finds_valid_circuit(topology) ? 1 : 0;
  }
  EXPECT_GT(found, 100);
}

TEST(HamiltonianCircuit, ASnakeThatMeetsADeadLinkIsReplaced) {
  for (int chip = 0; chip < 36; ++chip) {
    for (int port : {kEast, kSouth}) {
      Topology topology = mesh(6, 6);
      if (!topology.wired(chip, port)) continue;
      const int other = *topology.wired(chip, port);
      topology.fail_link(topology.coordinate(chip), port);
      if (topology.degree(chip) < 2 || topology.degree(other) < 2) continue;  // at a corner
      expect_valid(topology, find_circuit(topology));
    }
  }
}

TEST(HamiltonianCircuit, LargePodsWithBoardHoles) {
  for (const MeshShape& shape : {MeshShape{32, 32, true, true}, MeshShape{128, 32, false, true},
                                 MeshShape{32, 16, false, true}}) {
    for (const Coordinate hole : {Coordinate{0, 0}, Coordinate{10, 4}, Coordinate{28, 14}}) {
      Topology topology(shape);
      topology.fail_block(hole, 4, 2);
      const HamiltonianCircuit circuit = find_circuit(topology);
      EXPECT_EQ(circuit.method, CircuitMethod::kBoards);
      expect_valid(topology, circuit);
    }
    expect_valid(Topology(shape), find_circuit(Topology(shape)));
  }
}

TEST(HamiltonianCircuit, LongMeshesAreSearchedExactly) {
  Topology balanced = mesh(64, 8);
  balanced.fail_chip({17, 3});  // white
  Topology unbalanced = balanced;
  balanced.fail_chip({40, 5});    // black
  unbalanced.fail_chip({40, 6});  // white
  expect_valid(balanced, find_circuit(balanced));
  EXPECT_THROW(find_circuit(unbalanced), UserError);
}

TEST(HamiltonianCircuit, SameDamageGivesTheSameCircuit) {
  Topology topology = mesh(8, 8);
  topology.fail_chip({3, 3});
  topology.fail_chip({4, 3});
  EXPECT_EQ(find_circuit(topology).chips, find_circuit(topology).chips);
}

TEST(HamiltonianCircuit, StepsAndPositionsGoRound) {
  const HamiltonianCircuit circuit = find_circuit(mesh(2, 2));
  EXPECT_EQ(circuit.chips, (std::vector<int>{0, 1, 3, 2}));
  EXPECT_EQ(circuit.chip_after(0, -1), 2);
  EXPECT_EQ(circuit.chip_after(3, 2), 1);
  EXPECT_EQ(circuit.position_of(3), 2);
  EXPECT_EQ(circuit.position_of(9), -1);
}

}  // namespace
}  // namespace podsim
