// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_PLANS_HOLE_PLAN_H_
#define PODSIM_SW_PLANS_HOLE_PLAN_H_

#include "sw/plans/plan.h"
#include "sw/plans/ring_stages.h"
#include "systemc/pod/topology.h"

namespace podsim::plans {

/// Two-dimensional all-reduce around holes (the forwarding and critical groups of US patent
/// 11,715,010), in two colours. Ranks are chips.
///
/// The first cores go X first. Pairs of rows in which a chip is dead are *forwarding*: their live
/// chips, in runs without a hole, are *strips*. All other rows are *critical*.
///   1. Each critical row reduce-scatters along X, and each strip round its two rows, at once: so a
///      strip has reduced its data before it hands anything over.
///   2. A strip chip hands its shard, in pieces, to the chips of the nearest critical rows that
///   hold
///      the same rows of the array, by turns above and below; they add it.
///   3. Columns reduce-scatter over the critical rows, and all-gather.
///   4. Critical chips give the finished pieces back to the strips.
///   5. Rows and strips all-gather.
/// The second cores do the same with rows and columns exchanged.
///
/// Throws UserError COLL-057 when every pair of rows, or every pair of columns, has a dead chip;
/// COLL-002 when live chips cannot reach each other.
Plan two_dimensions_around_holes(const Topology& topology, const BufferSize& size,
                                 const CutLimits& limits);

}  // namespace podsim::plans

#endif  // PODSIM_SW_PLANS_HOLE_PLAN_H_
