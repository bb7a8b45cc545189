// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_TRAINING_MLP_WEIGHTS_H_
#define PODSIM_SW_TRAINING_MLP_WEIGHTS_H_

#include <cstdint>
#include <vector>

#include "sw/training/mlp_layout.h"
#include "sw/training/numerics.h"

namespace podsim::training {

/// Weights, or a gradient with its metrics row: rows of 128 lanes as in mlp_layout.h.
using ParameterBlock = std::vector<Row>;

/// kParameterRows rows. W1 then W2 (in the order of the rows, lane by lane) are uniform in
/// [-sqrt(6 / fan_in), sqrt(6 / fan_in)) (He et al. 2015) from SplitMix64(seed); biases are zero.
ParameterBlock initial_weights(std::uint64_t seed);

}  // namespace podsim::training

#endif  // PODSIM_SW_TRAINING_MLP_WEIGHTS_H_
