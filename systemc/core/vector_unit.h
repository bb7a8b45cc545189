// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_CORE_VECTOR_UNIT_H_
#define PODSIM_SYSTEMC_CORE_VECTOR_UNIT_H_

#include <cstdint>
#include <memory>

#include "systemc/base/time.h"
#include "systemc/core/decoded_program.h"
#include "systemc/core/latency_table.h"
#include "systemc/core/sampled_vectors.h"
#include "systemc/core/scalar_unit.h"
#include "systemc/core/scoreboard.h"
#include "systemc/core/unit_value.h"
#include "systemc/core/vector_file.h"
#include "systemc/core/vector_rows.h"
#include "systemc/core/vmem.h"

namespace podsim {

/// The vector and mask registers, and the operations of the vector, load and store slots.
/// Registers are written at commit(); a store takes effect at once and so comes after the loads.
///
/// At the scale of the VMEM's data it works on all lanes, on one of each sublane, or on none; its
/// times and errors are the same.
class VectorUnit {
 public:
  VectorUnit(const LatencyTable& latencies, const ScalarUnit& scalar, Vmem& vmem);

  void reset();

  void execute(const DecodedOp& op, Cycle now, Scoreboard& scoreboard);
  /// CoreError when a row of an enabled sublane is outside VMEM; then nothing is stored.
  void load(const DecodedOp& op, Cycle now, Scoreboard& scoreboard);
  void store(const DecodedOp& op);

  /// A register for another unit, which on sampled data is to give what is unknown since `origin`.
  UnitValue read(std::uint8_t number, Origin origin) const {
    return full_ ? UnitValue{&full_->vectors.read(number), {}} : UnitValue{nullptr, origin};
  }
  /// Another unit's result for vector register op.target.
  void write(const DecodedOp& op, const UnitValue& value, Cycle now, Scoreboard& scoreboard);
  void commit() {
    if (full_) {
      full_->commit();
    } else if (sampled_) {
      sampled_->commit();
    }
  }

  std::uint64_t digest() const;

 private:
  VectorRows checked_rows(const DecodedOp& op) const;
  void load_all(const DecodedOp& op, const VectorRows& rows);
  void store_all(const VectorRegister& value, const VectorRows& rows);
  void store_masked(const VectorRegister& value, const VectorRegister& mask,
                    const VectorRows& rows);

  const LatencyTable& latencies_;
  const ScalarUnit& scalar_;
  Vmem& vmem_;
  std::unique_ptr<VectorFile<VectorRegister>> full_;  ///< for full data
  std::unique_ptr<SampledVectors> sampled_;           ///< for sampled data
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_CORE_VECTOR_UNIT_H_
