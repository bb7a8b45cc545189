// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_TESTS_SW_CLI_PODSIM_PROCESS_H_
#define PODSIM_TESTS_SW_CLI_PODSIM_PROCESS_H_

#include <filesystem>
#include <string>
#include <vector>

namespace podsim::cli {

/// What a run of the binary gave back.
struct ProcessResult {
  int exit_code = -1;
  std::string out;
  std::string err;
};

/// A folder of its own in which the binary runs.
class Workspace {
 public:
  Workspace();
  ~Workspace();
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  /// Runs podsim with the arguments, standard error not a terminal. `environment` is put before
  /// the command: "NO_COLOR=1".
  ProcessResult podsim(const std::vector<std::string>& arguments,
                       const std::string& environment = {}) const;
  /// The same, in the background; gives the process id. Output goes to files "stdout" and
  /// "stderr".
  int start(const std::vector<std::string>& arguments) const;

  void write(const std::string& name, const std::string& text) const;
  std::string read(const std::string& name) const;
  const std::filesystem::path& path() const { return path_; }
  bool exists(const std::string& name) const { return std::filesystem::exists(path_ / name); }

 private:
  std::filesystem::path path_;
};

/// Waits for a process of Workspace::start and gives its exit code, or -1 if a signal ended it.
int wait_for(int process);

}  // namespace podsim::cli

#endif  // PODSIM_TESTS_SW_CLI_PODSIM_PROCESS_H_
