// SPDX-License-Identifier: Apache-2.0
// Pods that cannot train or reduce are refused before the run: exit code and reason.
#include <gtest/gtest.h>

#include <ostream>

#include "tests/sw/cli/podsim_process.h"

namespace podsim::test {
namespace {

struct Refusal {
  const char* name;
  std::vector<std::string> pod;
  int exit_code;
  std::vector<const char*> reason;
};
/// In the names that ctest shows.
void PrintTo(const Refusal& refusal, std::ostream* out) { *out << refusal.name; }

class Refused : public testing::TestWithParam<Refusal> {};

TEST_P(Refused, BeforeTheRunWithTheReason) {
  const Refusal& refusal = GetParam();
  const cli::Workspace workspace;
  for (const char* verb : {"collective", "train"}) {
    const bool only_train = refusal.name == std::string("MoreChipsThanARingTakes");
    if (only_train && verb == std::string("collective")) continue;  // it streams from HBM
    std::vector<std::string> arguments{verb, "--out", "out"};
    if (verb == std::string("collective")) arguments.insert(arguments.end(), {"--algo", "ring"});
    arguments.insert(arguments.end(), refusal.pod.begin(), refusal.pod.end());
    const cli::ProcessResult result = workspace.podsim(arguments);
    EXPECT_EQ(result.exit_code, refusal.exit_code) << result.err;
    EXPECT_EQ(result.out, "");
    for (const char* part : refusal.reason)
      EXPECT_NE(result.err.find(part), std::string::npos) << part << " in " << result.err;
    EXPECT_FALSE(workspace.exists("out/manifest.json"));
  }
}

const Refusal kRefusals[] = {
    {"OneDeadChipOfAnEvenMesh",
     {"--mesh", "6x6", "--fail", "chip:2,3"},
     5,
     {"[COLL-003]", "two-coloured like a chess board: 18 white and 17 black",
      "one dead chip never leaves a circuit"}},
    {"TwoDeadChipsOfOneColour",
     {"--mesh", "4x4", "--fail", "chip:0,0", "--fail", "chip:1,1"},
     5,
     {"[COLL-003]", "6 white and 8 black"}},
    {"DisconnectedChips",
     {"--mesh", "4x4", "--fail", "chip:0,1", "--fail", "chip:1,0"},
     5,
     {"[COLL-002]", "cannot be reached from chip (0,0)", "(3,3)"}},
    {"AChipAtAnEnd",
     {"--mesh", "4x4", "--fail", "link:0,0:E"},
     5,
     {"[COLL-004]", "chip (0,0) has only one live neighbour"}},
    {"AChipThatCutsThePod",
     {"--mesh", "5x4", "--fail", "block:2,0:1x3", "--fail", "chip:0,3"},
     5,
     {"[COLL-005]", "chip (1,2) is the only way between two parts of the pod"}},
    {"ARow", {"--mesh", "4x1"}, 5, {"[COLL-004]", "only one live neighbour"}},
    {"AColumn", {"--mesh", "1x6"}, 5, {"[COLL-004]", "only one live neighbour"}},
    {"OneChip", {"--mesh", "1x1"}, 5, {"[COLL-001]", "at least 4"}},
    {"OddByOdd", {"--mesh", "3x3"}, 5, {"[COLL-003]", "5 white and 4 black"}},
    {"MoreChipsThanARingTakes", {"--mesh", "10x8"}, 2, {"[COLL-010]", "at most 64 chips"}},
    {"TooLarge", {"--mesh", "200x200"}, 2, {"[CFG-007]", "'width' = 200", "1 to 128"}},
    {"TooManyChips", {"--mesh", "65x64"}, 2, {"[POD-001]", "at most 4096 chips"}},
    {"NoWidth", {"--mesh", "0x4"}, 2, {"[CFG-007]", "'width' = 0"}},
    {"AFailureOutside", {"--mesh", "4x4", "--fail", "chip:4,0"}, 2, {"[POD-002]", "(4,0)"}},
    {"ABoardOffItsPlace",
     {"--mesh", "4x4", "--fail", "board:1,1"},
     2,
     {"[CFG-011]", "this chip's board is at 0,0"}},
};

INSTANTIATE_TEST_SUITE_P(Pod, Refused, testing::ValuesIn(kRefusals),
                         [](const auto& refusal) { return refusal.param.name; });

// The largest size does not fit; the smaller ones are not run either.
TEST(RefusedCollective, MeasuresNothingWhenOneSizeDoesNotFit) {
  const cli::ProcessResult result = cli::Workspace().podsim(
      {"collective", "--mesh", "2x2", "--algo", "ring", "-b", "64KiB", "-e", "64MiB", "-f", "1024",
       "--chunk", "1MiB", "-s", "collective.in_flight=16"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_NE(result.err.find("[COLL-041]"), std::string::npos) << result.err;
}

}  // namespace
}  // namespace podsim::test
