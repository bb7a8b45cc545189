// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_CONFIG_FIELD_WRITER_H_
#define PODSIM_SW_CONFIG_FIELD_WRITER_H_

#include <string>
#include <vector>

#include "sw/config/scenario_visitor.h"

namespace podsim::config {

/// A field and its value as TOML; the value is empty when it is not given.
struct WrittenField {
  FieldInfo info;
  std::string value;
  std::string kind;  ///< "integer", "number", "boolean", "text", "choice", ...
  std::vector<std::string> choices;
};

/// Turns the fields of one table into TOML values.
class FieldWriter final : public ScenarioVisitor {
 public:
  explicit FieldWriter(bool absolute_paths = false) : absolute_paths_(absolute_paths) {}

  void integer(const FieldInfo& info, std::int64_t& value) override;
  void real(const FieldInfo& info, double& value) override;
  void boolean(const FieldInfo& info, bool& value) override;
  void text(const FieldInfo& info, std::string& value) override;
  void choice(const FieldInfo& info, const std::vector<std::string>& names, int& value) override;
  void place(const FieldInfo& info, std::optional<Coordinate>& value) override;
  void places(const FieldInfo& info, std::vector<Coordinate>& value) override;
  void extent(const FieldInfo& info, std::optional<Extent>& value) override;
  void region(const FieldInfo& info, std::optional<Region>& value) override;
  void cores(const FieldInfo& info, CoreSelection& value) override;
  void numbers(const FieldInfo& info, std::vector<double>& value) override;
  void path(const FieldInfo& info, std::string& value) override;

  const std::vector<WrittenField>& fields() const { return fields_; }

 private:
  void add(const FieldInfo& info, std::string kind, std::string value);

  bool absolute_paths_;
  std::vector<WrittenField> fields_;
};

}  // namespace podsim::config

#endif  // PODSIM_SW_CONFIG_FIELD_WRITER_H_
