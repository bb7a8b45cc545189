// SPDX-License-Identifier: Apache-2.0
#include "systemc/core/mxu_kernel.h"

#include "systemc/core/float_ops.h"
#include "systemc/core/simd_clones.h"

namespace podsim {
namespace {

constexpr std::size_t kRows = isa::kMxuRows;
constexpr std::size_t kSublanes = isa::kSublanes;
constexpr std::size_t kBlock = 16;  // columns computed together: a vector of the widest unit

using Block = float __attribute__((vector_size(kBlock * sizeof(float)), aligned(4), may_alias));

/// The operand as bfloat16 values, k by k: what the array's row k takes from each sublane.
struct alignas(64) Operand {
  float values[kRows][kSublanes];
};

float as_bfloat16(std::uint32_t lane) { return fp::from_bits(fp::round_to_bfloat16(lane)); }

PODSIM_SIMD_CLONES void round_operand(const VectorRegister& x, Operand& operand) {
  alignas(64) float rounded[kRegisterLanes];
  for (std::size_t i = 0; i < kRegisterLanes; ++i) rounded[i] = as_bfloat16(x.lanes[i]);
  for (std::size_t k = 0; k < kRows; ++k) {
    for (std::size_t s = 0; s < kSublanes; ++s) operand.values[k][s] = rounded[s * kRows + k];
  }
}

/// One block of columns for all sublanes: eight running sums side by side hide the adder's latency.
[[gnu::always_inline]] inline void multiply_block(const Operand& operand, const MxuWeights& weights,
                                                  std::size_t column, float* target) {
  Block sum[kSublanes] = {};
  for (std::size_t k = 0; k < kRows; ++k) {
    const Block w = *reinterpret_cast<const Block*>(&weights.rows[k][column]);
    const float* a = operand.values[k];
    for (std::size_t s = 0; s < kSublanes; ++s) sum[s] = sum[s] + a[s] * w;
  }
  for (std::size_t s = 0; s < kSublanes; ++s) {
    *reinterpret_cast<Block*>(target + s * isa::kLanes + column) = sum[s];
  }
}

PODSIM_SIMD_CLONES void multiply(const Operand& operand, const MxuWeights& weights, float* target) {
  for (std::size_t column = 0; column < isa::kLanes; column += kBlock) {
    multiply_block(operand, weights, column, target);
  }
}

float flushed(float value) { return fp::from_bits(fp::flush(fp::bits_of(value))); }

void multiply_flushing(const Operand& operand, const MxuWeights& weights, float* target) {
  for (std::size_t s = 0; s < kSublanes; ++s) {
    float* __restrict sum = target + s * isa::kLanes;
    for (std::size_t n = 0; n < isa::kLanes; ++n) sum[n] = 0;
    for (std::size_t k = 0; k < kRows; ++k) {
      const float a = operand.values[k][s];
      for (std::size_t n = 0; n < isa::kLanes; ++n) {
        sum[n] = flushed(sum[n] + flushed(a * weights.rows[k][n]));
      }
    }
  }
}

PODSIM_SIMD_CLONES void store_canonical(const float* values, VectorRegister& target) {
  for (std::size_t i = 0; i < kRegisterLanes; ++i) {
    target.lanes[i] = fp::canonical(fp::bits_of(values[i]));
  }
}

}  // namespace

PODSIM_SIMD_CLONES void load_weight_rows(const VectorRegister& x, std::size_t first,
                                         MxuWeights& weights) {
  float* __restrict rows = weights.rows[first];
  const std::uint32_t* __restrict lanes = x.lanes;
  for (std::size_t i = 0; i < kRegisterLanes; ++i) rows[i] = as_bfloat16(lanes[i]);
}

PODSIM_SIMD_CLONES void load_weight_columns(const VectorRegister& x, std::size_t first,
                                            MxuWeights& weights) {
  Operand columns;
  round_operand(x, columns);
  for (std::size_t k = 0; k < kRows; ++k) {
    for (std::size_t s = 0; s < kSublanes; ++s) weights.rows[k][first + s] = columns.values[k][s];
  }
}

void multiply_by_weights(const VectorRegister& x, const MxuWeights& weights,
                         VectorRegister& target) {
  if (!kHostFlushes) return multiply_by_weights_portably(x, weights, target);
  Operand operand;
  alignas(64) float sums[kRegisterLanes];
  round_operand(x, operand);
  multiply(operand, weights, sums);
  store_canonical(sums, target);
}

void multiply_by_weights_portably(const VectorRegister& x, const MxuWeights& weights,
                                  VectorRegister& target) {
  Operand operand;
  alignas(64) float sums[kRegisterLanes];
  round_operand(x, operand);
  multiply_flushing(operand, weights, sums);
  store_canonical(sums, target);
}

}  // namespace podsim
