// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_TRAINING_BATCHES_H_
#define PODSIM_SW_TRAINING_BATCHES_H_

#include <cstddef>
#include <optional>
#include <vector>

#include "sw/training/digits.h"
#include "sw/training/numerics.h"

namespace podsim::training {

/// kBatchRows rows, as a core finds its batch in HBM: pixels / 255 in fp32, then one-hot labels.
/// Lanes and images that hold nothing are zero.
using BatchBlock = std::vector<Row>;

/// The training digit that image `image` of the `replica`-th live core sees at a step: the set is
/// read round and round in file order, 8 x replicas digits a step, 8 in a row to a core.
std::size_t training_digit(std::size_t step, std::size_t replica, std::size_t image,
                           std::size_t replicas, std::size_t digits);

/// The test digit of batch `batch` of a core, or nothing beyond the end: core r has the digits from
/// r * share on, share = digits / replicas rounded up to a multiple of 8.
std::optional<std::size_t> test_digit(std::size_t batch, std::size_t replica, std::size_t image,
                                      std::size_t replicas, std::size_t digits);
/// Batches that a core evaluates.
std::size_t test_batches(std::size_t replicas, std::size_t digits);

BatchBlock training_batch(const DigitSet& digits, std::size_t step, std::size_t replica,
                          std::size_t replicas);
BatchBlock test_batch(const DigitSet& digits, std::size_t batch, std::size_t replica,
                      std::size_t replicas);

}  // namespace podsim::training

#endif  // PODSIM_SW_TRAINING_BATCHES_H_
