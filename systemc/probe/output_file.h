// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_PROBE_OUTPUT_FILE_H_
#define PODSIM_SYSTEMC_PROBE_OUTPUT_FILE_H_

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace podsim {

/// A file that appears whole or not at all: written under PATH.partial, renamed by commit().
class OutputFile {
 public:
  /// Throws UserError OUT-001 if the file cannot be opened for writing.
  explicit OutputFile(std::string path);
  /// Removes the partial file unless commit() was called.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Appends. A failure (disk full) is remembered and thrown by commit(), so that a probe never
  /// stops a run.
  void write(std::string_view text);
  /// Bytes handed to write() so far.
  std::uint64_t bytes() const { return bytes_; }

  /// Flushes, closes and renames. Throws UserError OUT-002 if anything could not be written.
  void commit();

 private:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::string partial_path() const { return path_ + ".partial"; }
  void remember_error();

  std::string path_;
  std::unique_ptr<std::FILE, Closer> file_;
  std::uint64_t bytes_ = 0;
  int error_ = 0;  ///< errno of the first failure
};

/// Writes a whole file through OutputFile.
void write_text_file(const std::string& path, std::string_view text);

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_PROBE_OUTPUT_FILE_H_
