// SPDX-License-Identifier: Apache-2.0
#include "sw/collectives/ring_boot.h"

#include <fmt/format.h>

#include <algorithm>

#include "firmware/diagnostics/user_error.h"

namespace podsim {
namespace {

static_assert(kRingScatter + kMaxRingChips - 1 <= kRingGather);
static_assert(kRingGather + kMaxRingChips - 1 <= isa::kFirstBarrierSemaphore);
static_assert(kRingBoot + kRingBootWords <= kRingDescriptor);
static_assert(kRingDescriptor + isa::kDmaWords <= kReduceSource);

/// A core's place in its own direction of the circuit.
struct RingPlace {
  int position = 0;
  int next = 0;
  int previous = 0;
};

RingPlace place_of(const std::vector<int>& circuit, int core) {
  const int count = static_cast<int>(circuit.size());
  const auto found = std::find(circuit.begin(), circuit.end(), core / 2);
  if (found == circuit.end()) throw InternalError(fmt::format("core {} is not on the ring", core));
  const int clockwise = static_cast<int>(found - circuit.begin());
  const int step = core % 2 == 0 ? 1 : count - 1;
  const auto core_at = [&](int position) {
    return circuit[static_cast<std::size_t>(position % count)] * 2 + core % 2;
  };
  RingPlace place;
  place.position = core % 2 == 0 ? clockwise : (count - clockwise) % count;
  place.next = core_at(clockwise + step);
  place.previous = core_at(clockwise + count - step);
  return place;
}

int largest_shard(int chips, int data_row) { return (isa::kVmemRows - data_row) / (4 * chips - 1); }

void require_length(int chips) {
  if (chips <= kMaxRingChips) return;
  throw UserError("COLL-021",
                  fmt::format("a ring of {} chips needs more semaphores than a core has", chips),
                  {}, fmt::format("at most {} chips", kMaxRingChips), ExitCode::kUsage);
}

}  // namespace

std::int64_t ring_capacity(int chips, int data_row) {
  return std::int64_t{2} * chips * largest_shard(chips, data_row) * isa::kLanes;
}

RingMemory ring_memory(int chips, std::int64_t rows, int data_row) {
  require_length(chips);
  const std::int64_t shards = std::int64_t{2} * chips;
  const std::int64_t shard_rows = std::max<std::int64_t>(1, (rows + shards - 1) / shards);
  if (shard_rows > largest_shard(chips, data_row)) {
    const std::int64_t limit = ring_capacity(chips, data_row);
    throw UserError(
        "COLL-020",
        fmt::format("{} fp32 elements and their landing areas do not fit into VMEM",
                    rows * isa::kLanes),
        {}, fmt::format("at most {} elements ({} bytes) on {} chips", limit, limit * 4, chips));
  }
  return {chips, static_cast<int>(shard_rows), data_row};
}

std::vector<std::int32_t> ring_boot_words(const RingMemory& memory, const std::vector<int>& circuit,
                                          int core) {
  const RingPlace place = place_of(circuit, core);
  const int half_b = memory.data_row + memory.half_rows();
  const bool reduces_a = core % 2 == 0;
  std::vector<std::int32_t> words(kRingBootWords);
  words[kRingChips] = memory.chips;
  words[kRingPosition] = place.position;
  words[kRingNext] = place.next;
  words[kRingPair] = core ^ 1;
  words[kRingShardRows] = memory.shard_rows;
  words[kRingOwnRow] = reduces_a ? memory.data_row : half_b;
  words[kRingOtherRow] = reduces_a ? half_b : memory.data_row;
  words[kRingLandPair] = memory.landing_row();
  words[kRingLandRing] = memory.landing_row() + memory.half_rows();
  words[kRingNextLane] = -1;
  words[kRingPairLane] = -1;
  return words;
}

std::vector<RingSender> ring_senders(const std::vector<int>& circuit, int core) {
  const int previous = place_of(circuit, core).previous;
  std::vector<RingSender> senders = {
      {kRingLocal, fmt::format("core {} (its own DMA engine)", core)},
      {kRingPairIn, fmt::format("core {} (pair exchange)", core ^ 1)},
      {kRingPairOut, fmt::format("core {} (result exchange)", core ^ 1)},
      {kBarrierPair, fmt::format("core {} (barrier)", core ^ 1)},
      {kBarrierArrive, fmt::format("core {} (barrier)", previous)},
      {kBarrierLeave, fmt::format("core {} (barrier)", previous)}};
  for (int k = 0; k + 1 < static_cast<int>(circuit.size()); ++k) {
    senders.push_back(
        {kRingScatter + k, fmt::format("core {} (reduce-scatter step {})", previous, k)});
    senders.push_back({kRingGather + k, fmt::format("core {} (all-gather step {})", previous, k)});
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
          {"RING_PAIR_IN", kRingPairIn},
          {"RING_PAIR_OUT", kRingPairOut},
          {"RING_SCATTER", kRingScatter},
          {"RING_GATHER", kRingGather},
          {"BARRIER_PAIR", kBarrierPair},
          {"BARRIER_ARRIVE", kBarrierArrive},
          {"BARRIER_LEAVE", kBarrierLeave}};
}

}  // namespace podsim
