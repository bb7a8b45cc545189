// SPDX-License-Identifier: Apache-2.0
// The kernels for hosts that cannot flush subnormals by themselves give the same bits.
#include <gtest/gtest.h>

#include <cstring>
#include <memory>

#include "firmware/isa/operation.h"
#include "systemc/core/flush_guard.h"
#include "systemc/core/mxu_kernel.h"
#include "systemc/core/vector_kernels.h"
#include "tests/systemc/core/core_bench.h"

namespace podsim::test {
namespace {

VectorRegister as_register(const Lanes& lanes) {
  VectorRegister value;
  std::memcpy(value.lanes, lanes.data(), sizeof value.lanes);
  return value;
}

bool same(const VectorRegister& a, const VectorRegister& b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

TEST(PortableKernel, EveryVectorOperationEqualsTheHosts) {
  std::mt19937 random(11);
  VectorRegister host{};
  VectorRegister portable{};
  for (int round = 0; round < 50; ++round) {
    const VectorRegister x = as_register(interesting_lanes(random));
    const VectorRegister y = as_register(interesting_lanes(random));
    VectorRegister mask = as_register(interesting_lanes(random));
    for (std::uint32_t& lane : mask.lanes) lane = (lane & 1) != 0 ? ~0u : 0u;
    for (const isa::Operation& op : isa::operations()) {
      if (op.slot != isa::SlotClass::kVector) continue;
      {
        const FlushGuard guard;
        run_vector_operation(op.opcode, {&host, &x, &y, &mask, 3});
      }
      run_vector_operation_portably(op.opcode, {&portable, &x, &y, &mask, 3});
      ASSERT_TRUE(same(host, portable)) << op.mnemonic;
    }
  }
}

TEST(PortableKernel, ProductsEqualTheHosts) {
  std::mt19937 random(12);
  auto weights = std::make_unique<MxuWeights>();
  VectorRegister host{};
  VectorRegister portable{};
  for (int round = 0; round < 20; ++round) {
    // Small factors, so that many products and sums leave the normal range.
    const std::uint32_t exponent = 30 + 3 * static_cast<std::uint32_t>(round);
    const auto small = [&] {
      return (random() & 0x80ff0000u) % 0x80800000u | (exponent + random() % 8) << 23;
    };
    for (auto& row : weights->rows) {
      for (float& weight : row) {
        const std::uint32_t bits = small();
        std::memcpy(&weight, &bits, sizeof bits);
      }
    }
    VectorRegister x{};
    for (std::uint32_t& lane : x.lanes) lane = small();
    {
      const FlushGuard guard;
      multiply_by_weights(x, *weights, host);
    }
    multiply_by_weights_portably(x, *weights, portable);
    ASSERT_TRUE(same(host, portable)) << round;
  }
}

}  // namespace
}  // namespace podsim::test
