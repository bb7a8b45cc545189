// SPDX-License-Identifier: Apache-2.0
// podsim run, with a pod behind it.
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "tests/sw/cli/podsim_process.h"

namespace podsim::cli {
namespace {

/// Word 0 of SMEM becomes word 1 plus 1; core 0 then tells core 7, which waits for it.
constexpr const char* kProgram = R"(
    sld s1, [1]
    sadd s1, s1, 1
    sst s1, [0]
    sld s2, [2]
    sbz s2, not_first
    rsig 7, 3, 1
not_first:
    sld s3, [3]
    sbz s3, done
    wait 3, 1
done:
    halt
)";

constexpr const char* kScenario = R"(
[pod]
width = 2
height = 2
[run]
program = "p.tasm"
cycle_limit = 200000
[[load]]
space = "smem"
word = 1
pattern = "core"
value = 100
count = 1
[[load]]
space = "smem"
word = 2
cores = 0
values = [1]
[[load]]
space = "smem"
word = 3
cores = 7
values = [1]
[[expect]]
space = "smem"
pattern = "core"
value = 101
count = 1
[[dump]]
space = "smem"
count = 2
file = "core_{core}.bin"
)";

class RunVerb : public testing::Test {
 protected:
  RunVerb() {
    workspace.write("p.tasm", kProgram);
    workspace.write("s.toml", kScenario);
  }
  Workspace workspace;
};

TEST_F(RunVerb, RunsAScenarioAndMeetsItsExpectations) {
  const ProcessResult result = workspace.podsim({"run", "s.toml"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  EXPECT_NE(result.out.find("digest"), std::string::npos) << result.out;
}

TEST_F(RunVerb, FailsWithExitCode1WhenAnExpectationIsNotMet) {
  const ProcessResult result =
      workspace.podsim({"run", "s.toml", "-s", "expect[0].value=102", "--junit", "junit.xml"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.err.find("error [CLI-007]: expect[0] of chip (0,0) core 0: element 0: 102 "
                            "expected, 101 found"),
            std::string::npos)
      << result.err;
  EXPECT_NE(workspace.read("junit.xml").find("failures=\"1\""), std::string::npos);
}

TEST_F(RunVerb, LeavesItsArtefactsAndAManifestThatRepeatsTheRun) {
  const ProcessResult result = workspace.podsim(
      {"run", "s.toml", "--out", "out", "-s", "waves.chips=[\"0,0\"]", "--junit", "junit.xml"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  for (const char* file : {"manifest.json", "timeline.json", "cores.csv", "links.csv", "mesh.svg",
                           "waves.fst", "waves.gtkw", "core_0.bin", "core_7.bin"})
    EXPECT_TRUE(workspace.exists("out/" + std::string(file))) << file;
  EXPECT_EQ(workspace.read("out/core_7.bin"), std::string("\x6c\0\0\0\x6b\0\0\0", 8));
  EXPECT_NE(workspace.read("junit.xml").find("failures=\"0\""), std::string::npos);

  const ProcessResult again = workspace.podsim({"run", "out/manifest.json"});
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_NE(again.err.find("same digest and cycles"), std::string::npos) << again.err;
  const auto figures = [](const std::string& out) { return out.substr(out.find("time")); };
  EXPECT_EQ(figures(again.out), figures(result.out)) << "waves on or off: the same result";
}

TEST_F(RunVerb, NoticesThatARepeatedRunDiffers) {
  ASSERT_EQ(workspace.podsim({"run", "s.toml", "--out", "out"}).exit_code, 0);
  const ProcessResult other =
      workspace.podsim({"run", "out/manifest.json", "-s", "ici.link_latency=60"});
  EXPECT_EQ(other.exit_code, 1);
  EXPECT_NE(other.err.find("[CLI-005]"), std::string::npos) << other.err;
  EXPECT_NE(other.err.find("ICI cycles"), std::string::npos) << other.err;
}

TEST_F(RunVerb, RefusesToRepeatWithInputsThatChanged) {
  ASSERT_EQ(workspace.podsim({"run", "s.toml", "--out", "out"}).exit_code, 0);
  workspace.write("p.tasm", "    halt\n");
  const ProcessResult result = workspace.podsim({"run", "out/manifest.json"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.err.find("[CFG-017]"), std::string::npos) << result.err;
}

TEST_F(RunVerb, GivesTheSameResultForAnyWindow) {
  const auto digest = [&](const std::string& window) {
    const ProcessResult result =
        workspace.podsim({"run", "s.toml", "--json", "-s", "ici.window=" + window});
    const nlohmann::json json = nlohmann::json::parse(result.out);
    return json.at("digest").get<std::string>() + " " + json.at("ici_cycles").dump();
  };
  EXPECT_EQ(digest("1"), digest("32"));
}

TEST_F(RunVerb, NamesWhoAHangWaitsFor) {
  const ProcessResult result =
      workspace.podsim({"run", "s.toml", "-s", "load[1].values=[0]", "-s",
                        "semaphore[0]={cores = 7, index = 3, sender = \"core 0 of chip (0,0)\"}"});
  EXPECT_EQ(result.exit_code, 3);
  for (const char* text :
       {"deadlock", "chip (1,1) core 1", "p.tasm:", "semaphore 3", "core 0 of chip (0,0)"})
    EXPECT_NE(result.err.find(text), std::string::npos) << text << " in\n" << result.err;
}

TEST_F(RunVerb, StopsAtTheCycleLimit) {
  workspace.write("loop.tasm", "again:\n    sbr again\n");
  const ProcessResult result =
      workspace.podsim({"run", "loop.tasm", "--mesh", "2x2", "--cycle-limit", "5000"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_NE(result.err.find("cycle limit"), std::string::npos) << result.err;
}

TEST_F(RunVerb, ReportsAProgramThatDoesNotAssemble) {
  workspace.write("p.tasm", "    sadd s1\n    halt\n");
  const ProcessResult result = workspace.podsim({"run", "s.toml", "--junit", "junit.xml"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.err.find("p.tasm:1:"), 0u) << result.err;
  EXPECT_NE(workspace.read("junit.xml").find("errors=\"1\""), std::string::npos);
}

TEST_F(RunVerb, RefusesAnOutputFolderThatCannotBeWritten) {
  workspace.write("file", "in the way");
  for (const char* folder : {"file", "file/out", "/proc/podsim"}) {
    const ProcessResult result = workspace.podsim({"run", "s.toml", "--out", folder});
    EXPECT_EQ(result.exit_code, 2) << folder;
    EXPECT_EQ(result.err.find("podsim: error [CFG-019]: cannot write to the output folder"), 0u)
        << result.err;
  }
}

TEST_F(RunVerb, RefusesWavesWithoutAFolder) {
  const ProcessResult result = workspace.podsim({"run", "s.toml", "-s", "waves.chips=[\"0,0\"]"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.err.find("[CFG-010]"), std::string::npos) << result.err;
}

TEST_F(RunVerb, WantsAProgram) {
  const ProcessResult result = workspace.podsim({"run", "--mesh", "2x2"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.err.find("[CFG-010]: there is no program to run"), std::string::npos)
      << result.err;
}

TEST_F(RunVerb, RefusesAPodInTwoPiecesWithExitCode5) {
  const ProcessResult result =
      workspace.podsim({"run", "p.tasm", "--mesh", "2x3", "--fail", "block:0,1:2x1"});
  EXPECT_EQ(result.exit_code, 5);
  EXPECT_NE(result.err.find("[ROUTE-003]"), std::string::npos) << result.err;
}

TEST_F(RunVerb, WritesItsArtefactsWhenInterrupted) {
  workspace.write("loop.tasm", "again:\n    sbr again\n");
  const int process = workspace.start({"run", "loop.tasm", "--mesh", "2x2", "--out", "out"});
  for (int i = 0; i < 200 && !workspace.exists("out/timeline.json.partial"); ++i) usleep(50'000);
  usleep(300'000);
  kill(process, SIGINT);
  EXPECT_EQ(wait_for(process), 130);
  EXPECT_TRUE(workspace.exists("out/cores.csv"));
  EXPECT_TRUE(workspace.exists("out/manifest.json"));
  EXPECT_NE(workspace.read("stderr").find("interrupted"), std::string::npos);
}

}  // namespace
}  // namespace podsim::cli
