// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_TRAINING_GOLDEN_TRAINING_H_
#define PODSIM_SW_TRAINING_GOLDEN_TRAINING_H_

#include <vector>

#include "sw/collectives/ring_plan.h"
#include "sw/training/golden_mlp.h"
#include "sw/training/hyper_parameters.h"

namespace podsim::training {

/// Core ids of a plan in ascending order: replica r is the r-th of them.
std::vector<int> replica_cores(const RingPlan& plan);

/// Sums of the metrics over a batch or a set of digits.
struct Metrics {
  double loss = 0;     ///< mean over the digits
  double correct = 0;  ///< share of the digits, 0 to 1
};

/// The plan of the gradient all-reduce: kGradientRows rows over a circuit.
RingPlan gradient_plan(const HamiltonianCircuit& circuit);

/// Training as the pod does it, in plain C++: after every step the weights, the velocity and the
/// gradients are those of the cores, to the bit.
class GoldenTraining {
 public:
  /// `digits` must outlive the training.
  GoldenTraining(const DigitSet& digits, const RingPlan& plan, const HyperParameters& parameters);

  /// Runs one step and gives the batch's metrics, before the update.
  Metrics step();

  const ParameterBlock& weights() const { return weights_; }
  const ParameterBlock& velocity() const { return velocity_; }
  /// Of the last step, by replica.
  const std::vector<ParameterBlock>& local_gradients() const { return local_; }
  /// Of the last step, after the all-reduce.
  const ParameterBlock& gradient() const { return gradient_; }

  /// Metrics over a set of digits, shared out over the replicas as `podsim train` does it.
  Metrics evaluate(const DigitSet& test) const;

 private:
  const DigitSet& digits_;
  RingPlan plan_;
  HyperParameters parameters_;
  std::size_t steps_ = 0;
  ParameterBlock weights_;
  ParameterBlock velocity_;
  ParameterBlock gradient_;
  std::vector<ParameterBlock> local_;
};

/// The ring-order sum of the replicas' gradients.
ParameterBlock reduce_gradients(const RingPlan& plan, const std::vector<ParameterBlock>& local);

/// 1 / global batch as the cores get it.
float gradient_scale(std::size_t replicas);

}  // namespace podsim::training

#endif  // PODSIM_SW_TRAINING_GOLDEN_TRAINING_H_
