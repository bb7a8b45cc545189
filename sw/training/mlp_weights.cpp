// SPDX-License-Identifier: Apache-2.0
#include "sw/training/mlp_weights.h"

#include <cmath>

#include "sw/training/random.h"

namespace podsim::training {
namespace {

void fill(ParameterBlock& block, int first, int rows, int fan_in, SplitMix64& random) {
  const auto bound = static_cast<float>(std::sqrt(6.0 / fan_in));
  for (int r = first; r < first + rows; ++r) {
    for (float& lane : block[static_cast<std::size_t>(r)]) lane = random.symmetric() * bound;
  }
}

}  // namespace

ParameterBlock initial_weights(std::uint64_t seed) {
  SplitMix64 random(seed);
  ParameterBlock block(mlp::kParameterRows, Row{});
  fill(block, mlp::kW1, mlp::kFeatures, mlp::kFeatures, random);
  fill(block, mlp::kW2, mlp::kClasses, mlp::kHidden, random);
  return block;
}

}  // namespace podsim::training
