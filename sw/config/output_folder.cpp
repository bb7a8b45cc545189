// SPDX-License-Identifier: Apache-2.0
#include "sw/config/output_folder.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "firmware/diagnostics/user_error.h"
#include "systemc/probe/output_file.h"

namespace podsim::config {
namespace {

namespace fs = std::filesystem;

UserError folder_error(const std::string& path, const std::string& reason) {
  return UserError("CFG-019",
                   fmt::format("cannot write to the output folder '{}': {}", path, reason), {},
                   "give another one with --out");
}

std::string last_reason() { return errno == 0 ? "unknown reason" : std::strerror(errno); }

}  // namespace

OutputFolder::OutputFolder(const std::string& path) : path_(path) {
  if (path.empty()) return;
  std::error_code error;
  fs::create_directories(path, error);
  if (error) throw folder_error(path, error.message());
  if (!fs::is_directory(path)) throw folder_error(path, "it is not a folder");
  const std::string probe = file(".podsim-probe");
  errno = 0;
  std::ofstream stream(probe);
  if (!stream) throw folder_error(path, last_reason());
  stream.close();
  fs::remove(probe, error);
}

std::string OutputFolder::file(std::string_view name) const {
  return (fs::path(path_) / name).string();
}

std::string OutputFolder::temporary(std::string_view name) const { return file(name) + ".partial"; }

void OutputFolder::commit(std::string_view name) const {
  std::error_code error;
  fs::rename(temporary(name), file(name), error);
  if (error) throw folder_error(path_, error.message());
}

void OutputFolder::write(std::string_view name, std::string_view contents) const {
  if (!enabled()) return;
  std::error_code error;
  fs::create_directories(fs::path(file(name)).parent_path(), error);  // write_text_file tells why
  write_text_file(file(name), contents);
}

}  // namespace podsim::config
