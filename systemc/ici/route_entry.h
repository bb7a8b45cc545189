// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_ICI_ROUTE_ENTRY_H_
#define PODSIM_SYSTEMC_ICI_ROUTE_ENTRY_H_

#include <cstdint>

#include "rtl/ici_csr.h"
#include "systemc/ici/router.h"

namespace podsim {

/// What a packet's first flit brings to the choice of its way.
struct RouteQuestion {
  std::uint8_t entry = 0;  ///< of the routing table (docs/rtl/registers.md)
  std::uint8_t lane = 0;   ///< destination lane of the head
  int vc = 0;              ///< on which it came
  bool head = true;        ///< false: the packet came without one
  bool far = false;        ///< its destination lies outside the table
};

/// Where it goes, or why it is drained.
struct RouteAnswer {
  int port = 0;
  int vc = 0;
  ici_csr::Cause cause = ici_csr::Cause::kNone;
};

/// The rule of ici_input_port.sv: a layer is 1 << layer_shift virtual channels, and a packet keeps
/// its place within it.
inline RouteAnswer route_by(const RouteQuestion& question, int vcs, int layer_shift) {
  constexpr std::uint8_t kValid = 0x08;
  constexpr std::uint8_t kLocal = 0x10;
  constexpr std::uint8_t kSetLayer = 0x20;
  RouteAnswer answer;
  const std::uint8_t entry = question.entry;
  answer.port = (entry & kLocal) != 0 ? kRouterLinks + question.lane : entry & 7;
  answer.vc = question.vc;
  if ((entry & kSetLayer) != 0) {
    const int layered = (entry >> 6 << layer_shift) | (question.vc & ((1 << layer_shift) - 1));
    if ((layered & 15) >= vcs) answer.cause = ici_csr::Cause::kLayerRange;
    answer.vc = layered & 3;
  }
  if ((entry & kValid) == 0) answer.cause = ici_csr::Cause::kEntryInvalid;
  if (question.far) answer.cause = ici_csr::Cause::kDestinationRange;
  if (!question.head) answer.cause = ici_csr::Cause::kNoHead;
  return answer;
}

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_ICI_ROUTE_ENTRY_H_
