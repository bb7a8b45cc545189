// SPDX-License-Identifier: Apache-2.0
#include "sw/config/values.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "firmware/diagnostics/user_error.h"

namespace podsim::config {
namespace {

std::string_view trim(std::string_view text) {
  constexpr std::string_view kSpaces = " \t";
  const std::size_t first = text.find_first_not_of(kSpaces);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpaces) - first + 1);
}

std::optional<int> whole_number(std::string_view text) {
  text = trim(text);
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return {};
  return value;
}

struct Pair {
  int first = 0;
  int second = 0;
};

std::optional<Pair> number_pair(std::string_view text, char separator) {
  const std::size_t middle = text.find(separator);
  if (middle == std::string_view::npos) return {};
  const std::optional<int> first = whole_number(text.substr(0, middle));
  const std::optional<int> second = whole_number(text.substr(middle + 1));
  if (!first || !second) return {};
  return Pair{*first, *second};
}

}  // namespace

Coordinate parse_coordinate(std::string_view text) {
  std::string_view inner = trim(text);
  if (inner.size() > 2 && inner.front() == '(' && inner.back() == ')')
    inner = inner.substr(1, inner.size() - 2);
  const std::optional<Pair> pair = number_pair(inner, ',');
  if (!pair) {
    throw UserError("CFG-009", fmt::format("'{}' is not the place of a chip", text), {},
                    "write x,y: column from the west, row from the north");
  }
  return {pair->first, pair->second};
}

std::string format_coordinate(const Coordinate& at) { return fmt::format("{},{}", at.x, at.y); }

Extent parse_extent(std::string_view text) {
  const std::optional<Pair> pair = number_pair(text, 'x');
  if (!pair || pair->first < 1 || pair->second < 1) {
    throw UserError("CFG-009", fmt::format("'{}' is not a size in chips", text), {},
                    "write WxH: columns x rows, each at least 1");
  }
  return {pair->first, pair->second};
}

std::string format_extent(const Extent& extent) {
  return fmt::format("{}x{}", extent.width, extent.height);
}

Region parse_region(std::string_view text) {
  const std::size_t middle = text.find('@');
  const std::optional<Pair> size =
      middle == std::string_view::npos ? std::nullopt : number_pair(text.substr(0, middle), 'x');
  const std::optional<Pair> at = size ? number_pair(text.substr(middle + 1), ',') : std::nullopt;
  if (!at || size->first < 1 || size->second < 1) {
    throw UserError("CFG-009", fmt::format("'{}' is not a region of chips", text), {},
                    "write WxH@x,y: columns x rows from the north-west corner x,y");
  }
  return {{at->first, at->second}, size->first, size->second};
}

std::string toml_quote(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += c;
    } else if (c == '\n') {
      quoted += "\\n";
    } else if (static_cast<unsigned char>(c) < 0x20) {
      quoted += fmt::format("\\u{:04X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    } else {
      quoted += c;
    }
  }
  return quoted + '"';
}

}  // namespace podsim::config
