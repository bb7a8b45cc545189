// SPDX-License-Identifier: Apache-2.0
#include "sw/training/double_training.h"

#include <algorithm>
#include <cmath>

namespace podsim::training {
namespace {

constexpr double kWhite = 255.0;
constexpr auto kHidden = static_cast<std::size_t>(mlp::kHidden);
constexpr auto kClasses = static_cast<std::size_t>(mlp::kClasses);
constexpr auto kFeatures = static_cast<std::size_t>(mlp::kFeatures);

using Classes = std::array<double, mlp::kClasses>;

/// Softmax; the loss of `label` goes to `loss`.
Classes softmax(const Classes& logits, std::size_t label, double& loss) {
  const double largest = *std::max_element(logits.begin(), logits.end());
  Classes p;
  double total = 0;
  for (std::size_t c = 0; c < kClasses; ++c) total += p[c] = std::exp(logits[c] - largest);
  for (double& x : p) x /= total;
  loss = std::log(total) - (logits[label] - largest);
  return p;
}

}  // namespace

DoubleTraining::DoubleTraining(const DigitSet& digits, std::size_t batch,
                               const HyperParameters& parameters)
    : digits_(digits),
      batch_(batch),
      parameters_(parameters),
      weights_(mlp::kParameterRows, DoubleRow{}),
      velocity_(mlp::kParameterRows, DoubleRow{}) {
  const ParameterBlock initial = initial_weights(parameters.seed);
  for (std::size_t r = 0; r < initial.size(); ++r) {
    std::copy(initial[r].begin(), initial[r].end(), weights_[r].begin());
  }
}

Metrics DoubleTraining::add_image(const Image& image, std::size_t label, Block& gradient) const {
  DoubleRow hidden = weights_[mlp::kB1];
  for (std::size_t f = 0; f < kFeatures; ++f) {
    if (image[f] == 0) continue;
    const double x = image[f] / kWhite;
    for (std::size_t h = 0; h < kHidden; ++h) hidden[h] += x * weights_[mlp::kW1 + f][h];
  }
  for (double& h : hidden) h = std::max(h, 0.0);
  Classes logits;
  for (std::size_t c = 0; c < kClasses; ++c) {
    logits[c] = weights_[mlp::kB2][c];
    for (std::size_t h = 0; h < kHidden; ++h) logits[c] += hidden[h] * weights_[mlp::kW2 + c][h];
  }
  Metrics metrics;
  Classes error = softmax(logits, label, metrics.loss);
  metrics.correct = *std::max_element(logits.begin(), logits.end()) <= logits[label] ? 1 : 0;
  error[label] -= 1;
  DoubleRow hidden_error{};
  for (std::size_t c = 0; c < kClasses; ++c) {
    gradient[mlp::kB2][c] += error[c];
    for (std::size_t h = 0; h < kHidden; ++h) {
      gradient[mlp::kW2 + c][h] += error[c] * hidden[h];
      if (hidden[h] > 0) hidden_error[h] += error[c] * weights_[mlp::kW2 + c][h];
    }
  }
  for (std::size_t h = 0; h < kHidden; ++h) gradient[mlp::kB1][h] += hidden_error[h];
  for (std::size_t f = 0; f < kFeatures; ++f) {
    if (image[f] == 0) continue;
    const double x = image[f] / kWhite;
    for (std::size_t h = 0; h < kHidden; ++h) gradient[mlp::kW1 + f][h] += x * hidden_error[h];
  }
  return metrics;
}

void DoubleTraining::update(const Block& gradient) {
  const double scale = 1.0 / static_cast<double>(batch_);
  for (std::size_t r = 0; r < weights_.size(); ++r) {
    for (std::size_t l = 0; l < weights_[r].size(); ++l) {
      velocity_[r][l] = parameters_.momentum * velocity_[r][l] + gradient[r][l] * scale;
      weights_[r][l] -= parameters_.learning_rate * velocity_[r][l];
    }
  }
}

Metrics DoubleTraining::step() {
  Block gradient(mlp::kParameterRows, DoubleRow{});
  Metrics sum;
  for (std::size_t i = 0; i < batch_; ++i) {
    const std::size_t digit = next_++ % digits_.size();
    const Metrics metrics = add_image(digits_.images[digit], digits_.labels[digit], gradient);
    sum.loss += metrics.loss;
    sum.correct += metrics.correct;
  }
  update(gradient);
  const auto count = static_cast<double>(batch_);
  return {sum.loss / count, sum.correct / count};
}

}  // namespace podsim::training
