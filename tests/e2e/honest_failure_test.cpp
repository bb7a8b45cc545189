// SPDX-License-Identifier: Apache-2.0
// A check that fails is seen by everybody who looks: exit code, message, JUnit file.
#include <gtest/gtest.h>

#include <ostream>

#include "tests/sw/cli/podsim_process.h"
#include "tests/sw/report/xml_checker.h"

namespace podsim::test {
namespace {

struct Failure {
  const char* name;
  std::vector<std::string> command;
  int exit_code;
  const char* message;
  bool is_error;  ///< the run could not be made
};
/// In the names that ctest shows.
void PrintTo(const Failure& failure, std::ostream* out) { *out << failure.name; }

const Failure kFailures[] = {
    {"ACheckOfTheProgram", {"run", "check.tasm", "--mesh", "2x1"}, 1, "[CORE-001]", false},
    {"AnExpectation", {"run", "expect.toml"}, 1, "[CLI-007]", false},
    {"AnAccuracyNotReached",
     {"train", "--mesh", "2x2", "--steps", "1", "--target", "1"},
     1,
     "[TRAIN-010]",
     false},
    {"AHang", {"run", "hang.tasm", "--mesh", "2x1"}, 3, "deadlock", false},
    {"AProgramThatDoesNotAssemble", {"run", "broken.tasm"}, 2, "[ASM-", true},
    {"APodWithoutARing", {"collective", "--mesh", "3x3", "--algo", "ring"}, 5, "[COLL-003]", true},
};

class HonestFailure : public testing::TestWithParam<Failure> {};

TEST_P(HonestFailure, IsTheSameInExitCodeMessageAndJunit) {
  const Failure& failure = GetParam();
  const cli::Workspace workspace;
  workspace.write("check.tasm", "  check 0, 7\n  halt\n");
  workspace.write("hang.tasm", "  wait 5, 1\n  halt\n");
  workspace.write("broken.tasm", "  halt 1\n");
  workspace.write("good.tasm", "  halt\n");
  workspace.write("expect.toml",
                  "[pod]\nwidth = 1\nheight = 1\n[run]\nprogram = \"good.tasm\"\n"
                  "[[expect]]\nspace = \"smem\"\nvalues = [1]\n");
  std::vector<std::string> command = failure.command;
  command.insert(command.end(), {"--junit", "junit.xml"});
  const cli::ProcessResult result = workspace.podsim(command);
  EXPECT_EQ(result.exit_code, failure.exit_code);
  EXPECT_NE(result.err.find(failure.message), std::string::npos) << result.err;
  const std::string junit = workspace.read("junit.xml");
  EXPECT_EQ(xml_fault(junit), "");
  EXPECT_EQ(count_of(junit, "failures=\"1\" errors=\"0\""), failure.is_error ? 0 : 1) << junit;
  EXPECT_EQ(count_of(junit, "failures=\"0\" errors=\"1\""), failure.is_error ? 1 : 0) << junit;
  EXPECT_EQ(count_of(junit, failure.is_error ? "<error " : "<failure "), 1) << junit;
  EXPECT_NE(junit.find(failure.message), std::string::npos) << junit;
}

INSTANTIATE_TEST_SUITE_P(Of, HonestFailure, testing::ValuesIn(kFailures),
                         [](const auto& failure) { return failure.param.name; });

}  // namespace
}  // namespace podsim::test
