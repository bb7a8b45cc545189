// SPDX-License-Identifier: Apache-2.0
#include "systemc/probe/output_file.h"

#include <cerrno>
#include <cstring>
#include <utility>

#include "firmware/diagnostics/user_error.h"

namespace podsim {

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
  file_.reset(std::fopen(partial_path().c_str(), "wb"));
  if (file_ == nullptr) {
    throw UserError("OUT-001", std::string("cannot open for writing: ") + std::strerror(errno),
                    {path_, 0, 0}, "choose another folder with --out");
  }
}

OutputFile::~OutputFile() {
  if (file_ == nullptr) return;
  file_.reset();
  std::remove(partial_path().c_str());
}

void OutputFile::write(std::string_view text) {
  bytes_ += text.size();
  if (error_ != 0) return;
  if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size()) remember_error();
}

void OutputFile::commit() {
  if (std::fflush(file_.get()) != 0) remember_error();
  if (std::fclose(file_.release()) != 0) remember_error();
  if (error_ == 0 && std::rename(partial_path().c_str(), path_.c_str()) != 0) remember_error();
  if (error_ == 0) return;
  std::remove(partial_path().c_str());
  throw UserError("OUT-002", std::string("cannot write: ") + std::strerror(error_), {path_, 0, 0});
}

void OutputFile::remember_error() {
  if (error_ == 0) error_ = errno != 0 ? errno : EIO;
}

void write_text_file(const std::string& path, std::string_view text) {
  OutputFile file(path);
  file.write(text);
  file.commit();
}

}  // namespace podsim
