// SPDX-License-Identifier: Apache-2.0
#include "sw/config/field_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "firmware/diagnostics/nearest_name.h"
#include "sw/config/units.h"
#include "sw/config/values.h"

namespace podsim::config {
namespace {

using Kind = ConfigValue::Kind;

UserError wrong_type(const FieldInfo& info, const ConfigValue& value, std::string_view expected) {
  return UserError("CFG-004", fmt::format("'{}' must be {}, not {}", info.name, expected,
                                          kind_name(value.kind)));
}

/// The text of a value; a value of the command line may be any word.
std::string text_of(const FieldInfo& info, const ConfigValue& value, std::string_view expected) {
  if (value.kind == Kind::kText) return value.text;
  const bool word = value.kind != Kind::kList && value.kind != Kind::kTable;
  if (word && !value.raw.empty()) return value.raw;
  throw wrong_type(info, value, expected);
}

UserError without_unit(const FieldInfo& info, const ConfigValue& value) {
  const std::string number =
      value.kind == Kind::kReal ? format_real(value.real) : fmt::format("{}", value.integer);
  return UserError("CFG-005", fmt::format("'{}' = {} has no unit", info.name, number), {},
                   fmt::format("write a text with one of {}", accepted_units(info.unit)));
}

std::string range_text(const FieldInfo& info, bool whole) {
  if (has_dimension(info.unit)) {
    return fmt::format("{} to {}",
                       format_quantity(static_cast<std::int64_t>(info.minimum), info.unit),
                       format_quantity(static_cast<std::int64_t>(info.maximum), info.unit));
  }
  if (!whole) return fmt::format("{} to {}", info.minimum, info.maximum);
  return fmt::format("{:.0f} to {:.0f}", info.minimum, info.maximum);
}

void check_range(const FieldInfo& info, double value, const std::string& written, bool whole) {
  const bool limited = info.maximum > info.minimum;
  if (!limited || (value >= info.minimum && value <= info.maximum)) return;
  throw UserError("CFG-007", fmt::format("'{}' = {} is out of range", info.name, written), {},
                  range_text(info, whole));
}

std::int64_t read_quantity(const FieldInfo& info, const ConfigValue& value) {
  if (value.kind == Kind::kText) return parse_quantity(value.text, info.unit);
  if (value.kind != Kind::kInteger && value.kind != Kind::kReal)
    throw wrong_type(info, value, "a text with a number and a unit");
  const bool zero = value.kind == Kind::kInteger && value.integer == 0;
  if (!zero) throw without_unit(info, value);
  return 0;
}

double read_number(const FieldInfo& info, const ConfigValue& value) {
  if (value.kind == Kind::kInteger) return static_cast<double>(value.integer);
  if (value.kind == Kind::kReal) return value.real;
  throw wrong_type(info, value, "a number");
}

std::vector<std::int64_t> read_core_list(const FieldInfo& info, const ConfigValue& value) {
  std::vector<std::int64_t> ids;
  for (const ConfigValue& item : value.items) {
    if (item.kind != Kind::kInteger || item.integer < 0)
      throw wrong_type(info, item, "a list of core numbers");
    ids.push_back(item.integer);
  }
  return ids;
}

CoreSelection read_cores(const FieldInfo& info, const ConfigValue& value) {
  const bool all = value.kind == Kind::kText && value.text == "all";
  if (all) return {};
  if (value.kind == Kind::kInteger && value.integer >= 0) return {false, {value.integer}};
  if (value.kind == Kind::kList) return {false, read_core_list(info, value)};
  throw UserError("CFG-004", fmt::format("'{}' must name cores", info.name), {},
                  "\"all\", a core number, or a list of core numbers");
}

int find_choice(const FieldInfo& info, const std::string& word,
                const std::vector<std::string>& names) {
  const auto found = std::find(names.begin(), names.end(), word);
  if (found != names.end()) return static_cast<int>(found - names.begin());
  std::string hint = did_you_mean(word, names);
  if (hint.empty()) hint = fmt::format("one of {}", fmt::join(names, ", "));
  throw UserError("CFG-008", fmt::format("'{}' cannot be '{}'", info.name, word), {}, hint);
}

std::string resolve_path(const std::string& written, const ConfigValue& value) {
  const bool from_command_line = !value.raw.empty();
  if (written.empty() || from_command_line) return written;
  const std::filesystem::path folder = std::filesystem::path(value.place.file).parent_path();
  return (folder / written).lexically_normal().string();
}

}  // namespace

FieldReader::FieldReader(const ConfigValue& table, std::string path, ErrorList& errors,
                         std::map<std::string, SourcePlace>& places)
    : table_(table), path_(std::move(path)), errors_(errors), places_(places) {}

std::string FieldReader::full_name(std::string_view key) const {
  return path_.empty() ? std::string(key) : fmt::format("{}.{}", path_, key);
}

void FieldReader::field(const FieldInfo& info, const Read& read) {
  known_.emplace_back(info.name);
  const ConfigEntry* entry = table_.find(info.name);
  if (entry == nullptr) return;
  places_[full_name(info.name)] = entry->place;
  try {
    read(entry->value);
  } catch (const UserError& error) {
    errors_.add(at_place(error, entry->value.place));
  }
}

void FieldReader::integer(const FieldInfo& info, std::int64_t& value) {
  field(info, [&](const ConfigValue& written) {
    const bool quantity = has_dimension(info.unit);
    if (!quantity && written.kind != Kind::kInteger) throw wrong_type(info, written, "an integer");
    const std::int64_t number = quantity ? read_quantity(info, written) : written.integer;
    check_range(info, static_cast<double>(number), format_quantity(number, info.unit), true);
    value = number;
  });
}

void FieldReader::real(const FieldInfo& info, double& value) {
  field(info, [&](const ConfigValue& written) {
    const bool quantity = has_dimension(info.unit) && written.kind == Kind::kText;
    const double number =
        quantity ? parse_real_quantity(written.text, info.unit) : read_number(info, written);
    if (has_dimension(info.unit) && !quantity && number != 0) throw without_unit(info, written);
    check_range(info, number, format_real(number), false);
    value = number;
  });
}

void FieldReader::boolean(const FieldInfo& info, bool& value) {
  field(info, [&](const ConfigValue& written) {
    if (written.kind != Kind::kBoolean) throw wrong_type(info, written, "true or false");
    value = written.boolean;
  });
}

void FieldReader::text(const FieldInfo& info, std::string& value) {
  field(info, [&](const ConfigValue& written) { value = text_of(info, written, "a text"); });
}

void FieldReader::choice(const FieldInfo& info, const std::vector<std::string>& names, int& value) {
  field(info, [&](const ConfigValue& written) {
    value = find_choice(info, text_of(info, written, "a text"), names);
  });
}

void FieldReader::place(const FieldInfo& info, std::optional<Coordinate>& value) {
  field(info, [&](const ConfigValue& written) {
    value = parse_coordinate(text_of(info, written, "a text \"x,y\""));
  });
}

void FieldReader::places(const FieldInfo& info, std::vector<Coordinate>& value) {
  field(info, [&](const ConfigValue& written) {
    if (written.kind != Kind::kList) throw wrong_type(info, written, "a list of texts \"x,y\"");
    value.clear();
    for (const ConfigValue& item : written.items)
      value.push_back(parse_coordinate(text_of(info, item, "a list of texts \"x,y\"")));
  });
}

void FieldReader::extent(const FieldInfo& info, std::optional<Extent>& value) {
  field(info, [&](const ConfigValue& written) {
    value = parse_extent(text_of(info, written, "a text \"WxH\""));
  });
}

void FieldReader::region(const FieldInfo& info, std::optional<Region>& value) {
  field(info, [&](const ConfigValue& written) {
    value = parse_region(text_of(info, written, "a text \"WxH@x,y\""));
  });
}

void FieldReader::cores(const FieldInfo& info, CoreSelection& value) {
  field(info, [&](const ConfigValue& written) { value = read_cores(info, written); });
}

void FieldReader::numbers(const FieldInfo& info, std::vector<double>& value) {
  field(info, [&](const ConfigValue& written) {
    if (written.kind != Kind::kList) throw wrong_type(info, written, "a list of numbers");
    value.clear();
    for (const ConfigValue& item : written.items) value.push_back(read_number(info, item));
  });
}

void FieldReader::path(const FieldInfo& info, std::string& value) {
  field(info, [&](const ConfigValue& written) {
    value = resolve_path(text_of(info, written, "a text"), written);
  });
}

void FieldReader::report_unknown_keys() {
  for (const ConfigEntry& entry : table_.entries) {
    if (std::find(known_.begin(), known_.end(), entry.key) != known_.end()) continue;
    std::string hint = did_you_mean(entry.key, known_);
    if (hint.empty()) hint = fmt::format("known keys: {}", fmt::join(known_, ", "));
    errors_.add(UserError("CFG-003", fmt::format("unknown key '{}'", full_name(entry.key)),
                          entry.place, hint));
  }
}

}  // namespace podsim::config
