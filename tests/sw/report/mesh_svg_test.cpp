// SPDX-License-Identifier: Apache-2.0
#include "sw/report/mesh_svg.h"

#include <gtest/gtest.h>

#include "systemc/pod/pod.h"
#include "tests/sw/report/xml_checker.h"

namespace podsim {
namespace {

Topology mesh(int width, int height, bool wrap = false) {
  MeshShape shape;
  shape.width = width;
  shape.height = height;
  shape.wrap_x = shape.wrap_y = wrap;
  return Topology(shape);
}

std::vector<LinkLoad> even_loads(const Topology& topology, std::uint64_t flits) {
  std::vector<LinkLoad> loads;
  for (const int chip : topology.live_chips()) {
    for (int port = 0; port < kLinkPorts; ++port) {
      if (topology.neighbour(chip, port)) loads.push_back({chip, port, flits});
    }
  }
  return loads;
}

MeshCaption caption(Cycle cycles) {
  MeshCaption caption;
  caption.title = "mesh";
  caption.subtitle = "a < b & c";
  caption.measure.cycles = cycles;
  return caption;
}

TEST(LoadScale, IsTheNextRoundShare) {
  EXPECT_DOUBLE_EQ(load_scale(0.003), 0.01);
  EXPECT_DOUBLE_EQ(load_scale(0.2), 0.2);
  EXPECT_DOUBLE_EQ(load_scale(0.21), 0.25);
  EXPECT_DOUBLE_EQ(load_scale(0.76), 1.0);
  EXPECT_DOUBLE_EQ(load_scale(1.5), 1.0);
}

TEST(LinkUtilisation, GivesShareOfCapacityPeakAndMean) {
  const LinkUtilisation use(4, {{0, kEast, 250}, {1, kWest, 500}, {2, kEast, 0}}, 1000);
  EXPECT_DOUBLE_EQ(use.of(0, kEast), 0.25);
  EXPECT_DOUBLE_EQ(use.of(3, kNorth), 0.0);
  EXPECT_EQ(use.peak().chip, 1);
  EXPECT_EQ(use.peak().port, kWest);
  EXPECT_DOUBLE_EQ(use.mean(), 0.25);
  EXPECT_EQ(LinkUtilisation(4, {{0, kEast, 250}}, 0).peak().chip, -1);
}

TEST(MeshSvg, IsWellFormedAtEverySize) {
  for (const auto& [width, height] : {std::pair{1, 1}, {2, 2}, {6, 6}, {3, 12}, {32, 32}}) {
    for (const bool wrap : {false, true}) {
      const Topology topology = mesh(width, height, wrap);
      const std::string svg = mesh_svg(topology, even_loads(topology, 400), caption(1000));
      EXPECT_EQ(xml_fault(svg), "") << width << " x " << height;
      EXPECT_EQ(svg.find("nan"), std::string::npos);
    }
  }
}

TEST(MeshSvg, DrawsEachDirectionOfEachLiveLinkOnce) {
  // 3 x 3: 12 links, 24 arrows, one of them drawn again over the mark of the highest load.
  const Topology whole = mesh(3, 3);
  EXPECT_EQ(count_of(mesh_svg(whole, even_loads(whole, 10), caption(100)), "<path"), 25);
  // Without the chip in the middle 8 links are left.
  Topology hole = mesh(3, 3);
  hole.fail_chip({1, 1});
  EXPECT_EQ(count_of(mesh_svg(hole, even_loads(hole, 10), caption(100)), "<path"), 17);
}

TEST(MeshSvg, MarksFailedChipsAndLinks) {
  Topology topology = mesh(4, 4);
  topology.fail_block({0, 0}, 2, 2);
  topology.fail_link({2, 2}, kEast);
  const std::string svg = mesh_svg(topology, {}, caption(0));
  EXPECT_EQ(xml_fault(svg), "");
  EXPECT_EQ(count_of(svg, ">failed<"), 4);
  EXPECT_NE(svg.find("failed (12 of 16 chips live)"), std::string::npos);
  EXPECT_NE(svg.find("failed link"), std::string::npos);
  EXPECT_NE(svg.find("no load on any link"), std::string::npos);
}

TEST(MeshSvg, NamesTheMostLoadedLinkWithItsRate) {
  const Topology topology = mesh(2, 2);
  MeshCaption text = caption(1000);
  const std::string svg =
      mesh_svg(topology, {{0, kEast, 100}, {1, kWest, 0}, {3, kNorth, 500}, {2, kEast, 0}}, text);
  // 0.5 flits a cycle of 64 B at 1281.25 MHz are 41 GB/s; mean (0.1 + 0.5) / 4.
  EXPECT_NE(svg.find("highest: (1,1) N, 0.500 flits/cycle, 41.0 GB/s (50.0 %); mean 15.0 %"),
            std::string::npos);
}

TEST(MeshSvg, DrawsTheCircuitWithPlaces) {
  const Topology topology = mesh(2, 2);
  MeshCaption text = caption(0);
  text.circuit = {0, 1, 3, 2};
  const std::string svg = mesh_svg(topology, {}, text);
  EXPECT_EQ(count_of(svg, "stroke=\"#e69f00\""), 5);  // four hops and the legend
  EXPECT_NE(svg.find(">#4<"), std::string::npos);
  text.closed = false;
  EXPECT_EQ(count_of(mesh_svg(topology, {}, text), "stroke=\"#e69f00\""), 4);
}

}  // namespace
}  // namespace podsim
