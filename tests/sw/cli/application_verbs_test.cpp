// SPDX-License-Identifier: Apache-2.0
// podsim train and podsim collective, end to end on small pods.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/sw/cli/podsim_process.h"

namespace podsim::cli {
namespace {

const std::vector<std::string> kTwoSteps = {
    "train", "--mesh", "2x2", "--steps", "2", "--target", "0", "-s", "train.evaluate_every=0"};

std::vector<std::string> operator+(std::vector<std::string> a, const std::vector<std::string>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// The fields of a line, split at blanks.
std::vector<std::string> fields(const std::string& line) {
  std::istringstream words(line);
  std::vector<std::string> all;
  for (std::string word; words >> word;) all.push_back(word);
  return all;
}

TEST(CollectiveVerb, PrintsTheColumnsOfNcclTests) {
  const ProcessResult result =
      Workspace().podsim({"collective", "all-reduce", "--mesh", "2x2", "-b", "4KiB", "-e", "8KiB"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  std::istringstream lines(result.out);
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(lines, line) && rows.size() < 2;) {
    const std::vector<std::string> row = fields(line);
    if (!row.empty() && (row[0] == "4096" || row[0] == "8192")) rows.push_back(row);
  }
  ASSERT_EQ(rows.size(), 2u) << result.out;
  for (const std::vector<std::string>& row : rows) {
    ASSERT_EQ(row.size(), 9u);  // size count type redop root time algbw busbw #wrong
    EXPECT_EQ(std::stol(row[1]) * 4, std::stol(row[0]));
    EXPECT_EQ(row[2] + row[3] + row[4], "floatsum-1");
    // bytes / us = MB/s; bus bandwidth of 8 ranks = 2 x 7 / 8 of it. Printed to 2 digits.
    EXPECT_NEAR(std::stod(row[6]), std::stod(row[0]) / std::stod(row[5]) / 1000, 0.02);
    EXPECT_NEAR(std::stod(row[7]), std::stod(row[6]) * 1.75, 0.02);
    EXPECT_EQ(row[8], "0");
  }
}

TEST(CollectiveVerb, WorksAroundAHoleAndOnPodsThatAreNotSquare) {
  const Workspace workspace;
  for (const std::vector<std::string>& pod :
       std::vector<std::vector<std::string>>{{"--mesh", "4x4", "--fail", "board:0,0"},
                                             {"--mesh", "3x2"},
                                             {"--mesh", "6x4", "--fail", "board:2,0"}}) {
    const ProcessResult result = workspace.podsim(
        std::vector<std::string>{"collective", "-b", "2KiB", "-e", "2KiB", "--json"} + pod);
    ASSERT_EQ(result.exit_code, 0) << pod[1] << result.err;
    EXPECT_EQ(nlohmann::json::parse(result.out).at("exit_code"), 0);
  }
}

TEST(CollectiveVerb, RefusesWithTheReason) {
  const Workspace workspace;
  const auto run = [&](const std::vector<std::string>& options) {
    return workspace.podsim(std::vector<std::string>{"collective"} + options);
  };
  const ProcessResult odd = run({"--mesh", "4x4", "--fail", "chip:1,1", "--algo", "ring"});
  EXPECT_EQ(odd.exit_code, 5);
  EXPECT_NE(odd.err.find("[COLL-003]: no circuit"), std::string::npos) << odd.err;
  EXPECT_NE(odd.err.find("two-coloured"), std::string::npos) << odd.err;
  const ProcessResult apart = run({"--mesh", "2x3", "--fail", "block:0,1:2x1"});
  EXPECT_EQ(apart.exit_code, 5) << apart.err;
  const ProcessResult damaged = run({"--mesh", "4x4", "--fail", "chip:1,1", "--algo", "2d"});
  EXPECT_EQ(damaged.exit_code, 5);
  EXPECT_NE(damaged.err.find("[COLL-050]"), std::string::npos) << damaged.err;
  EXPECT_NE(damaged.err.find("trees works around failed chips"), std::string::npos) << damaged.err;
  // What would be passed over is refused: the result would be another one.
  for (const char* algorithm : {"ring", "trees", "2d-holes"}) {
    const ProcessResult blocks = run({"--mesh", "4x4", "--block", "2x2", "--algo", algorithm});
    EXPECT_EQ(blocks.exit_code, 2) << algorithm;
    EXPECT_NE(blocks.err.find("[COLL-058]"), std::string::npos) << blocks.err;
  }
  const ProcessResult outside = run({"broadcast", "--mesh", "4x4", "--root", "5,0"});
  EXPECT_EQ(outside.exit_code, 2);
  EXPECT_NE(outside.err.find("(5,0), which is outside the pod"), std::string::npos) << outside.err;
  const ProcessResult rootless = run({"--mesh", "4x4", "--root", "1,1"});
  EXPECT_NE(rootless.err.find("[COLL-059]"), std::string::npos) << rootless.err;
  const ProcessResult direct = run({"all-to-all", "--mesh", "2x2", "--algo", "ring"});
  EXPECT_EQ(direct.exit_code, 2);
  EXPECT_NE(direct.err.find("[COLL-052]"), std::string::npos) << direct.err;
  const ProcessResult unit = run({"--mesh", "2x2", "-b", "64"});
  EXPECT_EQ(unit.exit_code, 2);
  EXPECT_EQ(unit.err.find("command line: --min 64: error [CFG-005]"), 0u) << unit.err;
  const ProcessResult name = run({"all-redcue"});
  EXPECT_EQ(name.exit_code, 2);
  EXPECT_NE(name.err.find("did you mean 'all-reduce'?"), std::string::npos) << name.err;
}

/// What auto takes on a pod, with its time.
std::pair<std::string, double> fastest(const std::vector<std::string>& options) {
  const ProcessResult result = Workspace().podsim(
      std::vector<std::string>{"collective", "--ranks", "chip", "-b", "256KiB", "-e", "256KiB",
                               "--json", "-s", "ici.model=cycle"} +
      options);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const nlohmann::json json = nlohmann::json::parse(result.out);
  const nlohmann::json& row = json.at("rows").at(0);
  EXPECT_EQ(row.at("wrong"), 0);
  EXPECT_LT(row.at("efficiency"), 1);
  EXPECT_GT(row.at("efficiency"), 0.02);  // some 40 steps of 1 us beside 2 us of bytes
  return {json.at("algorithm"), row.at("picoseconds").get<double>()};
}

TEST(CollectiveVerb, AutoIsNoSlowerThanTheOthersByMuchAndNeverRefuses) {
  for (const std::vector<std::string>& pod :
       std::vector<std::vector<std::string>>{{"--mesh", "4x4"},
                                             {"--mesh", "4x4", "-s", "pod.wrap_x=true"},
                                             {"--mesh", "5x3"},
                                             {"--mesh", "4x4", "--fail", "chip:1,1"},
                                             {"--mesh", "6x4", "--fail", "board:2,0"}}) {
    const double automatic = fastest(pod).second;
    for (const char* algorithm : {"trees", "ring"}) {
      if (algorithm == std::string("ring") && (pod[1] == "5x3" || pod.back() == "chip:1,1"))
        continue;
      const double time = fastest(pod + std::vector<std::string>{"--algo", algorithm}).second;
      EXPECT_LT(automatic, 1.35 * time) << pod[1] << " " << algorithm;
    }
  }
}

TEST(ReproduceVerb, RefusesWhatItDoesNotHave) {
  const ProcessResult what = Workspace().podsim({"reproduce", "training"});
  EXPECT_EQ(what.exit_code, 2);
  EXPECT_NE(what.err.find("[CLI-010]"), std::string::npos) << what.err;
  const ProcessResult chips = Workspace().podsim({"reproduce", "allreduce", "--chips", "100"});
  EXPECT_EQ(chips.exit_code, 2);
  EXPECT_NE(chips.err.find("512, 1024, 4096"), std::string::npos) << chips.err;
  EXPECT_EQ(chips.out, "");
}

TEST(TrainVerb, LeavesItsArtefactsAndRepeatsFromItsManifest) {
  const Workspace workspace;
  const ProcessResult first =
      workspace.podsim(kTwoSteps + std::vector<std::string>{"--out", "out"});
  ASSERT_EQ(first.exit_code, 0) << first.err;
  for (const char* file : {"manifest.json", "timeline.json", "cores.csv", "links.csv", "mesh.svg",
                           "training.csv", "training.svg"})
    EXPECT_TRUE(workspace.exists("out/" + std::string(file))) << file;
  const ProcessResult again = workspace.podsim({"run", "out/manifest.json"});
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_NE(again.err.find("same digest and cycles"), std::string::npos) << again.err;
}

TEST(TrainVerb, ChangesItsResultWithTheSeedOnly) {
  const Workspace workspace;
  const auto digest = [&](const std::vector<std::string>& more) {
    const ProcessResult result =
        workspace.podsim(kTwoSteps + std::vector<std::string>{"--json"} + more);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return nlohmann::json::parse(result.out).at("digest").get<std::string>();
  };
  const std::string one = digest({});
  EXPECT_EQ(digest({}), one);
  EXPECT_EQ(digest({"-s", "pod.threads=1"}), one);
  EXPECT_EQ(digest({"-s", "ici.window=1"}), one);
  EXPECT_NE(digest({"--seed", "2"}), one);
}

TEST(TrainVerb, FailsWhenTheTargetIsNotReached) {
  const Workspace workspace;
  const ProcessResult result = workspace.podsim(
      {"train", "--mesh", "2x2", "--steps", "1", "--target", "0.99", "--junit", "junit.xml"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.err.find("[TRAIN-010]"), std::string::npos) << result.err;
  EXPECT_NE(workspace.read("junit.xml").find("failures=\"1\""), std::string::npos);
}

TEST(TrainVerb, RefusesATruncatedIdxFile) {
  const Workspace workspace;
  for (const auto& entry : std::filesystem::directory_iterator(PODSIM_SOURCE_DIR "/data/mnist"))
    std::filesystem::copy(entry.path(), workspace.path() / entry.path().filename());
  // Plain IDX: magic number, 2 images of 28 x 28, and one pixel.
  workspace.write("train-images-idx3-ubyte.gz",
                  std::string("\0\0\x08\x03\0\0\0\x02\0\0\0\x1c\0\0\0\x1c\xff", 17));
  const ProcessResult result =
      workspace.podsim(kTwoSteps + std::vector<std::string>{"--data", "."});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.err.find("train-images-idx3-ubyte.gz"), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("error [IDX-004]"), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("truncated"), std::string::npos) << result.err;
}

TEST(TrainVerb, RefusesAFolderWithoutDigits) {
  const ProcessResult result =
      Workspace().podsim(kTwoSteps + std::vector<std::string>{"--data", "/no/such"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.err.find("[IDX-001]"), std::string::npos) << result.err;
}

TEST(TrainVerb, RefusesAPodWithoutACircuit) {
  const ProcessResult result = Workspace().podsim({"train", "--mesh", "3x3"});
  EXPECT_EQ(result.exit_code, 5);
  EXPECT_NE(result.err.find("[COLL-003]"), std::string::npos) << result.err;
}

TEST(TrainVerb, TellsThatThePodIsNotSupported) {
  const ProcessResult result = Workspace().podsim({"train", "--mesh", "129x2"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.err.find("[CFG-007]: 'width' = 129 is out of range (1 to 128)"),
            std::string::npos)
      << result.err;
}

}  // namespace
}  // namespace podsim::cli
