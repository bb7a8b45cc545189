// SPDX-License-Identifier: Apache-2.0
#include "sw/training/numerics.h"

#include <cmath>
#include <limits>

namespace podsim::training {
namespace {

constexpr int kArrayDepth = 128;

// always_inline: the body is compiled once for each processor feature; the results are the same,
// for no operation is fused or reordered.
[[gnu::always_inline]] inline void product_row(const float* a, const Row* w, int depth, Row& out) {
  Row sum{};
  for (int k = 0; k < depth; ++k) {
    const float x = a[k];
    const Row& weights = w[k];
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      sum[lane] = flush(sum[lane] + flush(x * weights[lane]));
    }
  }
  // The zero rows below add +0, which turns a negative zero into a positive one.
  if (depth < kArrayDepth) {
    for (float& lane : sum) lane += 0.0F;
  }
  out = sum;
}

[[gnu::always_inline]] inline void product_rows(const float* a, int rows, int a_stride,
                                                const Row* w, int depth, Row* out) {
  for (int r = 0; r < rows; ++r) {
    product_row(a + static_cast<std::ptrdiff_t>(r) * a_stride, w, depth, out[r]);
  }
}

void product_plain(const float* a, int rows, int a_stride, const Row* w, int depth, Row* out) {
  product_rows(a, rows, a_stride, w, depth, out);
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] void product_avx2(const float* a, int rows, int a_stride, const Row* w,
                                          int depth, Row* out) {
  product_rows(a, rows, a_stride, w, depth, out);
}

bool has_avx2() { return __builtin_cpu_supports("avx2") != 0; }
#endif

float rounded(double x) { return flush(static_cast<float>(x)); }

}  // namespace

float to_bfloat16(float x) {
  const float flushed = flush(x);
  if (std::isnan(flushed)) return std::numeric_limits<float>::quiet_NaN();
  const std::uint32_t bits = bits_of(flushed);
  const std::uint32_t nearest = bits + 0x7fffU + ((bits >> 16U) & 1U);
  return float_of(nearest & 0xffff0000U);
}

float unit_exp(float x) { return rounded(std::exp(static_cast<double>(flush(x)))); }
float unit_log(float x) { return rounded(std::log(static_cast<double>(flush(x)))); }
float unit_reciprocal(float x) { return rounded(1.0 / static_cast<double>(flush(x))); }

float lane_sum(const Row& x) {
  Row sum = x;
  for (std::size_t half = kLanes / 2; half > 0; half /= 2) {
    for (std::size_t lane = 0; lane < half; ++lane) {
      sum[lane] = flush(flush(sum[lane]) + flush(sum[lane + half]));
    }
  }
  return sum[0];
}

void systolic_product(const float* a, int rows, int a_stride, const Row* w, int depth, Row* out) {
#if defined(__x86_64__)
  static const bool use_avx2 = has_avx2();
  if (use_avx2) return product_avx2(a, rows, a_stride, w, depth, out);
#endif
  product_plain(a, rows, a_stride, w, depth, out);
}

}  // namespace podsim::training
