// SPDX-License-Identifier: Apache-2.0
#include "sw/config/schema.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sw/config/scenario.h"
#include "sw/config/units.h"

namespace podsim::config {
namespace {

class Describer final : public SectionVisitor {
 public:
  void table(std::string_view name, std::string_view doc,
             const std::function<void(ScenarioVisitor&)>& fields) override {
    FieldWriter writer;
    fields(writer);
    sections_.push_back({std::string(name), std::string(doc), false, writer.fields()});
  }

  void list(std::string_view name, std::string_view doc, const ListAccess& items) override {
    items.append();  // a fresh item shows the defaults
    FieldWriter writer;
    items.visit(items.size() - 1, writer);
    sections_.push_back({std::string(name), std::string(doc), true, writer.fields()});
  }

  std::vector<SectionDescription> take() { return std::move(sections_); }

 private:
  std::vector<SectionDescription> sections_;
};

std::string plain_number_type(const WrittenField& field) {
  if (field.info.unit == Unit::kCoreCycles) return "core cycles";
  if (field.info.unit == Unit::kIciCycles) return "ICI cycles";
  return field.kind == "integer" ? "integer" : "number";
}

}  // namespace

std::vector<SectionDescription> describe_sections() {
  Scenario scenario;
  Describer describer;
  visit_sections(scenario, describer);
  return describer.take();
}

std::string describe_type(const WrittenField& field) {
  const bool number = field.kind == "integer" || field.kind == "number";
  if (number && has_dimension(field.info.unit))
    return "text with a unit: " + accepted_units(field.info.unit);
  if (number) return plain_number_type(field);
  if (field.kind == "boolean") return "true or false";
  if (field.kind == "choice") return fmt::format("one of {}", fmt::join(field.choices, ", "));
  if (field.kind == "place") return "text \"x,y\"";
  if (field.kind == "places") return "list of texts \"x,y\"";
  if (field.kind == "extent") return "text \"WxH\"";
  if (field.kind == "region") return "text \"WxH@x,y\"";
  if (field.kind == "cores") return "\"all\", a number or a list of numbers";
  if (field.kind == "numbers") return "list of numbers";
  if (field.kind == "path") return "file name";
  return "text";
}

std::string describe_range(const WrittenField& field) {
  const FieldInfo& info = field.info;
  const bool number = field.kind == "integer" || field.kind == "number";
  if (!number || info.maximum <= info.minimum) return {};
  if (has_dimension(info.unit)) {
    return fmt::format("{} to {}",
                       format_quantity(static_cast<std::int64_t>(info.minimum), info.unit),
                       format_quantity(static_cast<std::int64_t>(info.maximum), info.unit));
  }
  if (field.kind == "number") return fmt::format("{} to {}", info.minimum, info.maximum);
  return fmt::format("{:.0f} to {:.0f}", info.minimum, info.maximum);
}

}  // namespace podsim::config
