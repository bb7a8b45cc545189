// SPDX-License-Identifier: Apache-2.0
#include "firmware/diagnostics/user_error.h"

#include <gtest/gtest.h>

namespace podsim {
namespace {

TEST(SourcePlace, PrintsWhatIsKnown) {
  EXPECT_EQ(to_string(SourcePlace{"a.tasm", 3, 7}), "a.tasm:3:7");
  EXPECT_EQ(to_string(SourcePlace{"a.tasm", 3, 0}), "a.tasm:3");
  EXPECT_EQ(to_string(SourcePlace{"a.tasm", 0, 0}), "a.tasm");
  EXPECT_EQ(to_string(SourcePlace{}), "");
}

TEST(SourcePlace, AColumnWithoutALineIsNotPrinted) {
  EXPECT_EQ(to_string(SourcePlace{"a.tasm", 0, 7}), "a.tasm");
}

TEST(UserError, PrintsPlaceIdMessageAndHint) {
  const UserError error("CFG-003", "unknown key 'mesh.rowz'", {"pod.toml", 12, 4},
                        "did you mean 'mesh.rows'?");
  EXPECT_STREQ(error.what(),
               "pod.toml:12:4: error [CFG-003]: unknown key 'mesh.rowz' (did you mean "
               "'mesh.rows'?)");
}

TEST(UserError, LeavesOutWhatIsMissing) {
  EXPECT_STREQ(UserError("X-001", "no such file").what(), "error [X-001]: no such file");
}

TEST(UserError, KeepsItsParts) {
  const UserError error("X-001", "message", {"f", 1, 2}, "hint", ExitCode::kUnreachable);
  EXPECT_EQ(error.id(), "X-001");
  EXPECT_EQ(error.message(), "message");
  EXPECT_EQ(error.hint(), "hint");
  EXPECT_EQ(error.place().line, 1);
  EXPECT_EQ(error.exit_code(), ExitCode::kUnreachable);
}

TEST(UserError, IsAUsageErrorByDefault) {
  EXPECT_EQ(UserError("X-001", "m").exit_code(), ExitCode::kUsage);
}

}  // namespace
}  // namespace podsim
