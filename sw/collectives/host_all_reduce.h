// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_COLLECTIVES_HOST_ALL_REDUCE_H_
#define PODSIM_SW_COLLECTIVES_HOST_ALL_REDUCE_H_

#include <vector>

#include "sw/collectives/ring_plan.h"

namespace podsim {

/// x, or a zero of its sign if x is subnormal: the cores flush operands and results.
float flush_to_zero(float x);
/// x + y as a core adds.
float core_add(float x, float y);

/// The result of the plan's all-reduce to the bit, the same on every core: plan.count elements.
///
/// `inputs[r]` is the array of plan.cores[r]. With s(p) = own + peer's at position p of the ring
/// that reduces the element's half, the sum of shard j over N positions is
///   s(j-1) + (s(j-2) + ( ... (s(j+1) + s(j)) ... )), positions modulo N,
/// where "own" is the core that reduces the half. Throws UserError COLL-012 if there is not one
/// array of plan.count elements a core.
std::vector<float> host_all_reduce(const RingPlan& plan,
                                   const std::vector<std::vector<float>>& inputs);

/// The sum in double, rank by rank.
std::vector<double> double_reference(const RingPlan& plan,
                                     const std::vector<std::vector<float>>& inputs);

/// How far an element of the result can be from the exact sum of `values`, in any order of
/// additions: with n values, n - 1 additions and u = 2^-24,
///   g sum |x_i| + (2n - 1) 2^-126 (1 + g),  g = (n-1) u / (1 - (n-1) u)
/// (Higham, "Accuracy and Stability of Numerical Algorithms", 2nd ed., section 4.2); the second
/// term is for n operands and n - 1 results that may be flushed.
double sum_error_bound(const std::vector<float>& values);

}  // namespace podsim

#endif  // PODSIM_SW_COLLECTIVES_HOST_ALL_REDUCE_H_
