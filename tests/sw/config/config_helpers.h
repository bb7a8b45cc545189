// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_TESTS_SW_CONFIG_CONFIG_HELPERS_H_
#define PODSIM_TESTS_SW_CONFIG_CONFIG_HELPERS_H_

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "firmware/diagnostics/user_error.h"
#include "sw/config/error_list.h"

namespace podsim::config {

/// "ID place: message (hint)" of every error that `body` throws, one a line.
template <typename Body>
std::string errors_of(const Body& body) {
  const auto text = [](const UserError& error) {
    return error.id() + " " + to_string(error.place()) + ": " + error.message() + " (" +
           error.hint() + ")\n";
  };
  std::string all;
  try {
    body();
  } catch (const ConfigErrors& errors) {
    for (const UserError& error : errors.errors()) all += text(error);
  } catch (const UserError& error) {
    all = text(error);
  }
  return all;
}

/// A fresh folder for the running test, removed at its end.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    path_ = std::filesystem::temp_directory_path() /
            ("podsim_" + std::string(test->test_suite_name()) + "_" + test->name());
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string file(const std::string& name) const { return (path_ / name).string(); }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace podsim::config

#endif  // PODSIM_TESTS_SW_CONFIG_CONFIG_HELPERS_H_
