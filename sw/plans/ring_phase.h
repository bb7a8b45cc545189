// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_PLANS_RING_PHASE_H_
#define PODSIM_SW_PLANS_RING_PHASE_H_

#include <cstdint>
#include <vector>

#include "sw/plans/plan.h"

namespace podsim::plans {

/// How the rows of a ring's buffer are cut: into one shard a member, a shard into chunks that are
/// sent one by one. `in_flight` chunks of a shard follow each other round the ring; the shard is
/// done in `rounds` such turns. in_flight * rounds * chunk_rows = rows of a shard.
struct RingCut {
  int members = 2;
  int chunk_rows = 1;
  int in_flight = 1;
  int rounds = 1;

  std::int64_t shard_rows() const { return std::int64_t{chunk_rows} * in_flight * rounds; }
  std::int64_t rows() const { return members * shard_rows(); }
};

/// One ring of cores, and what it works on: the rows [first_row, first_row + cut.rows()) of each
/// member's buffer.
struct Ring {
  std::vector<int> members;  ///< cores in the order of travel
  int stream = 0;            ///< 0 or 1: which of its two router lanes a member sends on
  RingCut cut;
  std::int64_t first_row = 0;  ///< HBM row, the same on every member
};

/// The shard that the member at `position` holds complete after a reduce-scatter.
inline int finished_shard(int position, int members) { return (position + 1) % members; }

/// Adds a reduce-scatter to the plan: member i ends with shard (i + 1) mod n, combined over all
/// members, at its row + target_shift; own rows are read at first_row.
///
/// Of each round, step 0 sends the own shard i; steps 1 to n - 2 receive shard i - k, combine it
/// with the own one and send it on; the last receives shard i + 1, combines and stores it. Shard s
/// is so combined in the order of positions s, s + 1, ..., s - 1: each member has own + received.
void add_reduce_scatter(Plan& plan, const Ring& ring, int phase, std::int64_t target_shift);

/// Adds an all-gather: member i begins with shard `finished_shard(i)` at its row + source_shift
/// and ends with all shards at their rows. With copy_own its own shard is brought to its
/// row as well, which is needed if source_shift is not 0.
void add_all_gather(Plan& plan, const Ring& ring, int phase, std::int64_t source_shift);

}  // namespace podsim::plans

#endif  // PODSIM_SW_PLANS_RING_PHASE_H_
