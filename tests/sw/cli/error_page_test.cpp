// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>

namespace podsim::cli {
namespace {

std::string read(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

/// Every id that a source names as a string literal, and one file that does.
std::map<std::string, std::string> ids_in_sources() {
  const std::regex literal("\"([A-Z]+-[0-9]{3})\"");
  std::map<std::string, std::string> ids;
  for (const char* folder : {"firmware", "systemc", "sw"}) {
    const std::filesystem::path top = std::filesystem::path(PODSIM_SOURCE_DIR) / folder;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(top)) {
      const std::string type = entry.path().extension().string();
      if (type != ".cpp" && type != ".h") continue;
      const std::string text = read(entry.path());
      for (std::sregex_iterator at(text.begin(), text.end(), literal), end; at != end; ++at)
        ids.emplace((*at)[1].str(), entry.path().string());
    }
  }
  return ids;
}

std::set<std::string> ids_with_heading() {
  const std::regex heading("#+ `?([A-Z]+-[0-9]{3})`?.*");
  std::istringstream lines(read(PODSIM_SOURCE_DIR "/docs/user/errors.md"));
  std::set<std::string> ids;
  std::smatch match;
  for (std::string line; std::getline(lines, line);) {
    if (!std::regex_match(line, match, heading)) continue;
    EXPECT_TRUE(ids.insert(match[1].str()).second) << match[1] << " is explained twice";
  }
  return ids;
}

TEST(ErrorPage, ExplainsEveryErrorOfTheSources) {
  const std::set<std::string> explained = ids_with_heading();
  const std::map<std::string, std::string> used = ids_in_sources();
  EXPECT_GT(used.size(), 20u);
  for (const auto& [id, file] : used)
    EXPECT_TRUE(explained.count(id) != 0) << id << " of " << file << " has no heading";
}

TEST(ErrorPage, ExplainsNoErrorThatIsGone) {
  const std::map<std::string, std::string> used = ids_in_sources();
  for (const std::string& id : ids_with_heading()) EXPECT_TRUE(used.count(id) != 0) << id;
}

}  // namespace
}  // namespace podsim::cli
