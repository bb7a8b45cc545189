// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_CONFIG_CONFIG_VALUE_H_
#define PODSIM_SW_CONFIG_CONFIG_VALUE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "firmware/diagnostics/user_error.h"

namespace podsim::config {

struct ConfigEntry;

/// A value of a configuration file with the place where it was written.
struct ConfigValue {
  enum class Kind : std::uint8_t { kBoolean, kInteger, kReal, kText, kList, kTable, kDate };

  Kind kind = Kind::kTable;
  bool boolean = false;
  std::int64_t integer = 0;
  double real = 0;
  std::string text;
  std::vector<ConfigValue> items;    ///< of a list
  std::vector<ConfigEntry> entries;  ///< of a table, in the order of the file
  SourcePlace place;
  std::string raw;  ///< as typed, for values of the command line

  const ConfigEntry* find(std::string_view key) const;
  ConfigEntry* find(std::string_view key);
};

struct ConfigEntry {
  std::string key;
  SourcePlace place;  ///< of the key
  ConfigValue value;
};

/// "an integer", "a list", ...: for messages.
std::string_view kind_name(ConfigValue::Kind kind);

/// Reads TOML. Throws UserError CFG-001 for text that is not TOML or defines something twice.
/// The only place that knows the TOML library is toml_parser.cpp.
ConfigValue parse_toml(const std::string& text, const std::string& file);

}  // namespace podsim::config

#endif  // PODSIM_SW_CONFIG_CONFIG_VALUE_H_
