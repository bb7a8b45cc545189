// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_TRAINING_RANDOM_H_
#define PODSIM_SW_TRAINING_RANDOM_H_

#include <cstdint>

namespace podsim::training {

/// SplitMix64 (Steele, Lea, Flood 2014; public-domain constants by S. Vigna): one 64-bit addition
/// and a mixing function a number. The same numbers on every host.
class SplitMix64 {
 public:
  explicit SplitMix64(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
  }

  /// Uniform in [-1, 1): the top 24 bits as a multiple of 2^-23, less 1; exact in fp32.
  float symmetric() { return static_cast<float>(next() >> 40U) * 0x1p-23F - 1.0F; }

 private:
  std::uint64_t state_;
};

}  // namespace podsim::training

#endif  // PODSIM_SW_TRAINING_RANDOM_H_
