// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_CORE_LATENCY_TABLE_H_
#define PODSIM_SYSTEMC_CORE_LATENCY_TABLE_H_

#include <array>

#include "firmware/isa/operation.h"
#include "systemc/base/time.h"
#include "systemc/core/core_parameters.h"

namespace podsim {

/// Cycles from an operation's issue to the first bundle that may use its result, by opcode. What
/// pops and control operations give is there for the next bundle.
class LatencyTable {
 public:
  explicit LatencyTable(const CoreParameters& parameters);

  Cycle operator[](isa::Opcode opcode) const { return cycles_[static_cast<std::size_t>(opcode)]; }

 private:
  std::array<Cycle, isa::kOperations> cycles_{};
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_CORE_LATENCY_TABLE_H_
