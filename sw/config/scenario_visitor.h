// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_CONFIG_SCENARIO_VISITOR_H_
#define PODSIM_SW_CONFIG_SCENARIO_VISITOR_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "systemc/base/parameters.h"
#include "systemc/pod/router_plan.h"
#include "systemc/pod/topology.h"

namespace podsim::config {

/// Columns and rows of a block of chips, written "WxH".
struct Extent {
  int width = 0;
  int height = 0;
  bool operator==(const Extent& o) const { return width == o.width && height == o.height; }
};

/// Which cores: all that are alive, or some by number (chip * 2 + core of the chip).
struct CoreSelection {
  bool all = true;
  std::vector<std::int64_t> ids;
  bool operator==(const CoreSelection& o) const { return all == o.all && ids == o.ids; }
};

/// A FieldVisitor that also knows the kinds of values which only scenarios have. An empty value
/// (empty text, no place, no extent, an empty list, choice -1) means "not given".
class ScenarioVisitor : public FieldVisitor {
 public:
  /// Written "x,y".
  virtual void place(const FieldInfo& info, std::optional<Coordinate>& value) = 0;
  virtual void places(const FieldInfo& info, std::vector<Coordinate>& value) = 0;
  virtual void extent(const FieldInfo& info, std::optional<Extent>& value) = 0;
  /// Written "WxH@x,y": columns x rows from a north-west corner.
  virtual void region(const FieldInfo& info, std::optional<Region>& value) = 0;
  /// Written "all", a number or a list of numbers.
  virtual void cores(const FieldInfo& info, CoreSelection& value) = 0;
  virtual void numbers(const FieldInfo& info, std::vector<double>& value) = 0;
  /// A file name; in a file relative to that file's folder.
  virtual void path(const FieldInfo& info, std::string& value) = 0;
};

/// A list of tables ([[failure]]) as the sections see it.
struct ListAccess {
  std::function<std::size_t()> size;
  std::function<void()> append;
  std::function<void(std::size_t, ScenarioVisitor&)> visit;
};

/// Is handed every section of a scenario in order. The section without a name holds the keys that
/// stand before the first table.
class SectionVisitor {
 public:
  virtual ~SectionVisitor() = default;
  virtual void table(std::string_view name, std::string_view doc,
                     const std::function<void(ScenarioVisitor&)>& fields) = 0;
  virtual void list(std::string_view name, std::string_view doc, const ListAccess& items) = 0;
};

}  // namespace podsim::config

#endif  // PODSIM_SW_CONFIG_SCENARIO_VISITOR_H_
