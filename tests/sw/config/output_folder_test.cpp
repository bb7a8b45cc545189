// SPDX-License-Identifier: Apache-2.0
#include "sw/config/output_folder.h"

#include <fstream>

#include "sw/config/scenario_reader.h"
#include "tests/sw/config/config_helpers.h"

namespace podsim::config {
namespace {

TEST(OutputFolder, IsMadeWithTheFoldersOnItsWay) {
  const TemporaryFolder folder;
  const OutputFolder output(folder.file("a/b"));
  output.write("c/d.txt", "text");
  EXPECT_EQ(read_file(folder.file("a/b/c/d.txt"), "file"), "text");
}

TEST(OutputFolder, LeavesNothingBesidesWhatWasWritten) {
  const TemporaryFolder folder;
  const OutputFolder output(folder.path());
  output.write("d.txt", "text");
  output.write("d.txt", "other");
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    ++files;
    EXPECT_EQ(entry.path().filename(), "d.txt");
  }
  EXPECT_EQ(files, 1);
}

TEST(OutputFolder, GivesANameOnlyToACompleteFile) {
  const TemporaryFolder folder;
  const OutputFolder output(folder.path());
  std::ofstream(output.temporary("w.fst")) << "wave";
  EXPECT_FALSE(std::filesystem::exists(output.file("w.fst")));
  output.commit("w.fst");
  EXPECT_EQ(read_file(output.file("w.fst"), "file"), "wave");
}

TEST(OutputFolder, RefusesAPlaceThatCannotBeWritten) {
  const TemporaryFolder folder;
  std::ofstream(folder.file("file")) << "in the way";
  EXPECT_EQ(errors_of([&] { OutputFolder(folder.file("file")); }).substr(0, 7), "CFG-019");
  EXPECT_EQ(errors_of([&] { OutputFolder(folder.file("file/out")); }).substr(0, 7), "CFG-019");
  EXPECT_EQ(errors_of([] { OutputFolder("/proc/podsim"); }).substr(0, 7), "CFG-019");
}

TEST(OutputFolder, WritesNothingWhenThereIsNone) {
  const OutputFolder output;
  EXPECT_FALSE(output.enabled());
  output.write("never.txt", "text");
  EXPECT_FALSE(std::filesystem::exists("never.txt"));
}

}  // namespace
}  // namespace podsim::config
