// SPDX-License-Identifier: Apache-2.0
// A run gives the same digest and cycles every time, however the host runs it; its manifest repeats
// it and notices what has changed.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/sw/cli/podsim_process.h"

namespace podsim::test {
namespace {

using cli::ProcessResult;
using cli::Workspace;
using Arguments = std::vector<std::string>;

const std::string kExample = PODSIM_SOURCE_DIR "/examples/first-light/first-light.toml";

Arguments short_example(const Arguments& more) {
  Arguments all{"train",
                "-c",
                kExample,
                "-s",
                "train.steps=2",
                "-s",
                "train.target_accuracy=0",
                "-s",
                "train.evaluate_every=0"};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

/// Digest and cycles of the manifest.
nlohmann::json result_of(const Workspace& workspace, const std::string& folder) {
  return nlohmann::json::parse(workspace.read(folder + "/manifest.json")).at("result");
}

TEST(Repeat, TheExampleGivesTheSameResultHoweverTheHostRunsIt) {
  const Workspace workspace;
  const auto run = [&](const Arguments& more) {
    Arguments arguments = short_example({"--out", "out"});
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ProcessResult result = workspace.podsim(arguments);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return result_of(workspace, "out");
  };
  const Arguments short_waves{"-s", "waves.to=3000"};
  const Arguments no_waves{"-s", "waves.chips=[]"};
  const nlohmann::json first = run(short_waves);
  EXPECT_EQ(run(short_waves), first);
  EXPECT_EQ(run(no_waves), first);
  const std::vector<Arguments> ways{{"-s", "ici.window=1"},
                                    {"-s", "pod.threads=1"},
                                    {"-s", "pod.threads=2"},
                                    {"-s", "pod.threads=3"},
                                    {"-s", "timeline.packets=true"}};
  for (Arguments way : ways) {
    way.insert(way.end(), no_waves.begin(), no_waves.end());
    EXPECT_EQ(run(way), first) << way[1];
  }
}

/// A pod of its own digits, so that they can be changed.
class RepeatFromManifest : public testing::Test {
 protected:
  RepeatFromManifest() {
    std::filesystem::copy(PODSIM_SOURCE_DIR "/data/mnist", workspace.path() / "digits");
    const ProcessResult run =
        workspace.podsim({"train", "--mesh", "2x2", "--steps", "2", "--target", "0", "--data",
                          "digits", "-s", "train.evaluate_every=0", "--out", "out"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
  }
  ProcessResult repeat(const Arguments& more = {}) const {
    Arguments arguments{"run", "out/manifest.json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return workspace.podsim(arguments);
  }
  void change_digits() const {
    std::fstream file(workspace.path() / "digits/train-labels-idx1-ubyte.gz",
                      std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(4);  // the time stamp in the header of gzip: the labels stay the same
    file.put('\x7f');
  }
  Workspace workspace;
};

TEST_F(RepeatFromManifest, GivesTheSame) {
  const ProcessResult result = repeat();
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.err.find("same digest and cycles"), std::string::npos) << result.err;
}

TEST_F(RepeatFromManifest, GivesTheSameWithOtherHostSettings) {
  EXPECT_EQ(repeat({"-s", "ici.window=1", "-s", "pod.threads=3"}).exit_code, 0);
  EXPECT_EQ(
      repeat({"--out", "again", "-s", "waves.chips=[\"0,0\"]", "-s", "waves.to=2000"}).exit_code,
      0);
  EXPECT_TRUE(workspace.exists("again/waves.fst"));
}

TEST_F(RepeatFromManifest, NoticesAChangedInput) {
  change_digits();
  const ProcessResult result = repeat();
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.err.find("[CFG-017]"), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("train-labels-idx1-ubyte.gz"), std::string::npos) << result.err;
}

TEST_F(RepeatFromManifest, NoticesAnInputThatIsGone) {
  std::filesystem::remove(workspace.path() / "digits/train-labels-idx1-ubyte.gz");
  const ProcessResult result = repeat();
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.err.find("train-labels-idx1-ubyte.gz"), std::string::npos) << result.err;
}

TEST_F(RepeatFromManifest, NoticesOverridesThatChangeTheResult) {
  for (const char* change : {"ici.link_latency=53", "train.learning_rate=0.5",
                             "core.xlu_latency=25", "train.steps=1", "seed=2"}) {
    const ProcessResult result = repeat({"-s", change});
    EXPECT_EQ(result.exit_code, 1) << change << result.err;
    EXPECT_NE(result.err.find("[CLI-005]"), std::string::npos) << change << result.err;
  }
}

}  // namespace
}  // namespace podsim::test
