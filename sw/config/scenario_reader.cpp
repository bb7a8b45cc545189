// SPDX-License-Identifier: Apache-2.0
#include "sw/config/scenario_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "firmware/diagnostics/nearest_name.h"
#include "sw/config/error_list.h"
#include "sw/config/field_reader.h"

namespace podsim::config {
namespace {

using Kind = ConfigValue::Kind;

class ScenarioReader final : public SectionVisitor {
 public:
  ScenarioReader(const ConfigValue& root, Scenario& scenario, ErrorList& errors)
      : root_(root), scenario_(scenario), errors_(errors) {}

  void table(std::string_view name, std::string_view doc,
             const std::function<void(ScenarioVisitor&)>& fields) override;
  void list(std::string_view name, std::string_view doc, const ListAccess& items) override;
  void report_unknown_sections();

 private:
  void read_item(const ConfigValue& item, const std::string& path, std::size_t index,
                 const ListAccess& items);

  const ConfigValue& root_;
  Scenario& scenario_;
  ErrorList& errors_;
  std::vector<std::string> known_;
};

void ScenarioReader::table(std::string_view name, std::string_view,
                           const std::function<void(ScenarioVisitor&)>& fields) {
  if (name.empty()) {
    FieldReader reader(root_, "", errors_, scenario_.places);
    fields(reader);
    known_.insert(known_.end(), reader.known().begin(), reader.known().end());
    return;
  }
  known_.emplace_back(name);
  const ConfigEntry* entry = root_.find(name);
  if (entry == nullptr) return;
  scenario_.places[std::string(name)] = entry->place;
  if (entry->value.kind != Kind::kTable) {
    errors_.add(UserError("CFG-004", fmt::format("'{}' must be a table", name), entry->place,
                          fmt::format("write [{}]", name)));
    return;
  }
  FieldReader reader(entry->value, std::string(name), errors_, scenario_.places);
  fields(reader);
  reader.report_unknown_keys();
}

void ScenarioReader::list(std::string_view name, std::string_view, const ListAccess& items) {
  known_.emplace_back(name);
  const ConfigEntry* entry = root_.find(name);
  if (entry == nullptr) return;
  const std::vector<ConfigValue>& written = entry->value.items;
  const bool tables = std::all_of(written.begin(), written.end(), [](const ConfigValue& item) {
    return item.kind == Kind::kTable;
  });
  if (entry->value.kind != Kind::kList || !tables) {
    errors_.add(UserError("CFG-004", fmt::format("'{}' must be a list of tables", name),
                          entry->place, fmt::format("write [[{}]]", name)));
    return;
  }
  for (std::size_t i = 0; i < written.size(); ++i)
    read_item(written[i], fmt::format("{}[{}]", name, i), i, items);
}

void ScenarioReader::read_item(const ConfigValue& item, const std::string& path, std::size_t index,
                               const ListAccess& items) {
  scenario_.places[path] = item.place;
  items.append();
  FieldReader reader(item, path, errors_, scenario_.places);
  items.visit(index, reader);
  reader.report_unknown_keys();
}

void ScenarioReader::report_unknown_sections() {
  for (const ConfigEntry& entry : root_.entries) {
    if (std::find(known_.begin(), known_.end(), entry.key) != known_.end()) continue;
    std::string hint = did_you_mean(entry.key, known_);
    if (hint.empty()) hint = fmt::format("known: {}", fmt::join(known_, ", "));
    const bool table = entry.value.kind == Kind::kTable || entry.value.kind == Kind::kList;
    errors_.add(UserError("CFG-003",
                          fmt::format("unknown {} '{}'", table ? "table" : "key", entry.key),
                          entry.place, hint));
  }
}

void apply_all(const std::vector<Override>& overrides, ConfigValue& root, ErrorList& errors) {
  for (const Override& setting : overrides) {
    try {
      apply(setting, root);
    } catch (const UserError& error) {
      errors.add(error);
    }
  }
}

}  // namespace

Scenario read_scenario(const std::string& text, const std::string& file,
                       const std::vector<Override>& overrides) {
  ConfigValue root = parse_toml(text, file);
  ErrorList errors;
  apply_all(overrides, root, errors);
  Scenario scenario;
  ScenarioReader reader(root, scenario, errors);
  visit_sections(scenario, reader);
  reader.report_unknown_sections();
  errors.throw_if_any();
  return scenario;
}

Scenario load_scenario(const std::string& file, const std::vector<Override>& overrides) {
  const std::string text = file.empty() ? std::string{} : read_file(file, "configuration");
  return read_scenario(text, file, overrides);
}

std::string read_file(const std::string& file, const std::string& what, const SourcePlace& place) {
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  const bool folder = std::filesystem::is_directory(file);
  if (!stream || folder) {
    const char* reason = folder ? "it is a folder" : std::strerror(errno);
    throw UserError("CFG-002", fmt::format("cannot read {} '{}': {}", what, file, reason), place);
  }
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

}  // namespace podsim::config
