// SPDX-License-Identifier: Apache-2.0
#include "systemc/base/observer.h"

#include <array>

namespace podsim {

const char* name(StallCause cause) {
  constexpr std::array<const char*, kStallCauses> kNames = {
      "scalar hazard", "vector hazard", "branch",  "MXU full", "MXU result",
      "XLU",           "semaphore",     "barrier", "DMA wait", "delay"};
  return kNames[static_cast<std::size_t>(cause)];
}

}  // namespace podsim
