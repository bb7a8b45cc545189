// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_CORE_XLU_H_
#define PODSIM_SYSTEMC_CORE_XLU_H_

#include <cstdint>
#include <string>

#include "firmware/isa/operation.h"
#include "systemc/core/core_parameters.h"
#include "systemc/core/result_fifo.h"
#include "systemc/core/vector_register.h"
#include "systemc/core/zeroed_array.h"

namespace podsim {

/// The cross-lane unit: rotations, reductions and 128 x 128 transposes, with one result FIFO.
///
/// It takes one operation a cycle. Results leave in order, one a cycle: result i can be popped at
///   ready(i) = max(issue + latency, ready(i-1) + 1)
/// with latency = xlu_latency, or transpose_latency for the first of the 16 results of xtrl. A
/// result takes its place in the FIFO at issue; without room for all results of an operation, it
/// is an error (as in Mxu). A pop in the same bundle makes room first.
class Xlu {
 public:
  /// `computes`: it moves values; else it has its timing and errors only.
  Xlu(const CoreParameters& parameters, bool computes);

  void reset();

  /// When the oldest result can be popped; `at` if there is none (pop will report that).
  Cycle earliest_pop(Cycle at) const;

  /// Executes xrot (by `amount`), xsum, xmax, xmin, xtr or xtrl. Throws CoreError when misused.
  void push(isa::Opcode opcode, const UnitValue& x, std::uint32_t amount, Cycle at);
  UnitValue pop();

  /// What a program would leave behind by halting now, as text; empty when nothing.
  std::string leftovers() const;

 private:
  VectorRegister* push_result(Cycle earliest, Origin origin);
  void require_room(std::size_t results) const;
  void add_rows(const UnitValue& x);
  void transpose(Cycle at, Origin origin);
  void transpose_columns(std::size_t first, VectorRegister& result) const;

  const Cycle latency_;
  const Cycle transpose_latency_;
  ResultFifo results_;
  ZeroedArray<std::uint32_t> rows_;  ///< the transpose buffer
  std::size_t row_count_ = 0;
  Cycle next_ready_ = 0;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_CORE_XLU_H_
