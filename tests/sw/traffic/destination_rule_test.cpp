// SPDX-License-Identifier: Apache-2.0
#include "sw/traffic/destination_rule.h"

#include <gtest/gtest.h>

#include <map>

#include "firmware/diagnostics/user_error.h"
#include "systemc/base/counter_random.h"

namespace podsim::traffic {
namespace {

using config::TrafficPattern;

Topology mesh(int width, int height) {
  MeshShape shape;
  shape.width = width;
  shape.height = height;
  return Topology(shape);
}

DestinationRule rule(TrafficPattern pattern, const Topology& topology, bool to_self = true) {
  config::TrafficParameters parameters;
  parameters.pattern = static_cast<int>(pattern);
  parameters.to_self = to_self;
  return DestinationRule(parameters, topology);
}

std::string id_of(const config::TrafficParameters& parameters, const Topology& topology) {
  try {
    const DestinationRule made(parameters, topology);
  } catch (const UserError& error) {
    return error.id();
  }
  return "no error";
}

/// Where (x, y) sends, written "x,y"; the random number plays no part.
std::string mapped(TrafficPattern pattern, const Topology& topology, Coordinate from) {
  const int to = rule(pattern, topology).destination(topology.chip_at(from), 12345);
  return to < 0 ? "nothing" : to_string(topology.coordinate(to));
}

TEST(DestinationRule, MapsAsTheDefinitionsOfThePatternsSay) {
  const Topology square = mesh(8, 8);
  EXPECT_EQ(mapped(TrafficPattern::kTranspose, square, {2, 5}), "(5,2)");
  EXPECT_EQ(mapped(TrafficPattern::kTranspose, square, {3, 3}), "(3,3)");
  EXPECT_EQ(mapped(TrafficPattern::kComplement, square, {0, 0}), "(7,7)");
  EXPECT_EQ(mapped(TrafficPattern::kComplement, square, {2, 5}), "(5,2)");  // 010 101 -> 101 010
  EXPECT_EQ(mapped(TrafficPattern::kComplement, mesh(5, 3), {1, 0}), "(3,2)");
  // ceil(8 / 2) - 1 = 3, ceil(5 / 2) - 1 = 2, ceil(3 / 2) - 1 = 1
  EXPECT_EQ(mapped(TrafficPattern::kTornado, square, {1, 6}), "(4,1)");
  EXPECT_EQ(mapped(TrafficPattern::kTornado, mesh(5, 3), {4, 2}), "(1,0)");
  EXPECT_EQ(mapped(TrafficPattern::kNeighbour, square, {7, 3}), "(0,4)");
  EXPECT_EQ(mapped(TrafficPattern::kNeighbour, mesh(5, 3), {4, 2}), "(0,0)");
}

TEST(DestinationRule, SendsNothingToADeadNode) {
  Topology topology = mesh(4, 4);
  topology.fail_chip({2, 2});
  EXPECT_EQ(mapped(TrafficPattern::kNeighbour, topology, {1, 1}), "nothing");
  EXPECT_EQ(mapped(TrafficPattern::kNeighbour, topology, {0, 0}), "(1,1)");
}

TEST(DestinationRule, LeavesOutTheSourceIfAsked) {
  const Topology topology = mesh(4, 4);
  const DestinationRule transpose = rule(TrafficPattern::kTranspose, topology, false);
  EXPECT_EQ(transpose.destination(5, 0), DestinationRule::kNothing);  // (1,1)
  EXPECT_EQ(transpose.destination(4, 0), 1);                          // (0,1) -> (1,0)
}

/// Chi-square of equal counts; 99.99 % of the samples stay below the limit of the test.
double chi_square(const std::map<int, int>& counts, int classes, int draws) {
  const double expected = static_cast<double>(draws) / classes;
  double sum = expected * static_cast<double>(classes - static_cast<int>(counts.size()));
  for (const auto& [node, count] : counts)
    sum += (count - expected) * (count - expected) / expected;
  return sum;
}

TEST(DestinationRule, UniformReachesEveryLiveNodeWithEqualChance) {
  Topology topology = mesh(4, 4);
  topology.fail_chip({3, 0});
  for (const bool to_self : {true, false}) {
    const DestinationRule uniform = rule(TrafficPattern::kUniform, topology, to_self);
    constexpr int kDraws = 30'000;
    constexpr int kSource = 6;
    std::map<int, int> counts;
    for (int i = 0; i < kDraws; ++i) ++counts[uniform.destination(kSource, counter_random(77, i))];
    EXPECT_EQ(counts.count(3), 0u) << "a dead node";
    EXPECT_EQ(counts.count(kSource), to_self ? 1u : 0u);
    // 14 or 13 degrees of freedom: 42.6 is exceeded once in 10,000.
    EXPECT_LT(chi_square(counts, to_self ? 15 : 14, kDraws), 42.6) << "stream 77";
  }
}

TEST(DestinationRule, HotSpotsGetTheirShareOnTop) {
  const Topology topology = mesh(4, 4);
  config::TrafficParameters parameters;
  parameters.pattern = static_cast<int>(TrafficPattern::kHotspot);
  parameters.hotspots = {{0, 0}, {3, 3}};
  parameters.hotspot_share = 0.5;
  const DestinationRule hotspot(parameters, topology);
  constexpr int kDraws = 40'000;
  std::map<int, int> counts;
  for (int i = 0; i < kDraws; ++i) ++counts[hotspot.destination(5, counter_random(78, i))];
  // 1/4 + 1/2 x 1/16 each; five standard deviations of a count are about 450.
  EXPECT_NEAR(counts[0], kDraws * 0.28125, 450);
  EXPECT_NEAR(counts[15], kDraws * 0.28125, 450);
  EXPECT_NEAR(counts[7], kDraws * 0.03125, 180);
}

TEST(DestinationRule, RefusesWhatThePodHasNot) {
  config::TrafficParameters transpose;
  transpose.pattern = static_cast<int>(TrafficPattern::kTranspose);
  EXPECT_EQ(id_of(transpose, mesh(4, 2)), "TRAF-001");
  config::TrafficParameters hotspot;
  hotspot.pattern = static_cast<int>(TrafficPattern::kHotspot);
  hotspot.hotspots = {{4, 0}};
  EXPECT_EQ(id_of(hotspot, mesh(4, 2)), "TRAF-002");
  Topology holed = mesh(4, 4);
  holed.fail_chip({2, 2});
  hotspot.hotspots.clear();  // the middle, which is dead
  EXPECT_EQ(id_of(hotspot, holed), "TRAF-002");
}

}  // namespace
}  // namespace podsim::traffic
