// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_CONFIG_OVERRIDE_H_
#define PODSIM_SW_CONFIG_OVERRIDE_H_

#include <string>

#include "sw/config/config_value.h"

namespace podsim::config {

/// A key set on the command line.
struct Override {
  std::string path;    ///< "pod.width", "failure[0].at"
  std::string value;   ///< a TOML value, or a bare word: 940MHz
  std::string origin;  ///< the place that messages give: "command line: -s pod.width=6"
};

/// Takes "path=value" apart. Throws UserError CFG-013 if it is none.
Override parse_override(const std::string& text);

/// Sets a key of the tree, over what a file says. Tables are made as needed; an index one past the
/// end, or name[+], adds to a list. Throws UserError CFG-013 for a path that cannot be followed.
void apply(const Override& setting, ConfigValue& root);

}  // namespace podsim::config

#endif  // PODSIM_SW_CONFIG_OVERRIDE_H_
