// SPDX-License-Identifier: Apache-2.0
#include "sw/cli/terminal.h"

#include <unistd.h>

#include <cstdlib>
#include <ostream>
#include <sstream>

namespace podsim::cli {
namespace {

constexpr std::string_view kRed = "\x1b[1;31m";
constexpr std::string_view kEraseLine = "\r\x1b[K";
constexpr std::string_view kPlain = "\x1b[0m";

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string{} : std::string(value);
}

}  // namespace

Terminal::Terminal(std::ostream& out, std::ostream& err, bool err_is_tty)
    : out_(out),
      err_(err),
      progress_(err_is_tty && environment("TERM") != "dumb"),
      colour_(progress_ && environment("NO_COLOR").empty()) {}

void Terminal::progress(std::string_view line) {
  if (!progress_) return;
  err_ << kEraseLine << line << std::flush;
  line_shown_ = true;
}

void Terminal::end_progress() {
  if (line_shown_) err_ << kEraseLine << std::flush;
  line_shown_ = false;
}

void Terminal::note(std::string_view text) { err_ << "podsim: note: " << text << '\n'; }

std::string Terminal::coloured(std::string_view line) const {
  const std::size_t begin = line.find("error [");
  const std::size_t end = begin == std::string_view::npos ? begin : line.find(']', begin);
  if (!colour_ || end == std::string_view::npos) return std::string(line);
  std::string text(line.substr(0, begin));
  text += kRed;
  text += line.substr(begin, end + 1 - begin);
  text += kPlain;
  text += line.substr(end + 1);
  return text;
}

void Terminal::error(std::string_view text) {
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    const bool has_place = line.rfind("error [", 0) != 0;
    err_ << (has_place ? "" : "podsim: ") << coloured(line) << '\n';
  }
  err_ << std::flush;
}

void Terminal::report(std::string_view text) { err_ << text << std::flush; }

bool stderr_is_terminal() { return isatty(STDERR_FILENO) != 0; }

}  // namespace podsim::cli
