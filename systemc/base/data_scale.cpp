// SPDX-License-Identifier: Apache-2.0
#include "systemc/base/data_scale.h"

namespace podsim {

const std::vector<std::string>& data_mode_names() {
  static const std::vector<std::string> names = {"full", "sampled", "none"};
  return names;
}

}  // namespace podsim
