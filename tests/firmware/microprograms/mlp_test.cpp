// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstring>

#include "sw/training/golden_training.h"
#include "tests/firmware/microprograms/microprogram_bench.h"

namespace podsim::test {
namespace {

namespace mlp = training::mlp;
using training::bits_of;

constexpr int kChips = 4;

const training::DigitSet& training_digits() {
  static const auto digits =
      training::load_training_digits(std::string(PODSIM_SOURCE_DIR) + "/data/mnist");
  return digits;
}

const training::DigitSet& test_digits() {
  static const auto digits =
      training::load_test_digits(std::string(PODSIM_SOURCE_DIR) + "/data/mnist");
  return digits;
}

std::int32_t word(float value) { return static_cast<std::int32_t>(bits_of(value)); }

::testing::AssertionResult same_bits(const std::vector<HostRow>& actual,
                                     const training::ParameterBlock& expected) {
  for (std::size_t r = 0; r < expected.size(); ++r) {
    for (std::size_t l = 0; l < expected[r].size(); ++l) {
      if (bits_of(actual[r][l]) == bits_of(expected[r][l])) continue;
      return ::testing::AssertionFailure()
             << "row " << r << " lane " << l << ": " << actual[r][l] << ", not " << expected[r][l];
    }
  }
  return ::testing::AssertionSuccess();
}

class MlpPrograms : public testing::Test {
 protected:
  MlpPrograms()
      : plan(training::gradient_plan(plain_circuit(kChips))),
        golden(training_digits(), plan, parameters),
        pod(plan.ranks(), observer) {
    boot_ring(pod, plan, mlp::kVmemGradient);
    for (int core = 0; core < plan.ranks(); ++core) {
      pod.write_vmem(core, mlp::kVmemWeights, golden.weights());
    }
  }

  std::size_t replicas() const { return static_cast<std::size_t>(plan.ranks()); }

  void launch(const char* program, int batches, int first) {
    for (int core = 0; core < plan.ranks(); ++core) {
      pod.write_smem(core, mlp::kSmemSteps,
                     {batches, first, word(static_cast<float>(parameters.learning_rate)),
                      word(training::gradient_scale(replicas())), 1,
                      word(static_cast<float>(parameters.momentum))});
    }
    ASSERT_EQ(pod.run(built_in(program)), "");
  }

  std::vector<HostRow> weights(int core) {
    return pod.read_vmem(core, mlp::kVmemWeights, mlp::kParameterRows);
  }

  training::HyperParameters parameters;
  RingPlan plan;
  training::GoldenTraining golden;
  Observer observer;
  InstantPod pod;
};

TEST_F(MlpPrograms, TrainAsTheGoldenReferenceToTheBit) {
  constexpr int kSteps = 3;
  for (std::size_t core = 0; core < replicas(); ++core) {
    for (std::size_t t = 0; t < kSteps; ++t) {
      pod.write_hbm(static_cast<int>(core),
                    mlp::kHbmBatches + static_cast<std::int64_t>(t) * mlp::kBatchRows,
                    training::training_batch(training_digits(), t, core, replicas()));
    }
  }
  // One step, then two in one launch: both ways to go on.
  launch("firmware/training/train_step.tasm", 1, 0);
  golden.step();
  for (int core = 0; core < plan.ranks(); ++core) {
    EXPECT_TRUE(same_bits(pod.read_hbm(core, mlp::kHbmLocalGradient, mlp::kGradientRows),
                          golden.local_gradients()[static_cast<std::size_t>(core)]));
    EXPECT_TRUE(
        same_bits(pod.read_vmem(core, mlp::kVmemGradient, mlp::kGradientRows), golden.gradient()));
    EXPECT_TRUE(same_bits(weights(core), golden.weights()));
  }
  launch("firmware/training/train_step.tasm", 2, 1);
  golden.step();
  golden.step();
  for (int core = 0; core < plan.ranks(); ++core) {
    EXPECT_TRUE(same_bits(weights(core), golden.weights())) << "core " << core;
    EXPECT_TRUE(
        same_bits(pod.read_vmem(core, mlp::kVmemVelocity, mlp::kParameterRows), golden.velocity()));
  }
}

TEST_F(MlpPrograms, EvaluateCountsTheDigitsOfEachCore) {
  // 3 batches a core, the last ones without a digit.
  training::DigitSet digits = test_digits();
  digits.images.resize(2 * 8 * replicas() + 5);
  digits.labels.resize(digits.images.size());
  const auto batches = training::test_batches(replicas(), digits.size());
  ASSERT_EQ(batches, 3U);
  for (std::size_t core = 0; core < replicas(); ++core) {
    for (std::size_t b = 0; b < batches; ++b) {
      pod.write_hbm(static_cast<int>(core), static_cast<std::int64_t>(b + 7) * mlp::kBatchRows,
                    training::test_batch(digits, b, core, replicas()));
    }
  }
  launch("firmware/training/evaluate.tasm", static_cast<int>(batches), 7);
  double loss = 0;
  double correct = 0;
  for (int core = 0; core < plan.ranks(); ++core) {
    const HostRow metrics = pod.read_hbm(core, mlp::kHbmEvaluation, 1)[0];
    loss += static_cast<double>(metrics[mlp::kLossLane]);
    correct += static_cast<double>(metrics[mlp::kCorrectLane]);
  }
  const training::Metrics expected = golden.evaluate(digits);
  const auto count = static_cast<double>(digits.size());
  EXPECT_EQ(loss / count, expected.loss);
  EXPECT_EQ(correct / count, expected.correct);
}

}  // namespace
}  // namespace podsim::test
