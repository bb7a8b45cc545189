// SPDX-License-Identifier: Apache-2.0
// podsim traffic, end to end on small pods.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/sw/cli/podsim_process.h"

namespace podsim::cli {
namespace {

const std::vector<std::string> kShort = {"traffic",   "--mesh",    "3x3", "--loads",
                                         "[0.1,0.2]", "--measure", "500"};

std::vector<std::string> operator+(std::vector<std::string> a, const std::vector<std::string>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

TEST(TrafficVerb, LeavesTablesAndAPlotAndRepeatsItself) {
  const Workspace workspace;
  const ProcessResult result =
      workspace.podsim(kShort + std::vector<std::string>{"--out", "out", "--threads", "1"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.out.find("3 x 3 mesh, 9 nodes alive, uniform"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("saturation  not reached"), std::string::npos) << result.out;
  for (const char* file : {"traffic.csv", "traffic.json", "traffic.svg", "manifest.json"}) {
    EXPECT_TRUE(workspace.exists(std::string("out/") + file)) << file;
  }
  const ProcessResult again =
      workspace.podsim({"run", "out/manifest.json", "-s", "pod.threads=2", "-s", "ici.window=1"});
  EXPECT_EQ(again.exit_code, 0) << again.err;
  const ProcessResult other = workspace.podsim({"run", "out/manifest.json", "--seed", "2"});
  EXPECT_EQ(other.exit_code, 1) << "another seed must be another run";
}

TEST(TrafficVerb, GivesJsonWithAPointALoad) {
  const ProcessResult result =
      Workspace().podsim(kShort + std::vector<std::string>{"--json", "--fail", "chip:1,1", "-s",
                                                           "traffic.to_self=false"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const nlohmann::json json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json.at("live_nodes"), 8);
  ASSERT_EQ(json.at("points").size(), 2u);
  EXPECT_NEAR(json.at("points")[1].at("accepted"), 0.2, 0.05);
  EXPECT_TRUE(json.at("points")[1].at("stable"));
}

TEST(TrafficVerb, TellsWhatDoesNotFit) {
  struct Case {
    std::vector<std::string> arguments;
    const char* id;
  };
  const Workspace workspace;
  for (const Case& c : std::vector<Case>{
           {{"traffic", "transpose", "--mesh", "3x2"}, "TRAF-001"},
           {{"traffic", "hotspot", "--mesh", "3x2", "-s", "traffic.hotspots=[\"5,5\"]"},
            "TRAF-002"},
           {{"traffic", "--vcs", "3"}, "TRAF-003"},
           {{"traffic", "--loads", "[0.2,0.1]"}, "TRAF-004"},
           {{"traffic", "tornada"}, "CFG-008"}}) {
    const ProcessResult result = workspace.podsim(c.arguments);
    EXPECT_EQ(result.exit_code, 2) << c.id;
    EXPECT_NE(result.err.find(c.id), std::string::npos) << result.err;
  }
}

}  // namespace
}  // namespace podsim::cli
