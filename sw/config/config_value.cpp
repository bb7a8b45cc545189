// SPDX-License-Identifier: Apache-2.0
#include "sw/config/config_value.h"

#include <algorithm>

namespace podsim::config {

const ConfigEntry* ConfigValue::find(std::string_view key) const {
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [&](const ConfigEntry& entry) { return entry.key == key; });
  return found == entries.end() ? nullptr : &*found;
}

ConfigEntry* ConfigValue::find(std::string_view key) {
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [&](const ConfigEntry& entry) { return entry.key == key; });
  return found == entries.end() ? nullptr : &*found;
}

std::string_view kind_name(ConfigValue::Kind kind) {
  switch (kind) {
    case ConfigValue::Kind::kBoolean:
      return "a boolean";
    case ConfigValue::Kind::kInteger:
      return "an integer";
    case ConfigValue::Kind::kReal:
      return "a real number";
    case ConfigValue::Kind::kText:
      return "a text";
    case ConfigValue::Kind::kList:
      return "a list";
    case ConfigValue::Kind::kTable:
      return "a table";
    case ConfigValue::Kind::kDate:
      return "a date or time";
  }
  return "a value";
}

}  // namespace podsim::config
