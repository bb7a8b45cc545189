// SPDX-License-Identifier: Apache-2.0
// The same program and call on every kind of pod: meshes of all shapes, dead boards, dead chips.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <optional>
#include <ostream>
#include <random>

#include "firmware/diagnostics/user_error.h"
#include "tests/e2e/all_reduce_run.h"

namespace podsim::test {
namespace {

class AllReduceOnMesh : public testing::TestWithParam<int> {};

TEST_P(AllReduceOnMesh, IsExactForEveryHeightWithAnEvenNumberOfChips) {
  const int width = GetParam();
  for (int height = 2; height <= 8; ++height) {
    if (width * height % 2 != 0) continue;
    AllReduceSetup setup;
    setup.count = 1 + 100 * width + height;  // full and partly filled rows
    expect_all_reduce(mesh(width, height), setup);
  }
}

INSTANTIATE_TEST_SUITE_P(Width, AllReduceOnMesh, testing::Range(2, 9));

struct Board {
  int width;
  int height;
  int stride;  ///< of the boards tried, in chips: 2 for every one
};
/// In the names that ctest shows.
void PrintTo(const Board& board, std::ostream* out) { *out << board.width << "x" << board.height; }

class AllReduceAroundABoard : public testing::TestWithParam<Board> {};

TEST_P(AllReduceAroundABoard, IsExactWhereverTheBoardIs) {
  const Board board = GetParam();
  for (int y = 0; y < board.height; y += 2) {
    for (int x = y % board.stride; x < board.width; x += board.stride) {
      Topology topology = mesh(board.width, board.height);
      topology.fail_block({x, y}, 2, 2);
      expect_all_reduce(topology);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Mesh, AllReduceAroundABoard,
                         testing::Values(Board{4, 4, 2}, Board{6, 6, 2}, Board{4, 6, 2},
                                         Board{6, 4, 2}, Board{8, 8, 4}),
                         [](const auto& shape) { return testing::PrintToString(shape.param); });

// A mesh of odd by odd chips has one chip more of the colour of its corners.
TEST(AllReduceOnOddMeshes, IsExactWithoutAnyOneChipOfTheMajority) {
  for (const auto& [width, height] : {std::pair(3, 3), std::pair(5, 3), std::pair(5, 5)}) {
    for (int chip = 0; chip < width * height; ++chip) {
      Topology topology = mesh(width, height);
      const Coordinate at = topology.coordinate(chip);
      if ((at.x + at.y) % 2 != 0) continue;
      topology.fail_chip(at);
      expect_all_reduce(topology);
    }
  }
}

TEST(AllReduceOnOddMeshes, IsRefusedWithoutOneOfTheMinority) {
  Topology topology = mesh(5, 5);
  topology.fail_chip({2, 1});
  try {
    all_reduce(topology);
    FAIL() << "no circuit exists: 13 chips of one colour, 11 of the other";
  } catch (const UserError& error) {
    EXPECT_EQ(error.id(), "COLL-003");
    EXPECT_EQ(error.exit_code(), ExitCode::kUnreachable);
  }
}

/// Seed of the random pods; PODSIM_TEST_SEED replaces it.
std::uint64_t seed() {
  const char* text = std::getenv("PODSIM_TEST_SEED");
  return text == nullptr ? 20230 : std::strtoull(text, nullptr, 10);
}

/// A mesh of up to 7 x 7 chips of which up to a quarter is dead, as many of each colour as a
/// circuit needs.
Topology random_pod(std::mt19937_64& random) {
  const auto draw = [&](int low, int high) {
    return std::uniform_int_distribution<int>(low, high)(random);
  };
  Topology topology = mesh(draw(3, 7), draw(3, 7));
  int surplus = topology.chips() % 2;  // chips of the corner colour beyond the other
  for (int dead = draw(1, topology.chips() / 4); dead > 0 || surplus != 0; --dead) {
    const Coordinate at{draw(0, topology.width() - 1), draw(0, topology.height() - 1)};
    const int colour = (at.x + at.y) % 2 == 0 ? 1 : -1;
    if (!topology.alive(topology.chip_at(at)) || surplus * colour < 0) continue;
    surplus -= colour;
    topology.fail_chip(at);
  }
  return topology;
}

/// Whether the all-reduce ran; refusals must be those of pods without a circuit.
bool reduces_or_refuses(const Topology& topology) {
  try {
    find_circuit(topology);
  } catch (const UserError& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::kUnreachable) << error.what();
    return false;
  }
  expect_all_reduce(topology);
  return true;
}

TEST(AllReduceOnRandomPods, IsExactWhereverACircuitIsLeft) {
  std::cout << "reproduce: PODSIM_TEST_SEED=" << seed()
            << " e2e_pod_tests --gtest_filter=AllReduceOnRandomPods.*\n";
  SCOPED_TRACE("seed " + std::to_string(seed()));
  std::mt19937_64 random(seed());
  int ran = 0;
  int drawn = 0;
  for (; ran < 25 && drawn < 1000; ++drawn) ran += reduces_or_refuses(random_pod(random)) ? 1 : 0;
  EXPECT_EQ(ran, 25) << "of " << drawn;
}

}  // namespace
}  // namespace podsim::test
