// SPDX-License-Identifier: Apache-2.0
// The verbs that run no pod: config, asm, dis, route.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/sw/cli/podsim_process.h"

namespace podsim::cli {
namespace {

constexpr const char* kProgram = R"(start:
    smov s1, 5
    sadd s1, s1, 1
    halt
)";

TEST(ConfigVerb, ShowReadsBackTheSame) {
  const Workspace workspace;
  const ProcessResult first =
      workspace.podsim({"config", "show", "--mesh", "6x6", "--fail", "board:2,2"});
  ASSERT_EQ(first.exit_code, 0) << first.err;
  workspace.write("shown.toml", first.out);
  EXPECT_EQ(workspace.podsim({"config", "show", "-c", "shown.toml"}).out, first.out);
}

TEST(ConfigVerb, SchemaAsTextAndAsJson) {
  const Workspace workspace;
  EXPECT_NE(workspace.podsim({"config", "schema"}).out.find("[[failure]]"), std::string::npos);
  const ProcessResult json = workspace.podsim({"config", "schema", "--json"});
  EXPECT_TRUE(nlohmann::json::parse(json.out).contains("properties"));
}

TEST(AsmVerb, ListsWritesAndChecks) {
  const Workspace workspace;
  workspace.write("p.tasm", kProgram);
  const ProcessResult listing = workspace.podsim({"asm", "p.tasm"});
  ASSERT_EQ(listing.exit_code, 0) << listing.err;
  EXPECT_NE(listing.out.find("p.tasm:2"), std::string::npos) << listing.out;
  const ProcessResult check = workspace.podsim({"asm", "--check", "p.tasm"});
  EXPECT_EQ(check.exit_code, 0);
  EXPECT_EQ(check.out, "");
  EXPECT_EQ(workspace.podsim({"asm", "p.tasm", "-o", "p.image"}).exit_code, 0);
  EXPECT_EQ(workspace.read("p.image").size() % 64, 0u);
  EXPECT_GT(workspace.read("p.image").size(), 0u);
}

TEST(AsmVerb, RefusesAProgramThatDoesNotAssembleWithItsPlace) {
  const Workspace workspace;
  workspace.write("bad.tasm", "start:\n    sadd s1, s99, 1\n    halt\n");
  const ProcessResult result = workspace.podsim({"asm", "bad.tasm"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.err.find("bad.tasm:2:"), 0u) << result.err;
  EXPECT_NE(result.err.find("error [ASM-"), std::string::npos) << result.err;
  EXPECT_EQ(workspace.podsim({"asm", "none.tasm"}).exit_code, 2);
}

TEST(AsmVerb, TakesConstantsFromTheCommandLine) {
  const Workspace workspace;
  workspace.write("p.tasm", "    smov s1, SIZE\n    halt\n");
  EXPECT_EQ(workspace.podsim({"asm", "--check", "p.tasm"}).exit_code, 2);
  EXPECT_EQ(workspace.podsim({"asm", "--check", "p.tasm", "-D", "SIZE=7"}).exit_code, 0);
  const ProcessResult bad = workspace.podsim({"asm", "p.tasm", "-D", "SIZE=big"});
  EXPECT_EQ(bad.exit_code, 2);
  EXPECT_NE(bad.err.find("[CLI-003]"), std::string::npos) << bad.err;
}

TEST(DisVerb, GivesSourceThatAssemblesToTheSameImage) {
  const Workspace workspace;
  workspace.write("p.tasm", kProgram);
  workspace.podsim({"asm", "p.tasm", "-o", "p.image"});
  const ProcessResult source = workspace.podsim({"dis", "p.image"});
  ASSERT_EQ(source.exit_code, 0) << source.err;
  workspace.write("q.tasm", source.out);
  EXPECT_EQ(workspace.podsim({"asm", "q.tasm", "-o", "q.image"}).exit_code, 0);
  EXPECT_EQ(workspace.read("q.image"), workspace.read("p.image"));
}

TEST(DisVerb, RefusesWhatIsNoImage) {
  const Workspace workspace;
  workspace.write("short", "123");
  workspace.write("noise", std::string(64, '\xff'));
  workspace.write("empty", "");
  for (const char* file : {"short", "noise", "empty"}) {
    const ProcessResult result = workspace.podsim({"dis", file});
    EXPECT_EQ(result.exit_code, 2) << file;
    EXPECT_EQ(result.err.find(std::string(file) + ": error [CLI-006]"), 0u) << result.err;
  }
}

TEST(RouteVerb, ProvesAndDrawsAPodWithAHole) {
  const ProcessResult result =
      Workspace().podsim({"route", "--mesh", "6x6", "--fail", "board:2,2"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.out.find("XX"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("proved"), std::string::npos);
  EXPECT_NE(result.out.find("method   xy"), std::string::npos);
}

TEST(RouteVerb, FollowsAPacketAroundTheHole) {
  const ProcessResult result = Workspace().podsim(
      {"route", "--mesh", "6x6", "--fail", "board:2,2", "--from", "1,2", "--to", "4,2", "--json"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const nlohmann::json json = nlohmann::json::parse(result.out);
  EXPECT_TRUE(json.at("proved"));
  EXPECT_EQ(json.at("route").front(), 13);
  EXPECT_EQ(json.at("route").back(), 16);
  EXPECT_GE(json.at("route").size(), 6u);  // at least 5 hops: the straight way of 3 is dead
  EXPECT_EQ(json.at("live_chips"), 32);
}

TEST(RouteVerb, RefusesUnreachableChipsWithExitCode5) {
  const ProcessResult result =
      Workspace().podsim({"route", "--mesh", "2x3", "--fail", "block:0,1:2x1"});
  EXPECT_EQ(result.exit_code, 5);
  EXPECT_NE(result.err.find("[ROUTE-003]"), std::string::npos) << result.err;
}

TEST(RouteVerb, TellsWhyThereIsNoCircuit) {
  const ProcessResult result =
      Workspace().podsim({"route", "--mesh", "4x4", "--fail", "chip:1,1", "--circuit"});
  EXPECT_EQ(result.exit_code, 5);
  EXPECT_NE(result.err.find("[COLL-003]"), std::string::npos) << result.err;
}

TEST(RouteVerb, ChecksItsPlaces) {
  const Workspace workspace;
  EXPECT_EQ(workspace.podsim({"route", "--from", "0,0"}).exit_code, 2);
  const ProcessResult outside = workspace.podsim({"route", "--table", "7,7"});
  EXPECT_EQ(outside.exit_code, 2);
  EXPECT_EQ(outside.err,
            "command line: --table 7,7: error [CFG-012]: chip 7,7 is outside the pod\n");
}

}  // namespace
}  // namespace podsim::cli
