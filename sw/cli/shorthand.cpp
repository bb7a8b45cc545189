// SPDX-License-Identifier: Apache-2.0
// Short options for what every run needs to say about its pod.
#include <fmt/format.h>

#include "firmware/diagnostics/user_error.h"
#include "sw/cli/command_line.h"
#include "sw/config/values.h"

namespace podsim::cli {
namespace {

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  while (true) {
    const std::size_t end = text.find(separator, begin);
    parts.push_back(text.substr(begin, end - begin));
    if (end == std::string::npos) return parts;
    begin = end + 1;
  }
}

std::string key_of_third(const std::string& kind) { return kind == "link" ? "port" : "size"; }

}  // namespace

config::Override parse_failure(const std::string& text) {
  const std::vector<std::string> parts = split(text, ':');
  const std::string origin = "command line: --fail " + text;
  if (parts.size() < 2 || parts.size() > 3) {
    throw UserError("CLI-003", fmt::format("'{}' names no failure", text), {origin, 0, 0},
                    "chip:x,y, board:x,y, block:x,y:WxH or link:x,y:N");
  }
  std::string table = fmt::format("{{kind = {}, at = {}", config::toml_quote(parts[0]),
                                  config::toml_quote(parts[1]));
  if (parts.size() == 3) {
    table += fmt::format(", {} = {}", key_of_third(parts[0]), config::toml_quote(parts[2]));
  }
  return {"failure[+]", table + "}", origin};
}

std::vector<config::Override> parse_mesh(const std::string& text) {
  const std::string origin = "command line: --mesh " + text;
  const std::vector<std::string> sides = split(text, 'x');
  if (sides.size() != 2 || sides[0].empty() || sides[1].empty()) {
    throw UserError("CLI-003", fmt::format("'{}' is no size of a mesh", text), {origin, 0, 0},
                    "write WxH, for example 6x6");
  }
  return {{"pod.width", sides[0], origin}, {"pod.height", sides[1], origin}};
}

}  // namespace podsim::cli
