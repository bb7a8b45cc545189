// SPDX-License-Identifier: Apache-2.0
#include "sw/training/batches.h"

namespace podsim::training {
namespace {

constexpr std::size_t kImages = mlp::kImages;
constexpr float kWhite = 255.0F;

void put_digit(BatchBlock& batch, std::size_t image, const Image& pixels, std::uint8_t label) {
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    const std::size_t chunk = i / mlp::kFeatureChunk;
    batch[chunk * kImages + image][i % mlp::kFeatureChunk] = static_cast<float>(pixels[i]) / kWhite;
  }
  batch[mlp::kBatchLabels + image][label] = 1.0F;
}

BatchBlock empty_batch() { return BatchBlock(mlp::kBatchRows, Row{}); }

}  // namespace

std::size_t training_digit(std::size_t step, std::size_t replica, std::size_t image,
                           std::size_t replicas, std::size_t digits) {
  return ((step * replicas + replica) * kImages + image) % digits;
}

std::size_t test_batches(std::size_t replicas, std::size_t digits) {
  const std::size_t at_once = replicas * kImages;
  return (digits + at_once - 1) / at_once;
}

std::optional<std::size_t> test_digit(std::size_t batch, std::size_t replica, std::size_t image,
                                      std::size_t replicas, std::size_t digits) {
  const std::size_t share = test_batches(replicas, digits) * kImages;
  const std::size_t digit = replica * share + batch * kImages + image;
  if (digit >= digits) return std::nullopt;
  return digit;
}

BatchBlock training_batch(const DigitSet& digits, std::size_t step, std::size_t replica,
                          std::size_t replicas) {
  BatchBlock batch = empty_batch();
  for (std::size_t i = 0; i < kImages; ++i) {
    const std::size_t digit = training_digit(step, replica, i, replicas, digits.size());
    put_digit(batch, i, digits.images[digit], digits.labels[digit]);
  }
  return batch;
}

BatchBlock test_batch(const DigitSet& digits, std::size_t batch, std::size_t replica,
                      std::size_t replicas) {
  BatchBlock block = empty_batch();
  for (std::size_t i = 0; i < kImages; ++i) {
    const auto digit = test_digit(batch, replica, i, replicas, digits.size());
    if (digit) put_digit(block, i, digits.images[*digit], digits.labels[*digit]);
  }
  return block;
}

}  // namespace podsim::training
