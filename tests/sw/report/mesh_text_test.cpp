// SPDX-License-Identifier: Apache-2.0
#include "sw/report/mesh_text.h"

#include <gtest/gtest.h>

#include "systemc/pod/pod.h"

namespace podsim {
namespace {

Topology example() {
  MeshShape shape;
  shape.width = 3;
  shape.height = 2;
  Topology topology(shape);
  topology.fail_chip({2, 1});
  return topology;
}

// East 100 %, back 50 %; south 10 %, back nothing.
const std::vector<LinkLoad> kLoads = {{0, kEast, 1000}, {1, kWest, 500}, {0, kSouth, 100}};

LinkMeasure measure() {
  LinkMeasure measure;
  measure.cycles = 1000;
  return measure;
}

TEST(MeshText, DrawsInAscii) {
  TextStyle style;
  style.unicode = false;
  EXPECT_EQ(mesh_text(example(), kLoads, measure(), style),
            "     0     1     2\n"
            "  0  ## 95 ## .. ##\n"
            "     1.    ..\n"
            "  1  ## .. ##    XX\n"
            "link load 0 to 9: up to 100 % of 82.0 GB/s; east west, south north\n"
            "highest (0,0) E: 100.0 % (82.0 GB/s); mean 53.3 %\n"
            "XX failed: 5 of 6 chips live\n");
}

TEST(MeshText, DrawsInUnicode) {
  const std::string text = mesh_text(example(), kLoads, measure());
  EXPECT_NE(text.find("  0  ■■ █▅ ■■ ·· ■■\n     ▁·    ··\n"), std::string::npos);
  EXPECT_NE(text.find("╳╳"), std::string::npos);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
}

TEST(MeshText, ColoursOnlyIfTold) {
  TextStyle style;
  style.colour = true;
  EXPECT_NE(mesh_text(example(), kLoads, measure(), style).find("\x1b[31m╳╳\x1b[0m"),
            std::string::npos);
}

TEST(MeshText, StaysWithinATerminalAt32Columns) {
  MeshShape shape;
  shape.width = 32;
  shape.height = 2;
  const std::string text = mesh_text(Topology(shape), {}, measure());
  const std::string first = text.substr(0, text.find('\n'));
  EXPECT_LE(display_width(first), 72u);
  const std::size_t start = text.find('\n') + 1;
  EXPECT_EQ(display_width(text.substr(start, text.find('\n', start) - start)), 68u);
}

}  // namespace
}  // namespace podsim
