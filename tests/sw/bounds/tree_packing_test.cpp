// SPDX-License-Identifier: Apache-2.0
// Packings of spanning trees: valid, as many as there can be, shallow.
#include "sw/bounds/tree_packing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "firmware/diagnostics/user_error.h"
#include "sw/bounds/regular_strength.h"
#include "sw/bounds/tree_roots.h"
#include "tests/sw/bounds/test_graphs.h"

namespace podsim {
namespace {

constexpr MeshShape kMesh{8, 8, false, false};
constexpr MeshShape kTorus{8, 8, true, true};

// Follows each chip to the root over live links, no longer than there are chips.
void expect_spans(const Topology& topology, const SpanningTree& tree) {
  EXPECT_TRUE(topology.alive(tree.root));
  for (int chip = 0; chip < topology.chips(); ++chip) {
    if (!topology.alive(chip) || chip == tree.root) {
      EXPECT_EQ(tree.parent[chip], -1);
      EXPECT_EQ(tree.up_port[chip], -1);
      EXPECT_EQ(tree.depth[chip], chip == tree.root ? 0 : -1);
      continue;
    }
    ASSERT_GE(tree.up_port[chip], 0) << "chip " << chip;
    EXPECT_EQ(topology.neighbour(chip, tree.up_port[chip]), tree.parent[chip]);
    int hops = 0;
    for (int at = chip; at != tree.root && hops <= topology.chips(); ++hops) at = tree.parent[at];
    EXPECT_EQ(hops, tree.depth[chip]) << "chip " << chip;
  }
}

// A link by its chip and port, seen from the end where it goes East or South.
std::pair<int, int> link_of(const SpanningTree& tree, int chip) {
  const int port = tree.up_port[chip];
  if (port == kEast || port == kSouth) return {chip, port};
  return {tree.parent[chip], opposite(port)};
}

void expect_valid(const Topology& topology, const TreePacking& packing) {
  std::map<std::pair<int, int>, int> load;
  for (const SpanningTree& tree : packing.trees) {
    expect_spans(topology, tree);
    for (int chip = 0; chip < topology.chips(); ++chip) {
      if (tree.up_port[chip] >= 0) ++load[link_of(tree, chip)];
    }
  }
  for (const auto& [link, trees] : load) {
    EXPECT_LE(trees, packing.capacity) << "link " << port_name(link.second) << " of " << link.first;
  }
}

int radius(const Topology& topology) {
  const std::vector<int> farthest = eccentricities(live_links(topology));
  return *std::min_element(farthest.begin(), farthest.end());
}

TEST(TreePacking, OfRandomDamagedPodsIsValidAndHasAllTreesThatThereAre) {
  constexpr unsigned kSeed = 20260321;
  std::mt19937 random(kSeed);
  for (int round = 0; round < 150; ++round) {
    SCOPED_TRACE(::testing::Message()
                 << "seed " << kSeed << " round " << round
                 << ": podsim_bounds_tests --gtest_filter=TreePacking.OfRandom*");
    const Topology topology = random_pod(random, 10);
    PackingOptions options;
    options.capacity = static_cast<int>(random() % 8);
    options.effort = 300'000;
    const TreePacking packing = pack_trees(topology, options);
    expect_valid(topology, packing);
    EXPECT_LE(packing.efficiency(), 1);
    EXPECT_GE(packing.height(), radius(topology));
    const double trees = static_cast<double>(packing.trees.size());
    EXPECT_GT(trees + 1, packing.capacity * packing.sigma.value());
    EXPECT_EQ(packing.capacity, choose_capacity(packing.sigma, options));
  }
}

struct Case {
  const char* name;
  MeshShape shape;
  Coordinate hole;
  int width, height;
};

const Case kCases[] = {{"mesh", kMesh, {}, 0, 0},
                       {"mesh, one chip", kMesh, {3, 4}, 1, 1},
                       {"mesh, 2 x 2", kMesh, {2, 4}, 2, 2},
                       {"mesh, 2 x 2 in the middle", kMesh, {3, 3}, 2, 2},
                       {"mesh, 4 x 2", kMesh, {2, 4}, 4, 2},
                       {"mesh, 4 x 2 in the middle", kMesh, {2, 3}, 4, 2},
                       {"mesh, next to a corner", kMesh, {1, 0}, 1, 1},
                       {"torus", kTorus, {}, 0, 0},
                       {"torus, one chip", kTorus, {0, 0}, 1, 1},
                       {"torus, 2 x 2", kTorus, {2, 4}, 2, 2},
                       {"torus, 4 x 2", kTorus, {4, 2}, 4, 2}};

TEST(TreePacking, ReachesTheBoundWithFewTreesAndLittleDepth) {
  for (const Case& test : kCases) {
    SCOPED_TRACE(test.name);
    const Topology topology = pod_with_hole(test.shape, test.hole, test.width, test.height);
    const TreePacking packing = pack_trees(topology);
    expect_valid(topology, packing);
    EXPECT_GE(packing.efficiency(), 0.95);
    EXPECT_LE(packing.capacity, 8);
    // No tree can be lower than the radius; the height is latency.
    EXPECT_LE(packing.height(), radius(topology) * 3 / 2);
  }
}

// The trees of a packing of value sigma prove that sigma is not too high; the weakest partition
// proves that it is not too low. Counts from the formulas of the published table.
TEST(TreePacking, ReachesTheStrengthItselfWithEnoughTrees) {
  const auto trees = [](const Topology& topology, int capacity) {
    PackingOptions options;
    options.capacity = capacity;
    options.effort = 0;
    const TreePacking packing = pack_trees(topology, options);
    expect_valid(topology, packing);
    return packing.trees.size();
  };
  EXPECT_EQ(trees(Topology(kMesh), 9), 16U);
  EXPECT_EQ(trees(Topology(kTorus), 63), 128U);
  EXPECT_EQ(trees(pod_with_hole(kMesh, {3, 4}, 1, 1), 31), 54U);
  EXPECT_EQ(trees(pod_with_hole(kTorus, {2, 4}, 2, 2), 59), 116U);
  EXPECT_EQ(trees(pod_with_hole(kTorus, {4, 2}, 4, 2), 55), 106U);
  EXPECT_EQ(trees(pod_with_hole(kMesh, {3, 3}, 2, 2), 59), 100U);
  EXPECT_EQ(trees(pod_with_hole(kMesh, {2, 4}, 2, 2), 3), 5U);
  EXPECT_EQ(trees(pod_with_hole(kMesh, {2, 4}, 4, 2), 12), 19U);
}

TEST(TreePacking, OfWholePodsIsShallow) {
  for (const MeshShape& shape : {MeshShape{32, 32, true, true}, MeshShape{32, 32, false, false},
                                 MeshShape{32, 16, false, true}}) {
    const Topology topology(shape);
    const TreePacking packing = pack_trees(topology);
    expect_valid(topology, packing);
    EXPECT_EQ(packing.sigma, regular_strength(shape));
    EXPECT_GE(packing.efficiency(), 0.95);
    EXPECT_LE(packing.height(), radius(topology) * 5 / 4);
  }
}

// The farthest chip of an 8 x 8 torus is 4 + 4 hops away.
TEST(TreePacking, OfAHealthyTorusIsOfShortestPaths) {
  PackingOptions options;
  options.capacity = 2;
  const TreePacking packing = pack_trees(Topology(kTorus), options);
  EXPECT_EQ(packing.trees.size(), 4U);
  EXPECT_EQ(packing.height(), 8);
}

TEST(TreePacking, MakesTreesShallower) {
  const Topology topology = pod_with_hole(kMesh, {2, 3}, 4, 2);
  PackingOptions options;
  options.effort = 0;
  const TreePacking as_they_come = pack_trees(topology, options);
  EXPECT_LT(pack_trees(topology).height(), as_they_come.height());
}

TEST(TreePacking, UsesBothLinksBetweenTwoChips) {
  const Topology topology(MeshShape{2, 1, true, false});
  PackingOptions options;
  options.capacity = 1;
  const TreePacking packing = pack_trees(topology, options);
  ASSERT_EQ(packing.trees.size(), 2U);
  expect_valid(topology, packing);
}

TEST(TreePacking, IsTheSameEachTime) {
  const Topology topology = pod_with_hole(kTorus, {2, 4}, 2, 2);
  const TreePacking once = pack_trees(topology);
  const TreePacking again = pack_trees(topology);
  ASSERT_EQ(once.trees.size(), again.trees.size());
  for (std::size_t i = 0; i < once.trees.size(); ++i) {
    EXPECT_EQ(once.trees[i].root, again.trees[i].root);
    EXPECT_EQ(once.trees[i].up_port, again.trees[i].up_port);
  }
}

TEST(TreePacking, TakesTheLeastCapacityThatIsGoodEnough) {
  PackingOptions options;
  EXPECT_EQ(choose_capacity({128, 63}, options), 1);  // 2 of 2.03 trees
  EXPECT_EQ(choose_capacity({16, 9}, options), 4);    // 7 of 7.11; 5 of 5.33 are too few
  options.target = 0.9;
  EXPECT_EQ(choose_capacity({16, 9}, options), 3);
  options.target = 1;
  EXPECT_EQ(choose_capacity({16, 9}, options), 4);  // 9 copies would reach it, 4 come nearest
  options.capacity = 5;
  EXPECT_EQ(choose_capacity({16, 9}, options), 5);
}

std::string error_of(const Topology& topology, const PackingOptions& options) {
  try {
    pack_trees(topology, options);
  } catch (const UserError& error) {
    return error.id();
  }
  return "no error";
}

TEST(TreePacking, NeedsAConnectedPodAndACapacity) {
  EXPECT_EQ(error_of(Topology(MeshShape{1, 1, false, false}), {}), "COLL-016");
  EXPECT_EQ(error_of(pod_with_hole({3, 3, false, false}, {0, 1}, 3, 1), {}), "COLL-016");
  PackingOptions options;
  options.capacity = 65;
  EXPECT_EQ(error_of(Topology(kMesh), options), "COLL-017");
  options.capacity = -1;
  EXPECT_EQ(error_of(Topology(kMesh), options), "COLL-017");
  options.capacity = 0;
  options.max_capacity = 0;
  EXPECT_EQ(error_of(Topology(kMesh), options), "COLL-017");
}

}  // namespace
}  // namespace podsim
