// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_TESTS_E2E_VCD_FILE_H_
#define PODSIM_TESTS_E2E_VCD_FILE_H_

#include <cstdint>
#include <istream>
#include <map>
#include <string>
#include <vector>

namespace podsim::test {

/// A value change dump: its declarations, and the changes of the signals asked for.
class VcdFile {
 public:
  struct Signal {
    std::string id;
    int width = 0;
  };
  struct Change {
    std::uint64_t time = 0;
    std::string value;  ///< binary digits, leading zeros left out as in the file
  };

  /// Reads everything; keeps the changes of the signals with these paths
  /// ("router_1_2.flit_valid_i").
  VcdFile(std::istream& in, const std::vector<std::string>& watched);

  const std::string& timescale() const { return timescale_; }
  bool has_scope(const std::string& path) const { return scopes_.count(path) != 0; }
  /// nullptr if there is none.
  const Signal* find(const std::string& path) const;
  const std::vector<Change>& changes(const std::string& path) const;
  std::uint64_t first_time() const { return first_time_; }
  std::uint64_t last_time() const { return last_time_; }

 private:
  void read_header(std::istream& in);
  void read_variable(std::istream& in);
  void read_changes(std::istream& in);

  std::string timescale_;
  std::vector<std::string> scope_;
  std::map<std::string, int> scopes_;
  std::map<std::string, Signal> signals_;
  std::map<std::string, std::vector<Change>> changes_;  ///< by id
  std::uint64_t first_time_ = UINT64_MAX;
  std::uint64_t last_time_ = 0;
};

}  // namespace podsim::test

#endif  // PODSIM_TESTS_E2E_VCD_FILE_H_
