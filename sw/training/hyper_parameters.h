// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_TRAINING_HYPER_PARAMETERS_H_
#define PODSIM_SW_TRAINING_HYPER_PARAMETERS_H_

#include <cmath>
#include <cstdint>

namespace podsim::training {

/// What training depends on besides the digits and the number of cores. The defaults classify 90 %
/// of the test digits after 45 steps of a batch of 512.
struct HyperParameters {
  std::uint64_t seed = 1;
  double learning_rate = 0.6;
  double momentum = 0.8;
};

/// The rate for a step of `global_batch` digits, given the rate for a batch of 512: less noise
/// allows longer strides, with the square root of the batch (Krizhevsky 2014, arXiv 1404.5997);
/// larger batches keep the rate.
inline double scaled_learning_rate(double rate, int global_batch) {
  constexpr double kDefaultBatch = 512;
  const double share = global_batch / kDefaultBatch;
  return share < 1.0 ? rate * std::sqrt(share) : rate;
}

}  // namespace podsim::training

#endif  // PODSIM_SW_TRAINING_HYPER_PARAMETERS_H_
