// SPDX-License-Identifier: Apache-2.0
#include "systemc/probe/output_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "firmware/diagnostics/user_error.h"

namespace podsim {
namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(OutputFile, AppearsWholeUnderItsNameOnCommit) {
  const fs::path path = fs::path(testing::TempDir()) / "output_file_commit.txt";
  fs::remove(path);
  OutputFile file(path.string());
  file.write("one ");
  file.write("two");
  EXPECT_FALSE(fs::exists(path));
  EXPECT_EQ(file.bytes(), 7u);
  file.commit();
  EXPECT_EQ(read(path), "one two");
  fs::remove(path);
  EXPECT_FALSE(fs::exists(path.string() + ".partial"));
}

TEST(OutputFile, LeavesNothingBehindWithoutCommit) {
  const fs::path path = fs::path(testing::TempDir()) / "output_file_dropped.txt";
  { OutputFile(path.string()).write("half"); }
  EXPECT_FALSE(fs::exists(path));
  EXPECT_FALSE(fs::exists(path.string() + ".partial"));
}

TEST(OutputFile, ReportsAFolderThatDoesNotExist) {
  try {
    OutputFile file("/nonexistent/folder/file.json");
    FAIL() << "no error";
  } catch (const UserError& error) {
    EXPECT_EQ(error.id(), "OUT-001");
    EXPECT_NE(std::string(error.what()).find("/nonexistent/folder/file.json"), std::string::npos);
  }
}

TEST(OutputFile, ReportsAFullDiskAtCommit) {
  ASSERT_TRUE(fs::exists("/dev/full"));
  const fs::path path = fs::path(testing::TempDir()) / "output_file_full.txt";
  fs::remove(path.string() + ".partial");
  fs::create_symlink("/dev/full", path.string() + ".partial");
  OutputFile file(path.string());
  file.write(std::string(1 << 16, 'x'));
  try {
    file.commit();
    FAIL() << "no error";
  } catch (const UserError& error) {
    EXPECT_EQ(error.id(), "OUT-002");
  }
  EXPECT_FALSE(fs::exists(path));
}

}  // namespace
}  // namespace podsim
