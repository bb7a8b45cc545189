// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_CONFIG_OUTPUT_FOLDER_H_
#define PODSIM_SW_CONFIG_OUTPUT_FOLDER_H_

#include <string>
#include <string_view>

namespace podsim::config {

/// Where the artefacts of a run go. A file has its name only when it is complete: it is written
/// under another name and then renamed.
class OutputFolder {
 public:
  /// Nothing is written.
  OutputFolder() = default;
  /// Makes the folder and tries whether it can be written. Throws UserError CFG-019 with the
  /// reason if not. An empty path is the same as no folder.
  explicit OutputFolder(const std::string& path);

  bool enabled() const { return !path_.empty(); }
  const std::string& path() const { return path_; }
  std::string file(std::string_view name) const;

  /// Writes a whole file, with the folders on its way; nothing if not enabled. Throws UserError
  /// OUT-001 or OUT-002 when the disk refuses.
  void write(std::string_view name, std::string_view contents) const;

  /// For writers that need a name: write to temporary(name), then call commit(name).
  std::string temporary(std::string_view name) const;
  void commit(std::string_view name) const;

 private:
  std::string path_;
};

}  // namespace podsim::config

#endif  // PODSIM_SW_CONFIG_OUTPUT_FOLDER_H_
