// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_PLANS_RING_CUT_H_
#define PODSIM_SW_PLANS_RING_CUT_H_

#include <cstdint>
#include <vector>

#include "sw/plans/ring_phase.h"

namespace podsim::plans {

/// How finely data are cut.
struct CutLimits {
  int chunk_rows = 64;  ///< the longest chunk
  int in_flight = 3;    ///< the most chunks of a shard that follow each other round a ring
};

/// The cut of a shard of exactly `shard` rows. A shard of a few chunks is halved, so that one half
/// is on its way while the other is combined.
RingCut cut_shard(int members, std::int64_t shard, const CutLimits& limits);

/// Cuts for stages of rings, one inside the other: the shard of a stage is what the next stage
/// works on. `members[i]` is the length of the rings of stage i; `rows` must be held. The result
/// holds at least that many rows, little more, in chunks that are not much shorter than allowed.
/// Without stages the result is empty.
///
/// Several orders of the same lengths are cut so that all hold the same number of rows.
std::vector<std::vector<RingCut>> cut_stages(const std::vector<std::vector<int>>& orders,
                                             std::int64_t rows, const CutLimits& limits);

}  // namespace podsim::plans

#endif  // PODSIM_SW_PLANS_RING_CUT_H_
