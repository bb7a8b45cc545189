// SPDX-License-Identifier: Apache-2.0
// The one translation unit that includes the TOML library.
#include <toml++/toml.h>

#include <algorithm>
#include <string>
#include <utility>

#include "sw/config/config_value.h"

namespace podsim::config {
namespace {

SourcePlace place_of(const toml::source_region& region, const std::string& file) {
  return {file, static_cast<int>(region.begin.line), static_cast<int>(region.begin.column)};
}

ConfigValue convert(const toml::node& node, const std::string& file);

void convert_table(const toml::table& table, const std::string& file, ConfigValue& value) {
  for (const auto& [key, node] : table) {
    value.entries.push_back(
        {std::string(key.str()), place_of(key.source(), file), convert(node, file)});
  }
  // The library keeps keys in alphabetical order; people expect that of their file.
  std::stable_sort(
      value.entries.begin(), value.entries.end(), [](const ConfigEntry& a, const ConfigEntry& b) {
        return std::pair(a.place.line, a.place.column) < std::pair(b.place.line, b.place.column);
      });
}

ConfigValue convert(const toml::node& node, const std::string& file) {
  ConfigValue value;
  value.place = place_of(node.source(), file);
  if (const toml::table* table = node.as_table()) {
    value.kind = ConfigValue::Kind::kTable;
    convert_table(*table, file, value);
  } else if (const toml::array* list = node.as_array()) {
    value.kind = ConfigValue::Kind::kList;
    for (const toml::node& item : *list) value.items.push_back(convert(item, file));
  } else if (const auto* text = node.as_string()) {
    value.kind = ConfigValue::Kind::kText;
    value.text = text->get();
  } else if (const auto* integer = node.as_integer()) {
    value.kind = ConfigValue::Kind::kInteger;
    value.integer = integer->get();
  } else if (const auto* real = node.as_floating_point()) {
    value.kind = ConfigValue::Kind::kReal;
    value.real = real->get();
  } else if (const auto* boolean = node.as_boolean()) {
    value.kind = ConfigValue::Kind::kBoolean;
    value.boolean = boolean->get();
  } else {
    value.kind = ConfigValue::Kind::kDate;
  }
  return value;
}

}  // namespace

ConfigValue parse_toml(const std::string& text, const std::string& file) {
  try {
    const toml::table table = toml::parse(text, file);
    return convert(table, file);
  } catch (const toml::parse_error& error) {
    throw UserError("CFG-001", std::string(error.description()), place_of(error.source(), file));
  }
}

}  // namespace podsim::config
