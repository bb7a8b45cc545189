// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "sw/config/manifest.h"
#include "tests/sw/cli/podsim_process.h"

namespace podsim::cli {
namespace {

/// The whole of standard error and the exit code.
void expect_refusal(const ProcessResult& result, int exit_code, const std::string& err) {
  EXPECT_EQ(result.exit_code, exit_code);
  EXPECT_EQ(result.err, err);
  EXPECT_EQ(result.out, "");
}

TEST(CommandLine, ToldVersion) {
  const ProcessResult result = Workspace().podsim({"--version"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out, "podsim " + config::podsim_version() + "\n");
  EXPECT_EQ(result.err, "");
}

TEST(CommandLine, HelpListsVerbsAndExitCodes) {
  const ProcessResult result = Workspace().podsim({"--help"});
  EXPECT_EQ(result.exit_code, 0);
  for (const char* word :
       {"run", "train", "collective", "route", "asm", "dis", "config", "bench", "reproduce", "130"})
    EXPECT_NE(result.out.find(word), std::string::npos) << word;
}

TEST(CommandLine, HelpOfAVerbHasExamples) {
  for (const char* verb :
       {"run", "train", "collective", "route", "asm", "dis", "config", "bench", "reproduce"}) {
    const ProcessResult result = Workspace().podsim({verb, "--help"});
    EXPECT_EQ(result.exit_code, 0) << verb;
    EXPECT_NE(result.out.find("Usage: podsim " + std::string(verb)), std::string::npos)
        << result.out;
    EXPECT_NE(result.out.find("Examples"), std::string::npos) << verb;
  }
}

TEST(CommandLine, RefusesAnUnknownVerbWithTheNearest) {
  expect_refusal(Workspace().podsim({"rotue"}), 2,
                 "podsim: error [CLI-001]: unknown verb 'rotue' (did you mean 'route'?)\n");
  expect_refusal(Workspace().podsim({"xyzzy"}), 2,
                 "podsim: error [CLI-001]: unknown verb 'xyzzy' (podsim --help lists the verbs)\n");
}

TEST(CommandLine, RefusesAnUnknownOptionWithTheNearest) {
  expect_refusal(Workspace().podsim({"route", "--mseh", "6x6"}), 2,
                 "podsim: error [CLI-002]: unknown option '--mseh' (did you mean '--mesh'?)\n");
}

TEST(CommandLine, RefusesAnOptionWithoutItsValue) {
  const ProcessResult result = Workspace().podsim({"route", "--mesh"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.err.find("error [CLI-003]"), std::string::npos) << result.err;
}

TEST(CommandLine, RefusesWhatIsLeftOver) {
  const ProcessResult result = Workspace().podsim({"config", "show", "twice"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.err.find("[CLI-003]: unexpected argument 'twice'"), std::string::npos)
      << result.err;
}

TEST(CommandLine, AsksForAVerb) {
  expect_refusal(Workspace().podsim({}), 2,
                 "podsim: error [CLI-004]: no verb (podsim --help lists them)\n");
}

TEST(CommandLine, RefusesAnUnknownAction) {
  expect_refusal(Workspace().podsim({"config", "shwo"}), 2,
                 "podsim: error [CLI-001]: unknown action 'shwo' of config (did you mean "
                 "'show'?)\n");
}

TEST(CommandLine, ShortFormsOfMeshAndFailures) {
  const ProcessResult result =
      Workspace().podsim({"config", "show", "--mesh", "6x8", "--fail", "board:2,2", "--fail",
                          "link:0,0:E", "--fail", "block:4,4:2x1", "--seed", "5"});
  EXPECT_EQ(result.err, "");
  for (const char* text : {"seed = 5", "width = 6", "height = 8", "kind = \"board\"\nat = \"2,2\"",
                           "port = \"E\"", "size = \"2x1\""})
    EXPECT_NE(result.out.find(text), std::string::npos) << text << "\n" << result.out;
}

TEST(CommandLine, RefusesMalformedShortForms) {
  const Workspace workspace;
  for (const char* failure : {"board", "board:2,2:x:y", ""}) {
    const ProcessResult result = workspace.podsim({"config", "show", "--fail", failure});
    EXPECT_EQ(result.exit_code, 2) << failure;
    EXPECT_NE(result.err.find("[CLI-003]"), std::string::npos) << result.err;
  }
  for (const char* mesh : {"6", "6x", "6x6x6", "x"})
    EXPECT_EQ(workspace.podsim({"config", "show", "--mesh", mesh}).exit_code, 2) << mesh;
  expect_refusal(workspace.podsim({"config", "show", "--fail", "chip:9,9"}), 2,
                 "command line: --fail chip:9,9: error [POD-002]: failed chip (9,9) is outside the "
                 "pod (x 0 to 3, y 0 to 3)\n");
}

TEST(CommandLine, OwnOptionsWinOverSetsWinOverTheFile) {
  const Workspace workspace;
  workspace.write("pod.toml", "seed = 1\n[pod]\nwidth = 2\nheight = 2\n");
  const ProcessResult result = workspace.podsim(
      {"config", "show", "--seed", "3", "-c", "pod.toml", "-s", "seed=2", "-s", "pod.width=5"});
  EXPECT_NE(result.out.find("seed = 3"), std::string::npos);
  EXPECT_NE(result.out.find("width = 5\nheight = 2"), std::string::npos);
}

TEST(CommandLine, TellsConfigurationErrorsWithTheirPlace) {
  const Workspace workspace;
  workspace.write("key.toml", "[pod]\nwidht = 6\n");
  expect_refusal(workspace.podsim({"route", "-c", "key.toml"}), 2,
                 "key.toml:2:1: error [CFG-003]: unknown key 'pod.widht' (did you mean "
                 "'width'?)\n");
  workspace.write("unit.toml", "[hbm]\nbandwidth = 450\n");
  const ProcessResult unit = workspace.podsim({"run", "unit.toml"});
  EXPECT_EQ(unit.exit_code, 2);
  EXPECT_EQ(unit.err.find("unit.toml:2:13: error [CFG-005]: 'bandwidth' = 450 has no unit"), 0u)
      << unit.err;
  workspace.write("chip.toml", "[[failure]]\nkind = \"chip\"\nat = \"9,9\"\n");
  expect_refusal(workspace.podsim({"route", "-c", "chip.toml"}), 2,
                 "chip.toml:3:1: error [POD-002]: failed chip (9,9) is outside the pod (x 0 to 3, "
                 "y 0 to 3)\n");
  expect_refusal(workspace.podsim({"config", "show", "-c", "none.toml"}), 2,
                 "podsim: error [CFG-002]: cannot read configuration 'none.toml': No such file or "
                 "directory\n");
}

TEST(CommandLine, WritesNoColourIntoAFile) {
  const ProcessResult result = Workspace().podsim({"rotue"}, "TERM=xterm");
  EXPECT_EQ(result.err.find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace podsim::cli
