// SPDX-License-Identifier: Apache-2.0
#include "sw/config/scenario_writer.h"

#include <fmt/format.h>

#include "sw/config/field_writer.h"

namespace podsim::config {
namespace {

class ScenarioWriter final : public SectionVisitor {
 public:
  explicit ScenarioWriter(bool absolute_paths) : absolute_paths_(absolute_paths) {}

  void table(std::string_view name, std::string_view,
             const std::function<void(ScenarioVisitor&)>& fields) override {
    FieldWriter writer(absolute_paths_);
    fields(writer);
    if (!name.empty()) text_ += fmt::format("\n[{}]\n", name);
    write(writer);
  }

  /// Keys of an item that have their default are left out: some may not be written beside others.
  void list(std::string_view name, std::string_view, const ListAccess& items) override {
    const std::size_t count = items.size();
    items.append();  // to the writer's own copy of the scenario
    FieldWriter defaults(absolute_paths_);
    items.visit(count, defaults);
    for (std::size_t i = 0; i < count; ++i) {
      FieldWriter writer(absolute_paths_);
      items.visit(i, writer);
      text_ += fmt::format("\n[[{}]]\n", name);
      write(writer, &defaults);
    }
  }

  const std::string& text() const { return text_; }

 private:
  void write(const FieldWriter& writer, const FieldWriter* defaults = nullptr) {
    for (std::size_t i = 0; i < writer.fields().size(); ++i) {
      const WrittenField& field = writer.fields()[i];
      const bool is_default = defaults != nullptr && defaults->fields()[i].value == field.value;
      if (field.value.empty() || is_default) continue;
      text_ += fmt::format("{} = {}\n", field.info.name, field.value);
    }
  }

  bool absolute_paths_;
  std::string text_;
};

}  // namespace

std::string to_toml(const Scenario& scenario, bool absolute_paths) {
  Scenario copy = scenario;  // visitors take fields by reference
  ScenarioWriter writer(absolute_paths);
  visit_sections(copy, writer);
  return writer.text();
}

}  // namespace podsim::config
