// SPDX-License-Identifier: Apache-2.0
#include "sw/training/gzip_file.h"

#include <fmt/format.h>
#include <zlib.h>

#include <cerrno>
#include <cstring>
#include <memory>

#include "firmware/diagnostics/user_error.h"

namespace podsim::training {
namespace {

struct CloseGzip {
  void operator()(gzFile file) const { gzclose(file); }
};
using GzipHandle = std::unique_ptr<gzFile_s, CloseGzip>;

[[noreturn]] void fail(const std::string& path, std::size_t offset, const std::string& why) {
  throw UserError("IDX-001", fmt::format("{}, at byte {} of the contents", why, offset), {path});
}

std::string last_error(gzFile file) {
  int code = Z_OK;
  const char* text = gzerror(file, &code);
  return code == Z_ERRNO ? std::strerror(errno) : text;
}

}  // namespace

std::vector<std::uint8_t> read_gzip_file(const std::string& path) {
  constexpr std::size_t kBlock = std::size_t{1} << 18;
  const GzipHandle file(gzopen(path.c_str(), "rb"));
  if (!file)
    throw UserError("IDX-001", fmt::format("cannot open: {}", std::strerror(errno)), {path});
  std::vector<std::uint8_t> contents;
  while (true) {
    const std::size_t before = contents.size();
    contents.resize(before + kBlock);
    const int count = gzread(file.get(), contents.data() + before, kBlock);
    contents.resize(before + static_cast<std::size_t>(count > 0 ? count : 0));
    if (count < 0) fail(path, contents.size(), "cannot read: " + last_error(file.get()));
    if (static_cast<std::size_t>(count) < kBlock) break;
  }
  // A stream cut short is reported only when the end is asked for.
  int code = Z_OK;
  const char* text = gzerror(file.get(), &code);
  if (code != Z_OK && code != Z_STREAM_END)
    fail(path, contents.size(), std::string("damaged: ") + text);
  return contents;
}

}  // namespace podsim::training
