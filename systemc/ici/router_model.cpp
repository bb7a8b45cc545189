// SPDX-License-Identifier: Apache-2.0
#include "systemc/ici/router_model.h"

namespace podsim {

const std::vector<std::string>& router_model_names() {
  static const std::vector<std::string> kNames = {"rtl", "rtl-handle", "cycle", "lockstep", "tlm"};
  return kNames;
}

}  // namespace podsim
