// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_CONFIG_SCHEMA_H_
#define PODSIM_SW_CONFIG_SCHEMA_H_

#include <string>
#include <vector>

#include "sw/config/field_writer.h"

/// What can be configured: for `podsim config schema`, the reference page and editors.
namespace podsim::config {

/// A table of the configuration file with its fields; the fields' values are the defaults.
struct SectionDescription {
  std::string name;  ///< empty: keys before the first table
  std::string doc;
  bool is_list = false;
  std::vector<WrittenField> fields;
};

/// Every section in order, from the visit() members.
std::vector<SectionDescription> describe_sections();

/// "count", "size: B, KiB, ...", "one of N, E, S, W": how a value is written.
std::string describe_type(const WrittenField& field);
/// "1 to 128", with units; empty when there is no limit.
std::string describe_range(const WrittenField& field);

/// A listing for the terminal.
std::string schema_text();
/// JSON Schema (draft 2020-12), for editors that check TOML against one.
std::string schema_json();
/// docs/user/configuration.md.
std::string reference_page();

}  // namespace podsim::config

#endif  // PODSIM_SW_CONFIG_SCHEMA_H_
