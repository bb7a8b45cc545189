// SPDX-License-Identifier: Apache-2.0
#include "systemc/ici/router.h"

#include <algorithm>

namespace podsim {

void RouterPorts::clear_outputs() {
  for (auto& out : link_out) out.clear();
  for (auto& out : credit_out) out.clear();
  for (auto& out : lane_out) out.clear();
  for (auto& out : lane_taken) out.clear();
  for (auto& out : frame_out) out.clear();
}

Cycle RouterPorts::next_input() const {
  Cycle next = kNever;
  for (const auto& in : link_in) {
    if (!in.empty()) next = std::min(next, in.front().cycle);
  }
  for (const auto& in : credit_in) {
    if (!in.empty()) next = std::min(next, in.front().cycle);
  }
  for (const auto& in : lane_in) {
    if (!in.empty()) next = std::min(next, in.front().cycle);
  }
  for (const auto& in : frame_in) {
    if (!in.empty()) next = std::min(next, in.front().cycle);
  }
  return next;
}

}  // namespace podsim
