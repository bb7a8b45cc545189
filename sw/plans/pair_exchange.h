// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_PLANS_PAIR_EXCHANGE_H_
#define PODSIM_SW_PLANS_PAIR_EXCHANGE_H_

#include "sw/plans/plan.h"
#include "sw/plans/ring_cut.h"

namespace podsim::plans {

/// Makes an all-reduce over cores of one over chips: the two cores of each chip first exchange
/// halves of their arrays and add, so that each holds a half of the chip's sum; `chips` works on
/// those halves; then the cores exchange results.
///
/// Precondition: `chips` is an all-reduce whose groups are the first and the second cores.
Plan with_pair_exchange(const Plan& chips, const CutLimits& limits);

}  // namespace podsim::plans

#endif  // PODSIM_SW_PLANS_PAIR_EXCHANGE_H_
