// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_CORE_VECTOR_UNIT_H_
#define PODSIM_SYSTEMC_CORE_VECTOR_UNIT_H_

#include <cstdint>

#include "systemc/base/time.h"
#include "systemc/core/decoded_program.h"
#include "systemc/core/latency_table.h"
#include "systemc/core/renamed_registers.h"
#include "systemc/core/scalar_unit.h"
#include "systemc/core/scoreboard.h"
#include "systemc/core/vmem.h"

namespace podsim {

/// The vector and mask registers, and the operations of the vector, load and store slots.
/// Registers are written at commit(); a store takes effect at once and so comes after the loads.
class VectorUnit {
 public:
  VectorUnit(const LatencyTable& latencies, const ScalarUnit& scalar, Vmem& vmem)
      : latencies_(latencies), scalar_(scalar), vmem_(vmem) {}

  void reset();

  void execute(const DecodedOp& op, Cycle now, Scoreboard& scoreboard);
  /// CoreError when a row of an enabled sublane is outside VMEM; then nothing is stored.
  void load(const DecodedOp& op, Cycle now, Scoreboard& scoreboard);
  void store(const DecodedOp& op);

  const VectorRegister& read(std::uint8_t number) const { return vectors_.read(number); }
  /// Where another unit's result for vector register op.target goes.
  VectorRegister& write(const DecodedOp& op, Cycle now, Scoreboard& scoreboard);
  void commit() {
    vectors_.commit();
    masks_.commit();
  }

  std::uint64_t digest() const;

 private:
  /// Rows of a load or store.
  struct Rows {
    std::int64_t first;
    std::int64_t stride;
    std::uint32_t sublanes;
  };

  Rows checked_rows(const DecodedOp& op) const;
  const VectorRegister* y_register(const DecodedOp& op) const;
  void store_masked(const VectorRegister& value, const VectorRegister& mask, const Rows& rows);
  void store_all(const VectorRegister& value, const Rows& rows);

  const LatencyTable& latencies_;
  const ScalarUnit& scalar_;
  Vmem& vmem_;
  RenamedRegisters<isa::kVectorRegisters, 4> vectors_;  ///< two vector slots, load and pop
  RenamedRegisters<isa::kMaskRegisters, 2> masks_;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_CORE_VECTOR_UNIT_H_
