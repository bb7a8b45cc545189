// SPDX-License-Identifier: Apache-2.0
#include "sw/routing/reach.h"

namespace podsim {

std::vector<bool> chips_that_serve(const Reach* reach, int chips, int destination) {
  if (reach == nullptr) return {};
  std::vector<bool> serves;
  serves.reserve(static_cast<std::size_t>(chips));
  for (int chip = 0; chip < chips; ++chip) serves.push_back(reach->serves(chip, destination));
  return serves;
}

}  // namespace podsim
