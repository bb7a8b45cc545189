// SPDX-License-Identifier: Apache-2.0
#include "sw/traffic/sweep_report.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

namespace podsim::traffic {
namespace {

/// A made-up sweep of an 8 x 8 mesh.
class SweepReportTest : public testing::Test {
 protected:
  SweepReportTest() : setup_(make()) {
    LoadPoint stable;
    stable.load = 0.4;
    stable.offered = 0.4004;
    stable.accepted = 0.4001;
    stable.generated = stable.packets = 32'033;
    stable.latency = {73.75, 62, 234, 382};
    stable.cycles = 8123;
    LoadPoint unstable = stable;
    unstable.load = 0.5;
    unstable.stable = false;
    result_.points = {stable, unstable};
  }

  static TrafficSetup make() {
    MeshShape shape;
    shape.width = 8;
    shape.height = 8;
    PodParameters pod;
    pod.ici.link_latency = 1;
    return {config::TrafficParameters{},
            pod,
            Topology(shape),
            RoutingTables(64),
            VcLayers{4, 2},
            1,
            5.25,
            33.25,
            {}};
  }
  SweepReport report() const {
    return {setup_, result_, find_reference(setup_.traffic, setup_.topology)};
  }

  TrafficSetup setup_;
  SweepResult result_;
};

void expect_line(const std::string& text, const std::string& line) {
  EXPECT_NE(text.find(line), std::string::npos) << "no '" << line << "' in\n" << text;
}

TEST_F(SweepReportTest, TextShowsFormulaSaturationAndReference) {
  const std::string text = sweep_text(report());
  expect_line(text, "8 x 8 mesh, 64 nodes alive, uniform; packets of 4 flits");
  expect_line(text, "5.25 hops x (4 router + 1 link) + 4 router + 3 flits = 33.25 cycles");
  expect_line(text, "saturation  0.4 flits/node/cycle");
  expect_line(text, "6.2 routers x 5 + 3 flits = 34.00 cycles");
  expect_line(text, "0.42         -     292.0");
  expect_line(text, " 0.4      73.8      78.0");
}

TEST_F(SweepReportTest, TextTellsWhenHopsAreNotThoseOfTheReference) {
  EXPECT_EQ(sweep_text(report()).find("a hop takes"), std::string::npos);
  setup_.pod.ici.link_latency = 52;
  expect_line(sweep_text(report()), "a hop takes 56 cycles here: --link 1 makes them alike");
}

TEST_F(SweepReportTest, CsvHasARowALoadAndExplainsItsColumns) {
  std::istringstream lines(sweep_csv(report()));
  std::string line;
  int comments = 0;
  while (std::getline(lines, line) && line[0] == '#') ++comments;
  EXPECT_EQ(line, "load,offered,accepted,mean,p50,p99,max,packets,stable,cycles");
  EXPECT_EQ(comments, 12) << "a title, a header and ten columns";
  std::getline(lines, line);
  EXPECT_EQ(line, "0.4,0.400400,0.400100,73.750,62,234,382,32033,1,8123");
}

TEST_F(SweepReportTest, JsonHasThePointsAndTheSaturation) {
  const nlohmann::json json = nlohmann::json::parse(sweep_json(report()));
  EXPECT_EQ(json.at("saturation"), 0.4);
  EXPECT_EQ(json.at("points").size(), 2u);
  EXPECT_EQ(json.at("points")[0].at("p99"), 234);
  EXPECT_EQ(json.at("points")[1].at("stable"), false);
  EXPECT_EQ(json.at("reference").at("points")[6].at("mean"), 292);
  result_.points.pop_back();
  EXPECT_TRUE(nlohmann::json::parse(sweep_json(report())).at("saturation").is_null());
}

TEST_F(SweepReportTest, PictureHasACurveForEachFigure) {
  const std::string svg = sweep_svg(report());
  for (const char* name : {"mean", "99th percentile", "BookSim2 mean"}) {
    expect_line(svg, std::string(">") + name + "<");
  }
  EXPECT_EQ(svg.rfind("</svg>\n"), svg.size() - 7);
}

TEST_F(SweepReportTest, ReferenceIsOnlyBesideTheSameTraffic) {
  EXPECT_NE(report().reference, nullptr);
  config::TrafficParameters other = setup_.traffic;
  other.packet_flits = 5;
  EXPECT_EQ(find_reference(other, setup_.topology), nullptr);
  Topology holed = setup_.topology;
  holed.fail_chip({1, 1});
  EXPECT_EQ(find_reference(setup_.traffic, holed), nullptr);
  MeshShape torus = setup_.topology.shape();
  torus.wrap_x = torus.wrap_y = true;
  EXPECT_EQ(find_reference(setup_.traffic, Topology(torus))->network, "8 x 8 torus, 2 + 2 VCs");
}

}  // namespace
}  // namespace podsim::traffic
