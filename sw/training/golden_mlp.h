// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_TRAINING_GOLDEN_MLP_H_
#define PODSIM_SW_TRAINING_GOLDEN_MLP_H_

#include <array>

#include "sw/training/batches.h"
#include "sw/training/mlp_weights.h"

namespace podsim::training {

/// Eight images at once, one a row: a vector register.
using Tile = std::array<Row, mlp::kImages>;

/// What the forward pass of a core gives for one batch.
struct GoldenForward {
  Tile hidden;        ///< max(0, x W1 + b1)
  Tile probability;   ///< softmax over lanes 0..9, the others zero
  float loss = 0;     ///< sum over the images of -ln p(label)
  float correct = 0;  ///< images whose label has the largest logit
};

/// The perceptron as a core computes it: bfloat16 into the matrix unit, fp32 out, every sum in the
/// order of the microprogram. No code is shared with the models.
GoldenForward golden_forward(const ParameterBlock& weights, const BatchBlock& batch);

/// kGradientRows rows: the gradient of a core's batch, scaled by `scale` (1 / global batch), and
/// the metrics row (loss and correct count, not scaled).
ParameterBlock golden_gradient(const ParameterBlock& weights, const BatchBlock& batch, float scale);

/// velocity = momentum * velocity + gradient; weights -= rate * velocity, on every row of the
/// weights.
void golden_update(ParameterBlock& weights, ParameterBlock& velocity,
                   const ParameterBlock& gradient, float rate, float momentum);

/// Sum of eight rows as the sublane rotations by 4, 2 and 1 add them.
Row sublane_sum(const Tile& x);

}  // namespace podsim::training

#endif  // PODSIM_SW_TRAINING_GOLDEN_MLP_H_
