// SPDX-License-Identifier: Apache-2.0
#include "sw/cli/data_files.h"

#include <filesystem>

namespace podsim::cli {

std::string bundled_digits() {
  std::error_code failed;
  const std::filesystem::path binary = std::filesystem::read_symlink("/proc/self/exe", failed);
  const std::filesystem::path installed =
      binary.parent_path().parent_path() / "share" / "podsim" / "mnist";
  if (!failed && std::filesystem::is_directory(installed)) return installed.string();
  return PODSIM_SOURCE_DIR "/data/mnist";
}

}  // namespace podsim::cli
