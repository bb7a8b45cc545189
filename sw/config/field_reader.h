// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_CONFIG_FIELD_READER_H_
#define PODSIM_SW_CONFIG_FIELD_READER_H_

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "sw/config/config_value.h"
#include "sw/config/error_list.h"
#include "sw/config/scenario_visitor.h"

namespace podsim::config {

/// Reads the fields of one table. Errors go into the list and leave the field at its default, so
/// that one pass tells all of them.
class FieldReader final : public ScenarioVisitor {
 public:
  /// `path` is that of the table ("failure[1]"); empty for the keys before the first table.
  FieldReader(const ConfigValue& table, std::string path, ErrorList& errors,
              std::map<std::string, SourcePlace>& places);

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

  /// The keys asked for so far.
  const std::vector<std::string>& known() const { return known_; }
  /// Reports every key that nobody asked for (CFG-003).
  void report_unknown_keys();

 private:
  using Read = std::function<void(const ConfigValue&)>;
  /// Calls `read` with the value if the key was written; errors get its place.
  void field(const FieldInfo& info, const Read& read);
  std::string full_name(std::string_view key) const;

  const ConfigValue& table_;
  std::string path_;
  ErrorList& errors_;
  std::map<std::string, SourcePlace>& places_;
  std::vector<std::string> known_;
};

}  // namespace podsim::config

#endif  // PODSIM_SW_CONFIG_FIELD_READER_H_
