// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_TESTS_E2E_ALL_REDUCE_RUN_H_
#define PODSIM_TESTS_E2E_ALL_REDUCE_RUN_H_

#include <cstdint>
#include <string>
#include <vector>

#include "sw/collectives/ring_plan.h"
#include "systemc/base/observer.h"
#include "systemc/pod/pod.h"

namespace podsim::test {

Topology mesh(int width, int height);
/// "6 x 4 chips without (2,0) (3,0) (2,1) (3,1)", to tell a failing pod.
std::string name_of(const Topology& topology);

/// What an all-reduce on a pod of its own is made with.
struct AllReduceSetup {
  PodParameters parameters;
  std::int64_t count = 1000;  ///< elements of a core
  std::uint64_t seed = 1;
  WaveRequest waves;
  Observer* observer = nullptr;
  std::vector<int> absent;  ///< cores that do not start
};

struct AllReduceResult {
  RunOutcome outcome;
  /// Elements on all cores that are not, to the bit, what the host adds in the ring's order.
  std::uint64_t wrong = 0;
  /// Elements further from the sum in double precision than n - 1 roundings can bring them.
  std::uint64_t far = 0;
  std::uint64_t digest = 0;
};

/// Builds the pod, loads routes, plan and inputs, and runs firmware/collectives/all_reduce_main.
/// Throws what find_circuit and compute throw.
AllReduceResult all_reduce(const Topology& topology, const AllReduceSetup& setup = {});

/// Fails the running test unless the all-reduce halts with the right sum everywhere.
void expect_all_reduce(const Topology& topology, const AllReduceSetup& setup = {});

}  // namespace podsim::test

#endif  // PODSIM_TESTS_E2E_ALL_REDUCE_RUN_H_
