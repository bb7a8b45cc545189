// SPDX-License-Identifier: Apache-2.0
#include "tests/sw/cli/podsim_process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace podsim::cli {
namespace {

/// In the child: output to files, then the program.
[[noreturn]] void become_podsim(const std::filesystem::path& folder,
                                std::vector<std::string> arguments,
                                const std::string& environment) {
  constexpr int kMode = 0644;
  if (chdir(folder.c_str()) != 0) _exit(126);
  dup2(open("stdout", O_CREAT | O_WRONLY | O_TRUNC, kMode), STDOUT_FILENO);
  dup2(open("stderr", O_CREAT | O_WRONLY | O_TRUNC, kMode), STDERR_FILENO);
  const std::size_t equals = environment.find('=');
  if (equals != std::string::npos)
    setenv(environment.substr(0, equals).c_str(), environment.substr(equals + 1).c_str(), 1);
  arguments.insert(arguments.begin(), PODSIM_BINARY);
  std::vector<char*> words;
  for (std::string& argument : arguments) words.push_back(argument.data());
  words.push_back(nullptr);
  execv(PODSIM_BINARY, words.data());
  _exit(127);
}

int launch(const std::filesystem::path& folder, const std::vector<std::string>& arguments,
           const std::string& environment) {
  const int process = fork();
  if (process == 0) become_podsim(folder, arguments, environment);
  return process;
}

}  // namespace

Workspace::Workspace() {
  const auto* test = testing::UnitTest::GetInstance()->current_test_info();
  path_ = std::filesystem::temp_directory_path() / ("podsim_" + std::to_string(getpid()) + "_" +
                                                    test->test_suite_name() + "_" + test->name());
  std::filesystem::remove_all(path_);
  std::filesystem::create_directories(path_);
}

Workspace::~Workspace() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

ProcessResult Workspace::podsim(const std::vector<std::string>& arguments,
                                const std::string& environment) const {
  ProcessResult result;
  result.exit_code = wait_for(launch(path_, arguments, environment));
  result.out = read("stdout");
  result.err = read("stderr");
  return result;
}

int Workspace::start(const std::vector<std::string>& arguments) const {
  return launch(path_, arguments, {});
}

void Workspace::write(const std::string& name, const std::string& text) const {
  std::ofstream(path_ / name, std::ios::binary) << text;
}

std::string Workspace::read(const std::string& name) const {
  std::ostringstream text;
  text << std::ifstream(path_ / name, std::ios::binary).rdbuf();
  return text.str();
}

int wait_for(int process) {
  int status = 0;
  waitpid(process, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace podsim::cli
