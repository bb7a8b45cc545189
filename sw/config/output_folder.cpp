// SPDX-License-Identifier: Apache-2.0
#include "sw/config/output_folder.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "firmware/diagnostics/user_error.h"

namespace podsim::config {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kTemporarySuffix = ".part";

UserError folder_error(const std::string& path, const std::string& reason) {
  return UserError("CFG-019",
                   fmt::format("cannot write to the output folder '{}': {}", path, reason), {},
                   "give another one with --out");
}

UserError file_error(const std::string& file, const std::string& reason) {
  return UserError("CFG-020", fmt::format("cannot write '{}': {}", file, reason));
}

std::string last_reason() { return errno == 0 ? "unknown reason" : std::strerror(errno); }

void write_plain(const std::string& file, std::string_view contents) {
  errno = 0;
  std::ofstream stream(file, std::ios::binary | std::ios::trunc);
  stream.write(contents.data(), static_cast<std::streamsize>(contents.size()));
  stream.close();
  if (!stream) throw file_error(file, last_reason());
}

void rename_into_place(const std::string& from, const std::string& to) {
  std::error_code error;
  fs::rename(from, to, error);
  if (error) throw file_error(to, error.message());
}

std::string temporary_name(const std::string& file) { return file + std::string(kTemporarySuffix); }

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

std::string OutputFolder::temporary(std::string_view name) const {
  return temporary_name(file(name));
}

void OutputFolder::commit(std::string_view name) const {
  rename_into_place(temporary(name), file(name));
}

void OutputFolder::write(std::string_view name, std::string_view contents) const {
  if (enabled()) write_file(file(name), contents);
}

void write_file(const std::string& file, std::string_view contents) {
  const fs::path folder = fs::path(file).parent_path();
  std::error_code error;
  if (!folder.empty()) fs::create_directories(folder, error);
  if (error) throw file_error(file, error.message());
  // Devices and pipes (/dev/stdout) cannot be replaced by a rename.
  if (fs::exists(file, error) && !fs::is_regular_file(file, error))
    return write_plain(file, contents);
  write_plain(temporary_name(file), contents);
  rename_into_place(temporary_name(file), file);
}

}  // namespace podsim::config
