// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "sw/training/double_training.h"
#include "sw/training/golden_training.h"

namespace podsim::training {
namespace {

const DigitSet& training_digits() {
  static const DigitSet digits =
      load_training_digits(std::string(PODSIM_SOURCE_DIR) + "/data/mnist");
  return digits;
}

RingPlan plan_of(int chips) {
  HamiltonianCircuit circuit;
  for (int i = 0; i < chips; ++i) circuit.chips.push_back(i);
  return gradient_plan(circuit);
}

TEST(GoldenTraining, LossFollowsTheDoubleReference) {
  const HyperParameters parameters;
  GoldenTraining golden(training_digits(), plan_of(32), parameters);
  DoubleTraining reference(training_digits(), 512, parameters);
  for (int step = 0; step < 10; ++step) {
    const Metrics actual = golden.step();
    const Metrics expected = reference.step();
    const double tolerance = step < DoubleTraining::kEarlySteps ? DoubleTraining::kEarlyTolerance
                                                                : DoubleTraining::kLossTolerance;
    EXPECT_NEAR(actual.loss, expected.loss, tolerance * expected.loss) << "step " << step;
  }
}

TEST(GoldenTraining, GradientIsTheSlopeOfTheLoss) {
  // Central differences of the loss in single weights, against the gradient; bfloat16 limits both.
  const ParameterBlock weights = initial_weights(1);
  const BatchBlock batch = training_batch(training_digits(), 0, 0, 64);
  const ParameterBlock gradient = golden_gradient(weights, batch, 1.0F);
  struct Place {
    std::size_t row;
    std::size_t lane;
  };
  for (const Place place : {Place{mlp::kW2 + 3, 17}, Place{mlp::kB2, 5}, Place{mlp::kB1, 40}}) {
    constexpr float kStep = 0.0625F;
    ParameterBlock above = weights;
    ParameterBlock below = weights;
    above[place.row][place.lane] += kStep;
    below[place.row][place.lane] -= kStep;
    const float slope =
        (golden_forward(above, batch).loss - golden_forward(below, batch).loss) / (2 * kStep);
    EXPECT_NEAR(gradient[place.row][place.lane], slope, 0.05 * std::abs(slope) + 0.02);
  }
}

TEST(GoldenTraining, MetricsRowHoldsLossAndCorrectCount) {
  GoldenTraining golden(training_digits(), plan_of(4), {});
  const Metrics metrics = golden.step();
  float correct = 0;
  for (const ParameterBlock& local : golden.local_gradients()) {
    correct += local[mlp::kMetrics][mlp::kCorrectLane];
  }
  EXPECT_EQ(metrics.correct, static_cast<double>(correct) / 64.0);
  EXPECT_NEAR(metrics.loss, std::log(10.0), 0.4);  // untrained: about ln 10
}

TEST(GoldenTraining, MomentumZeroIsPlainDescent) {
  HyperParameters plain;
  plain.momentum = 0;
  GoldenTraining golden(training_digits(), plan_of(4), plain);
  golden.step();
  golden.step();
  EXPECT_EQ(golden.velocity()[3], golden.gradient()[3]);
}

TEST(GoldenTraining, ABatchSlotWithoutADigitAddsNothing) {
  const BatchBlock empty(mlp::kBatchRows, Row{});
  const GoldenForward forward = golden_forward(initial_weights(1), empty);
  EXPECT_EQ(forward.loss, 0.0F);
  EXPECT_EQ(forward.correct, 0.0F);
}

}  // namespace
}  // namespace podsim::training
