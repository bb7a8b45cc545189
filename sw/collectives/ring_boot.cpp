// SPDX-License-Identifier: Apache-2.0
#include "sw/collectives/ring_boot.h"

#include <fmt/format.h>

#include "firmware/diagnostics/user_error.h"

namespace podsim {
namespace {

constexpr RingSemaphores kSemaphores;
static_assert(kSemaphores.reduce_scatter + kMaxRingChips - 1 <= kSemaphores.all_gather);
static_assert(kSemaphores.all_gather + kMaxRingChips - 1 <= kRingLocal);
static_assert(kRingBoot + kRingBootWords <= kRingDescriptor);
static_assert(kRingDescriptor + isa::kDmaWords <= kReduceSource);

}  // namespace

std::int64_t ring_capacity(int chips, int base_row) {
  // 2 N shards of data, N of the pair's landing area, N - 1 landing slots.
  const std::int64_t shard_rows = (isa::kVmemRows - base_row) / (4 * chips - 1);
  return 2 * chips * shard_rows * kPlanRowElements;
}

void require_fits(const RingPlan& plan, int base_row) {
  if (base_row + plan.buffers.end <= isa::kVmemRows) return;
  const std::int64_t limit = ring_capacity(plan.chips(), base_row);
  throw UserError(
      "COLL-020",
      fmt::format("{} fp32 elements and their landing areas do not fit into VMEM", plan.count), {},
      fmt::format("at most {} elements ({} bytes) on {} chips", limit, limit * 4, plan.chips()));
}

std::vector<std::int32_t> ring_boot_words(const RingPlan& plan, const CorePlan& core,
                                          int base_row) {
  const auto row = [&](std::int64_t offset) {
    return static_cast<std::int32_t>(base_row + offset);
  };
  std::vector<std::int32_t> words(kRingBootWords);
  words[kRingChips] = plan.chips();
  words[kRingPosition] = core.position;
  words[kRingNext] = core.next_core;
  words[kRingPair] = core.peer_core;
  words[kRingShardRows] = static_cast<std::int32_t>(plan.shard_rows);
  words[kRingOwnRow] = row(plan.buffers.data + core.half * plan.half_rows());
  words[kRingOtherRow] = row(plan.buffers.data + (1 - core.half) * plan.half_rows());
  words[kRingLandPair] = row(plan.buffers.pair_landing);
  words[kRingLandRing] = row(plan.buffers.landing);
  words[kRingNextLane] = -1;
  words[kRingPairLane] = -1;
  return words;
}

std::vector<RingSender> ring_senders(const RingPlan& plan, const CorePlan& core) {
  const RingSemaphores& semaphores = plan.semaphores;
  std::vector<RingSender> senders = {
      {kRingLocal, fmt::format("core {} (its own DMA engine)", core.core)},
      {semaphores.pair_in, fmt::format("core {} (pair exchange)", core.peer_core)},
      {semaphores.pair_out, fmt::format("core {} (result exchange)", core.peer_core)},
      {kBarrierPair, fmt::format("core {} (barrier)", core.peer_core)},
      {kBarrierArrive, fmt::format("core {} (barrier)", core.previous_core)},
      {kBarrierLeave, fmt::format("core {} (barrier)", core.previous_core)}};
  for (int k = 0; k + 1 < plan.chips(); ++k) {
    senders.push_back({semaphores.reduce_scatter + k,
                       fmt::format("core {} (reduce-scatter step {})", core.previous_core, k)});
    senders.push_back({semaphores.all_gather + k,
                       fmt::format("core {} (all-gather step {})", core.previous_core, k)});
  }
  return senders;
}

std::map<std::string, std::int64_t> ring_symbols() {
  return {{"RING_CHIPS", kRingBoot + kRingChips},
          {"RING_POSITION", kRingBoot + kRingPosition},
          {"RING_NEXT", kRingBoot + kRingNext},
          {"RING_PAIR", kRingBoot + kRingPair},
          {"RING_SHARD_ROWS", kRingBoot + kRingShardRows},
          {"RING_OWN_ROW", kRingBoot + kRingOwnRow},
          {"RING_OTHER_ROW", kRingBoot + kRingOtherRow},
          {"RING_LAND_PAIR", kRingBoot + kRingLandPair},
          {"RING_LAND_RING", kRingBoot + kRingLandRing},
          {"RING_NEXT_LANE", kRingBoot + kRingNextLane},
          {"RING_PAIR_LANE", kRingBoot + kRingPairLane},
          {"RING_DESCRIPTOR", kRingDescriptor},
          {"REDUCE_SOURCE", kReduceSource},
          {"REDUCE_TARGET", kReduceTarget},
          {"REDUCE_BARRIER", kReduceBarrier},
          {"RING_LOCAL", kRingLocal},
          {"RING_PAIR_IN", kSemaphores.pair_in},
          {"RING_PAIR_OUT", kSemaphores.pair_out},
          {"RING_SCATTER", kSemaphores.reduce_scatter},
          {"RING_GATHER", kSemaphores.all_gather},
          {"BARRIER_PAIR", kBarrierPair},
          {"BARRIER_ARRIVE", kBarrierArrive},
          {"BARRIER_LEAVE", kBarrierLeave}};
}

}  // namespace podsim
