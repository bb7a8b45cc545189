// SPDX-License-Identifier: Apache-2.0
#include "sw/training/batches.h"

#include <gtest/gtest.h>

#include <set>

#include "sw/training/mlp_weights.h"
#include "sw/training/random.h"

namespace podsim::training {
namespace {

DigitSet numbered_digits(std::size_t count) {
  DigitSet digits;
  digits.images.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    digits.images[i].fill(static_cast<std::uint8_t>(i));
    digits.labels.push_back(static_cast<std::uint8_t>(i % 10));
  }
  return digits;
}

TEST(Batches, AStepUsesEachDigitOnceAndTheNextGoesOn) {
  std::set<std::size_t> seen;
  for (std::size_t step = 0; step < 2; ++step) {
    for (std::size_t replica = 0; replica < 64; ++replica) {
      for (std::size_t image = 0; image < 8; ++image) {
        seen.insert(training_digit(step, replica, image, 64, 8192));
      }
    }
  }
  EXPECT_EQ(seen.size(), 1024U);
  EXPECT_EQ(*seen.rbegin(), 1023U);
  EXPECT_EQ(training_digit(16, 0, 0, 64, 8192), 0U);
}

TEST(Batches, EveryTestDigitIsEvaluatedOnce) {
  for (const std::size_t replicas : {8U, 24U, 64U, 128U}) {
    std::multiset<std::size_t> seen;
    for (std::size_t r = 0; r < replicas; ++r) {
      for (std::size_t b = 0; b < test_batches(replicas, 2048); ++b) {
        for (std::size_t i = 0; i < 8; ++i) {
          const auto digit = test_digit(b, r, i, replicas, 2048);
          if (digit) seen.insert(*digit);
        }
      }
    }
    EXPECT_EQ(seen.size(), 2048U);
    EXPECT_EQ(std::set<std::size_t>(seen.begin(), seen.end()).size(), 2048U);
  }
}

TEST(Batches, PixelsAndLabelsStandWhereTheLayoutSays) {
  const BatchBlock batch = training_batch(numbered_digits(64), 0, 1, 2);
  ASSERT_EQ(batch.size(), 64U);
  // Image 3 of replica 1 is digit 11; chunk 6 holds 16 features.
  EXPECT_EQ(batch[0 * 8 + 3][0], 11.0F / 255.0F);
  EXPECT_EQ(batch[6 * 8 + 3][15], 11.0F / 255.0F);
  EXPECT_EQ(batch[6 * 8 + 3][16], 0.0F);
  for (std::size_t lane = 0; lane < 128; ++lane) {
    EXPECT_EQ(batch[mlp::kBatchLabels + 3][lane], lane == 1 ? 1.0F : 0.0F);
  }
}

TEST(Weights, AreTheSameForASeedAndWithinTheirBounds) {
  const ParameterBlock weights = initial_weights(5);
  EXPECT_EQ(weights, initial_weights(5));
  EXPECT_NE(weights, initial_weights(6));
  const float bound1 = 0.08748178F;  // sqrt(6 / 784)
  float largest = 0;
  for (std::size_t r = 0; r < mlp::kFeatures; ++r) {
    for (const float x : weights[r]) largest = std::max(largest, std::abs(x));
  }
  EXPECT_LE(largest, bound1);
  EXPECT_GT(largest, 0.99F * bound1);
  EXPECT_EQ(weights[mlp::kB1], Row{});
  EXPECT_EQ(weights[mlp::kB2], Row{});
}

TEST(Random, IsSplitMix64) {
  // First outputs for seed 1234567 of the reference implementation (prng.di.unimi.it).
  SplitMix64 random(1234567);
  EXPECT_EQ(random.next(), 6457827717110365317U);
  EXPECT_EQ(random.next(), 3203168211198807973U);
  EXPECT_EQ(random.next(), 9817491932198370423U);
}

}  // namespace
}  // namespace podsim::training
