// SPDX-License-Identifier: Apache-2.0
#include "sw/config/json_writer.h"

#include <fmt/format.h>

#include <cmath>

namespace podsim::config {

std::string json_quote(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += c;
    } else if (c == '\n') {
      quoted += "\\n";
    } else if (static_cast<unsigned char>(c) < 0x20) {
      quoted += fmt::format("\\u{:04x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    } else {
      quoted += c;
    }
  }
  return quoted + '"';
}

JsonWriter& JsonWriter::begin_object(std::string_view key) { return begin(key, '{', '}'); }
JsonWriter& JsonWriter::begin_list(std::string_view key) { return begin(key, '[', ']'); }

JsonWriter& JsonWriter::begin(std::string_view key, char open, char close) {
  raw(key, std::string_view(&open, 1));
  levels_.push_back({close, true});
  return *this;
}

JsonWriter& JsonWriter::end() {
  const Level level = levels_.back();
  levels_.pop_back();
  if (!level.empty) new_line();
  text_ += level.close;
  return *this;
}

JsonWriter& JsonWriter::text(std::string_view key, std::string_view value) {
  return raw(key, json_quote(value));
}

JsonWriter& JsonWriter::integer(std::string_view key, std::int64_t value) {
  return raw(key, fmt::format("{}", value));
}

JsonWriter& JsonWriter::real(std::string_view key, double value) {
  return raw(key, std::isfinite(value) ? fmt::format("{}", value) : "null");
}

JsonWriter& JsonWriter::boolean(std::string_view key, bool value) {
  return raw(key, value ? "true" : "false");
}

JsonWriter& JsonWriter::raw(std::string_view key, std::string_view value) {
  if (!levels_.empty()) {
    if (!levels_.back().empty) text_ += ',';
    levels_.back().empty = false;
    new_line();
  }
  if (!key.empty()) text_ += json_quote(key) + ": ";
  text_ += value;
  return *this;
}

void JsonWriter::new_line() {
  text_ += '\n';
  text_.append(levels_.size() * 2, ' ');
}

}  // namespace podsim::config
