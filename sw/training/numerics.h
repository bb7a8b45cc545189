// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_TRAINING_NUMERICS_H_
#define PODSIM_SW_TRAINING_NUMERICS_H_

#include <array>
#include <cstdint>
#include <cstring>

/// The arithmetic of a TensorCore in plain C++, written from its description and independent of
/// the models: subnormals count as zero, before and after every operation, with their sign.
namespace podsim::training {

inline constexpr int kLanes = 128;
/// One VMEM row as the training programs use it: 128 fp32 lanes.
using Row = std::array<float, kLanes>;

inline std::uint32_t bits_of(float x) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}

inline float float_of(std::uint32_t bits) {
  float x = 0;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

/// Subnormal numbers become zero of the same sign.
inline float flush(float x) {
  const std::uint32_t bits = bits_of(x);
  const bool tiny = (bits & 0x7f800000U) == 0;
  return float_of(tiny ? bits & 0x80000000U : bits);
}

/// Rounds to bfloat16, nearest even; overflow gives infinity, subnormals zero. Kept as fp32.
float to_bfloat16(float x);

/// e^x, ln x and 1 / x as the transcendental unit gives them: computed in double precision, rounded
/// to fp32, subnormals flushed.
float unit_exp(float x);
float unit_log(float x);
float unit_reciprocal(float x);

/// Sum over the lanes in the order of the cross-lane unit: lane l plus lane l + 64, then + 32, and
/// so on down to + 1.
float lane_sum(const Row& x);

/// out[r][*] = sum over k ascending of a[r * a_stride + k] * w[k][*], one rounding an addition, the
/// sum starting at zero: the column of a systolic array. `a` and `w` hold bfloat16 values. `depth`
/// is the number of rows of `w`; a column has 128 rows and those beyond `depth` hold zero.
void systolic_product(const float* a, int rows, int a_stride, const Row* w, int depth, Row* out);

}  // namespace podsim::training

#endif  // PODSIM_SW_TRAINING_NUMERICS_H_
