// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_BASE_COUNTER_RANDOM_H_
#define PODSIM_SYSTEMC_BASE_COUNTER_RANDOM_H_

#include <cstdint>

namespace podsim {

/// A random number that is a function of a stream and a counter, with no state: who asks first, or
/// from which thread, changes nothing. Two rounds of the finaliser of SplitMix64 (Steele, Lea,
/// Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
inline std::uint64_t counter_random(std::uint64_t stream, std::uint64_t counter) {
  const auto mix = [](std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  };
  constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15u;
  return mix(mix(stream * kGolden + kGolden) + counter * kGolden);
}

/// The number as one of the open interval (0, 1).
inline double unit_interval(std::uint64_t number) {
  return (static_cast<double>(number >> 11) + 0.5) * 0x1p-53;
}

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_BASE_COUNTER_RANDOM_H_
