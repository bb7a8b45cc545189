// SPDX-License-Identifier: Apache-2.0
#include "sw/training/golden_training.h"

#include <algorithm>
#include <cstring>

#include "sw/collectives/host_all_reduce.h"

namespace podsim::training {
namespace {

std::vector<float> flat(const ParameterBlock& block) {
  std::vector<float> values(block.size() * kLanes);
  std::memcpy(values.data(), block.data(), values.size() * sizeof(float));
  return values;
}

ParameterBlock rows_of(const std::vector<float>& values) {
  ParameterBlock block(values.size() / kLanes);
  std::memcpy(block.data(), values.data(), values.size() * sizeof(float));
  return block;
}

Metrics mean(double loss, double correct, std::size_t digits) {
  return {loss / static_cast<double>(digits), correct / static_cast<double>(digits)};
}

}  // namespace

std::vector<int> replica_cores(const RingPlan& plan) {
  std::vector<int> cores;
  for (const CorePlan& core : plan.cores) cores.push_back(core.core);
  std::sort(cores.begin(), cores.end());
  return cores;
}

RingPlan gradient_plan(const HamiltonianCircuit& circuit) {
  return make_ring_plan(circuit, std::int64_t{mlp::kGradientRows} * kLanes);
}

float gradient_scale(std::size_t replicas) {
  return 1.0F / static_cast<float>(replicas * mlp::kImages);
}

ParameterBlock reduce_gradients(const RingPlan& plan, const std::vector<ParameterBlock>& local) {
  const std::vector<int> cores = replica_cores(plan);
  std::vector<std::vector<float>> inputs;
  for (const CorePlan& core : plan.cores) {
    const auto replica = std::lower_bound(cores.begin(), cores.end(), core.core) - cores.begin();
    inputs.push_back(flat(local[static_cast<std::size_t>(replica)]));
  }
  return rows_of(host_all_reduce(plan, inputs));
}

GoldenTraining::GoldenTraining(const DigitSet& digits, const RingPlan& plan,
                               const HyperParameters& parameters)
    : digits_(digits),
      plan_(plan),
      parameters_(parameters),
      weights_(initial_weights(parameters.seed)),
      velocity_(weights_.size(), Row{}),
      local_(static_cast<std::size_t>(plan.ranks())) {}

Metrics GoldenTraining::step() {
  const std::size_t replicas = local_.size();
  const float scale = gradient_scale(replicas);
  for (std::size_t r = 0; r < replicas; ++r) {
    local_[r] = golden_gradient(weights_, training_batch(digits_, steps_, r, replicas), scale);
  }
  ++steps_;
  gradient_ = reduce_gradients(plan_, local_);
  golden_update(weights_, velocity_, gradient_, static_cast<float>(parameters_.learning_rate),
                static_cast<float>(parameters_.momentum));
  const Row& metrics = gradient_[mlp::kMetrics];
  return mean(metrics[mlp::kLossLane], metrics[mlp::kCorrectLane], replicas * mlp::kImages);
}

Metrics GoldenTraining::evaluate(const DigitSet& test) const {
  const std::size_t replicas = local_.size();
  double loss = 0;
  double correct = 0;
  for (std::size_t r = 0; r < replicas; ++r) {
    float core_loss = 0;
    float core_correct = 0;
    for (std::size_t b = 0; b < test_batches(replicas, test.size()); ++b) {
      const GoldenForward forward = golden_forward(weights_, test_batch(test, b, r, replicas));
      core_loss += forward.loss;
      core_correct += forward.correct;
    }
    loss += static_cast<double>(core_loss);
    correct += static_cast<double>(core_correct);
  }
  return mean(loss, correct, test.size());
}

}  // namespace podsim::training
