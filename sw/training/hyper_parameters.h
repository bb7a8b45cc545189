// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_TRAINING_HYPER_PARAMETERS_H_
#define PODSIM_SW_TRAINING_HYPER_PARAMETERS_H_

#include <cstdint>

namespace podsim::training {

/// What training depends on besides the digits and the number of cores. The defaults classify 90 %
/// of the test digits after 45 steps of a batch of 512.
struct HyperParameters {
  std::uint64_t seed = 1;
  double learning_rate = 0.6;
  double momentum = 0.8;
};

/// The linear scaling rule (Goyal et al. 2017) from the default at a batch of 512, and no more than
/// that: for pods on which a step takes another number of digits.
inline double scaled_learning_rate(int global_batch) {
  constexpr int kDefaultBatch = 512;
  const double share = static_cast<double>(global_batch) / kDefaultBatch;
  return HyperParameters{}.learning_rate * (share < 1.0 ? share : 1.0);
}

}  // namespace podsim::training

#endif  // PODSIM_SW_TRAINING_HYPER_PARAMETERS_H_
