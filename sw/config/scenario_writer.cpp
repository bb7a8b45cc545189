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

  void list(std::string_view name, std::string_view, const ListAccess& items) override {
    for (std::size_t i = 0; i < items.size(); ++i) {
      FieldWriter writer(absolute_paths_);
      items.visit(i, writer);
      text_ += fmt::format("\n[[{}]]\n", name);
      write(writer);
    }
  }

  const std::string& text() const { return text_; }

 private:
  void write(const FieldWriter& writer) {
    for (const WrittenField& field : writer.fields()) {
      if (!field.value.empty()) text_ += fmt::format("{} = {}\n", field.info.name, field.value);
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
