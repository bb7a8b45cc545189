// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_PLANS_EXCHANGE_H_
#define PODSIM_SW_PLANS_EXCHANGE_H_

#include "sw/plans/plan.h"
#include "sw/plans/ring_stages.h"
#include "systemc/pod/topology.h"

/// Operations in which nothing is reduced and every core sends to several others.
namespace podsim::plans {

/// All-to-all among the first cores of all live chips, and among the second ones: the source buffer
/// is cut into one block for each chip, in the order of live chips; block j goes to chip j, which
/// places it as the block of the sender.
///
/// On a healthy mesh blocks travel dimension by dimension, so that a core talks to its rows and
/// columns only (long dimensions in two digits); on a damaged one directly. The buffers have a
/// second half in which blocks lie between dimensions. Throws UserError COLL-040 from make_images
/// when that takes more semaphores than a core has.
Plan all_to_all(const Topology& topology, const BufferSize& size, const CutLimits& limits);

/// Halo exchange of spatial partitioning: the chips of each model block stand in a line (rows of
/// the block there and back) and each exchanges edges with the two next to it. The first half of a
/// core's source buffer is the edge towards the chip before it, the second half that towards the
/// chip after it; they land in the second half of the one's target buffer and in the first half of
/// the other's. Blocks with a dead chip are left out; throws UserError COLL-053 when all are, or
/// when a block is a single chip.
Plan halo_exchange(const Topology& topology, const ModelBlock& block, const BufferSize& size,
                   const CutLimits& limits);

}  // namespace podsim::plans

#endif  // PODSIM_SW_PLANS_EXCHANGE_H_
