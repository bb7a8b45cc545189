// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_TESTS_RTL_PLANTED_REPORT_H_
#define PODSIM_TESTS_RTL_PLANTED_REPORT_H_

#include <cstdint>
#include <cstdio>
#include <string>

namespace podsim::rtl_test {

/// Exit code of a program that found the two models apart; 0: it did not.
constexpr int kFound = 4;

/// Flits that each kind of stimuli may take to show a planted bug.
constexpr std::uint64_t kFlitsToFind = 15'000;

/// Runs a bench; prints a difference and after how many flits it showed.
template <class Bench>
bool finds_difference(Bench&& bench) {
  const std::string difference = bench.run(kFlitsToFind);
  if (difference.empty()) return false;
  std::printf("after %llu flits: %s\n", static_cast<unsigned long long>(bench.flits_out()),
              difference.c_str());
  return true;
}

}  // namespace podsim::rtl_test

#endif  // PODSIM_TESTS_RTL_PLANTED_REPORT_H_
