// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_PLANS_RING_STAGES_H_
#define PODSIM_SW_PLANS_RING_STAGES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "sw/plans/plan.h"
#include "sw/plans/ring_cut.h"

namespace podsim::plans {

/// Rings of chips that work side by side. All are of one length, and no chip is in two.
struct RingStage {
  std::string name;  ///< "X", "Y", ...
  std::vector<std::vector<int>> rings;
};

/// Which chips hold one copy of a model between them: a block of chips, or a single one. Only chips
/// at the same place of their blocks reduce with each other.
struct ModelBlock {
  int width = 1;
  int height = 1;
};

/// Stages one inside the other: the shard that a chip holds after a stage is what the next one
/// works on. The first core of each chip follows `colours[0]`, the second `colours[1]`; both have
/// the same number of stages.
struct StagedRings {
  std::string name;
  std::vector<RingStage> colours[2];
  std::vector<std::vector<int>> groups;  ///< chips that reduce with each other
};

/// What the ranks of a collective are. `kChip`: each chip has one array, half of it in the HBM of
/// each core; the two halves need no exchange. `kCore`: each core has an array of its own, as in
/// data parallelism with a replica a core.
enum class Ranks { kChip, kCore };

/// What is to be reduced.
struct BufferSize {
  std::int64_t rows = 1;  ///< of a core's buffer, without padding
  Ranks ranks = Ranks::kChip;
  Combine combine = Combine::kSumFloat;
};

/// First HBM rows of the source and of the target buffer of a plan.
inline constexpr std::int64_t kSourceRow = 0;
inline constexpr std::int64_t kTargetRow = std::int64_t{1} << 23;  ///< 4 GiB on

/// Which halves of an all-reduce are done.
enum class StagedOperation { kAllReduce, kReduceScatter, kAllGather };

/// All-reduce: reduce-scatter through the stages, all-gather back. Each core works on two streams
/// of half its data, which go round the rings in opposite directions, so that both directions of
/// every link of a ring are used. With Ranks::kCore the two cores of a chip exchange halves first
/// and last. Every chip of the groups must be in one ring of each stage.
///
/// After a reduce-scatter each core holds, at their rows of the target buffer, the rows that are
/// its own: those of its shard of the last stage in each stream. An all-gather begins with those
/// rows of the source buffer and brings them to all.
Plan plan_by_stages(const StagedRings& rings, const BufferSize& size, const CutLimits& limits,
                    StagedOperation operation = StagedOperation::kAllReduce);

}  // namespace podsim::plans

#endif  // PODSIM_SW_PLANS_RING_STAGES_H_
