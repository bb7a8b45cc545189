// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_CORE_MXU_KERNEL_H_
#define PODSIM_SYSTEMC_CORE_MXU_KERNEL_H_

#include <cstddef>

#include "systemc/core/vector_register.h"

namespace podsim {

/// Weights of an MXU: row k, column n. fp32 values that bfloat16 can hold.
struct alignas(64) MxuWeights {
  float rows[isa::kMxuRows][isa::kLanes];
};

/// Rows first..first+7 of the weights = x as bfloat16; or, transposed, the columns.
void load_weight_rows(const VectorRegister& x, std::size_t first, MxuWeights& weights);
void load_weight_columns(const VectorRegister& x, std::size_t first, MxuWeights& weights);

/// target[s][n] = (((0 + x[s][0] w[0][n]) + x[s][1] w[1][n]) + ...), k ascending, for 8 sublanes
/// and 128 columns. x is rounded to bfloat16 first. A product of two bfloat16 values is exact in
/// fp32, or becomes infinity, or below 2^-126 the zero of its sign; each sum is rounded to fp32 by
/// the rules of float_ops.h. Zero weights take part as any other: 0 * inf is NaN. Must run inside a
/// FlushGuard.
void multiply_by_weights(const VectorRegister& x, const MxuWeights& weights,
                         VectorRegister& target);

/// The same with explicit flushing, for hosts that cannot flush; outside a FlushGuard.
void multiply_by_weights_portably(const VectorRegister& x, const MxuWeights& weights,
                                  VectorRegister& target);

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_CORE_MXU_KERNEL_H_
