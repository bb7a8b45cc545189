// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_POD_FAULT_PLAN_H_
#define PODSIM_SYSTEMC_POD_FAULT_PLAN_H_

#include <cstdint>
#include <string>

#include "systemc/base/time.h"
#include "systemc/pod/topology.h"

namespace podsim {

class Fabric;

enum class FaultKind : int {
  kChip = 0,      ///< chip and router stop for good
  kLink = 1,      ///< a link carries nothing
  kBitErrors = 2  ///< a link inverts bits
};

/// Something that breaks while the pod runs. Cycles are ICI cycles of the simulated time.
struct FaultRule {
  FaultKind kind = FaultKind::kChip;
  Coordinate at;
  int port = -1;                ///< of a link: Port of chip `at`
  bool both_directions = true;  ///< else only what leaves chip `at`
  Cycle from = 0;
  Cycle to = kNever;  ///< a link works again from here on
  double bit_error_rate = 0;
};
/// "cycle 5000: link E of chip (1,2) is cut until cycle 6000"
std::string to_string(const FaultRule& rule);

/// Throws UserError POD-002, -003 or -005 when there is no such live chip or link.
void check_fault(const FaultRule& rule, const Topology& topology);

/// Hands the rules on links to the fabric. `seed` is that of the bit errors.
void plant_link_fault(const FaultRule& rule, const Topology& topology, std::uint64_t seed,
                      Fabric& fabric);

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_POD_FAULT_PLAN_H_
