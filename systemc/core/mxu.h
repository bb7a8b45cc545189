// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_CORE_MXU_H_
#define PODSIM_SYSTEMC_CORE_MXU_H_

#include <cstddef>
#include <string>

#include "systemc/core/core_parameters.h"
#include "systemc/core/input_fifo.h"
#include "systemc/core/mxu_kernel.h"
#include "systemc/core/result_fifo.h"
#include "systemc/core/vector_register.h"
#include "systemc/core/zeroed_array.h"

namespace podsim {

/// One matrix unit: 128 x 128, weight stationary, with staging weights behind the active ones.
///
/// Values are computed when an operation is issued, in program order. Timing (cycles, i = order of
/// issue; names as in CoreParameters):
///
/// * A product waits in the input FIFO, starts when the one before it has been running for
///   `mxu_push_interval`, and gives its result `mxu_latency` after its start:
///     start(i) = max(issue(i), start(i-1) + mxu_push_interval, last latch)
///     ready(i) = start(i) + mxu_latency
/// * A weight push waits in a FIFO of its own and shifts in behind the running products, without
///   holding them up:
///     shift(j) = max(issue(j), shift(j-1) + mxu_weight_interval, last latch)
/// * A latch is queued too and never holds up the core. It takes place when every weight push
///   before it has shifted in and every product before it has started:
///     latch = max(issue, shift(last) + mxu_weight_interval, start(last))
/// * Both FIFOs are `mxu_input_fifo` deep. A push into a full one stalls the core (kMxuFull) until
///   its oldest entry starts.
/// * A result takes its place in the result FIFO at the issue of its product. With all
///   `mxu_result_fifo` places taken, another product is an error: the core issues in order, so the
///   pop that would make room could never come. A pop in the same bundle makes room first.
class Mxu {
 public:
  /// `computes`: it has weights and values; else its timing and errors only.
  Mxu(const CoreParameters& parameters, bool computes);

  /// Empties the FIFOs; no weights are staged or latched.
  void reset();

  Cycle earliest_weight_push(Cycle at) const { return weight_fifo_.earliest_push(at); }
  Cycle earliest_product(Cycle at) const { return product_fifo_.earliest_push(at); }
  /// When the oldest result can be popped; `at` if there is none (pop will report that).
  Cycle earliest_pop(Cycle at) const;

  /// The operations; `at` is the cycle of issue. Each throws CoreError when misused.
  void push_weights(const UnitValue& x, bool transposed, Cycle at);
  void latch(Cycle at);
  void multiply(const UnitValue& x, Cycle at);
  UnitValue pop();

  /// What a program would leave behind by halting now, as text; empty when nothing.
  std::string leftovers() const;

 private:
  void stage(const VectorRegister& x, bool transposed);
  void clear_rows_not_loaded();

  const bool computes_;
  const Cycle push_interval_;
  const Cycle latency_;
  const Cycle weight_interval_;
  InputFifo product_fifo_;
  InputFifo weight_fifo_;
  ResultFifo results_;
  ZeroedArray<MxuWeights> weights_;  ///< active and staging
  std::size_t active_ = 0;
  bool latched_ = false;
  int staged_pushes_ = 0;
  bool staged_transposed_ = false;
  Cycle next_product_ = 0;  ///< earliest start of the next product
  Cycle last_start_ = 0;
  Cycle next_shift_ = 0;  ///< earliest start of the next weight push
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_CORE_MXU_H_
