// SPDX-License-Identifier: Apache-2.0
#include "sw/config/override.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <string_view>
#include <vector>

namespace podsim::config {
namespace {

/// Written name[+]: one past the end, wherever that is.
constexpr std::size_t kAppend = static_cast<std::size_t>(-1);

/// One step of a path: a key, and an index if it names a list's item.
struct Step {
  std::string key;
  std::optional<std::size_t> index;
};

UserError bad_path(const Override& setting, const std::string& reason) {
  return UserError("CFG-013", fmt::format("cannot set '{}': {}", setting.path, reason),
                   {setting.origin, 0, 0});
}

Step parse_step(const Override& setting, std::string_view text) {
  Step step;
  const std::size_t bracket = text.find('[');
  step.key = std::string(text.substr(0, bracket));
  if (step.key.empty()) throw bad_path(setting, "a key is missing");
  if (bracket == std::string_view::npos) return step;
  const std::string_view digits = text.substr(bracket + 1, text.size() - bracket - 2);
  if (digits == "+") {
    step.index = kAppend;
    return step;
  }
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
  const bool whole = error == std::errc{} && end == digits.data() + digits.size();
  if (text.back() != ']' || !whole)
    throw bad_path(setting, "write an index as name[0], or name[+] to add one");
  step.index = index;
  return step;
}

std::vector<Step> parse_path(const Override& setting) {
  std::vector<Step> steps;
  std::string_view rest = setting.path;
  while (true) {
    const std::size_t dot = rest.find('.');
    steps.push_back(parse_step(setting, rest.substr(0, dot)));
    if (dot == std::string_view::npos) return steps;
    rest.remove_prefix(dot + 1);
  }
}

void place_everything(ConfigValue& value, const SourcePlace& place, const std::string& raw) {
  value.place = place;
  value.raw = raw;
  for (ConfigValue& item : value.items) place_everything(item, place, raw);
  for (ConfigEntry& entry : value.entries) {
    entry.place = place;
    place_everything(entry.value, place, raw);
  }
}

/// A TOML value; anything else is a bare word, so that units need no quotes.
ConfigValue parse_value(const Override& setting) {
  ConfigValue value;
  value.kind = ConfigValue::Kind::kText;
  value.text = setting.value;
  try {
    const ConfigValue table = parse_toml("value = " + setting.value, setting.origin);
    if (table.entries.size() == 1 && table.entries.front().key == "value")
      value = table.entries.front().value;
  } catch (const UserError&) {
    // Not TOML: stays the word itself.
  }
  place_everything(value, {setting.origin, 0, 0}, setting.value);
  return value;
}

ConfigEntry& entry_of(ConfigValue& table, const std::string& key, const SourcePlace& place) {
  if (ConfigEntry* entry = table.find(key)) return *entry;
  ConfigValue empty;
  empty.place = place;
  table.entries.push_back({key, place, empty});
  return table.entries.back();
}

ConfigValue& item_of(const Override& setting, ConfigEntry& entry, const Step& step) {
  ConfigValue& list = entry.value;
  const bool fresh = list.kind == ConfigValue::Kind::kTable && list.entries.empty();
  if (fresh) list.kind = ConfigValue::Kind::kList;
  if (list.kind != ConfigValue::Kind::kList)
    throw bad_path(setting, fmt::format("'{}' is no list", step.key));
  const std::size_t index = *step.index == kAppend ? list.items.size() : *step.index;
  if (index > list.items.size()) {
    throw bad_path(setting, fmt::format("'{}' has {} items; the next is {}[{}]", step.key,
                                        list.items.size(), step.key, list.items.size()));
  }
  if (index == list.items.size()) {
    ConfigValue item;
    item.place = {setting.origin, 0, 0};
    list.items.push_back(item);
  }
  return list.items[index];
}

}  // namespace

Override parse_override(const std::string& text) {
  const std::string origin = "command line: -s " + text;
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw UserError("CFG-013", fmt::format("'{}' sets nothing", text), {origin, 0, 0},
                    "write path=value, for example pod.width=6");
  }
  return {text.substr(0, equals), text.substr(equals + 1), origin};
}

void apply(const Override& setting, ConfigValue& root) {
  const SourcePlace place{setting.origin, 0, 0};
  const std::vector<Step> steps = parse_path(setting);
  ConfigValue* at = &root;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (at->kind != ConfigValue::Kind::kTable)
      throw bad_path(setting, fmt::format("'{}' is inside no table", steps[i].key));
    ConfigEntry& entry = entry_of(*at, steps[i].key, place);
    at = steps[i].index ? &item_of(setting, entry, steps[i]) : &entry.value;
    if (i + 1 < steps.size()) continue;
    entry.place = place;
    *at = parse_value(setting);
  }
}

}  // namespace podsim::config
