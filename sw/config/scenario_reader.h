// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_CONFIG_SCENARIO_READER_H_
#define PODSIM_SW_CONFIG_SCENARIO_READER_H_

#include <string>
#include <vector>

#include "sw/config/override.h"
#include "sw/config/scenario.h"

namespace podsim::config {

/// Reads a scenario from TOML: defaults, then the text, then the overrides in order. Throws
/// UserError CFG-001 for text that is no TOML, ConfigErrors with everything else that is wrong:
/// CFG-003 unknown key or table, -004 wrong type, -005 no unit, -006 unknown unit, -007 out of
/// range, -008 unknown choice, -009 malformed place or size, -013 an override that cannot be set.
Scenario read_scenario(const std::string& text, const std::string& file,
                       const std::vector<Override>& overrides = {});

/// The same from a file; an empty name stands for an empty file. Throws UserError CFG-002 when it
/// cannot be read.
Scenario load_scenario(const std::string& file, const std::vector<Override>& overrides = {});

/// A whole file. Throws UserError CFG-002 naming `what` when it cannot be read.
std::string read_file(const std::string& file, const std::string& what,
                      const SourcePlace& place = {});

}  // namespace podsim::config

#endif  // PODSIM_SW_CONFIG_SCENARIO_READER_H_
