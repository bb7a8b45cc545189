// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_CONFIG_SCENARIO_WRITER_H_
#define PODSIM_SW_CONFIG_SCENARIO_WRITER_H_

#include <string>

#include "sw/config/scenario.h"

namespace podsim::config {

/// The scenario as TOML that reads back the same, every key of every table with its value. File
/// names are made absolute when `absolute_paths`.
std::string to_toml(const Scenario& scenario, bool absolute_paths = false);

}  // namespace podsim::config

#endif  // PODSIM_SW_CONFIG_SCENARIO_WRITER_H_
