// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_COLLECTIVES_RING_BOOT_H_
#define PODSIM_SW_COLLECTIVES_RING_BOOT_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "firmware/isa/machine.h"
#include "sw/collectives/ring_plan.h"

/// What the ring all-reduce microprogram (firmware/collectives/ring_all_reduce.tasm) and the host
/// agree on: memory layout, boot words in SMEM, semaphores. The one place of these numbers: the
/// microprogram gets them as predefined symbols (ring_symbols()).
namespace podsim {

/// SMEM words from kRingBoot on, different on every core.
enum RingBootWord : int {
  kRingChips = 0,      ///< N, chips on the circuit
  kRingPosition = 1,   ///< of this core, in its own direction
  kRingNext = 2,       ///< core id of the next one in that direction
  kRingPair = 3,       ///< core id of the chip's other core
  kRingShardRows = 4,  ///< rows of 512 bytes in a shard
  kRingOwnRow = 5,     ///< VMEM row of the half that this core reduces
  kRingOtherRow = 6,   ///< VMEM row of the half that its pair reduces
  kRingLandPair = 7,   ///< VMEM row of the landing area for the pair's half
  kRingLandRing = 8,   ///< VMEM row of landing slot 0 of N - 1 slots of a shard each
  kRingNextLane = 9,   ///< router lane towards the next core, or -1: by core
  kRingPairLane = 10,  ///< router lane towards the pair, or -1: by core
  kRingBootWords = 11
};
inline constexpr int kRingBoot = 128;
inline constexpr int kRingDescriptor = 144;  ///< work area of isa::kDmaWords words

/// SMEM words of the stand-alone program (all_reduce_main.tasm).
inline constexpr int kReduceSource = 160;   ///< HBM row of the data
inline constexpr int kReduceTarget = 161;   ///< HBM row of the result
inline constexpr int kReduceBarrier = 162;  ///< 1: all cores meet before the all-reduce

// Semaphores beside those of RingSemaphores.
inline constexpr int kRingLocal = 130;  ///< local transfers of the programs around the ring
// Barrier semaphores of the pod barrier.
inline constexpr int kBarrierPair = isa::kFirstBarrierSemaphore;
inline constexpr int kBarrierArrive = isa::kFirstBarrierSemaphore + 1;
inline constexpr int kBarrierLeave = isa::kFirstBarrierSemaphore + 2;

/// Throws UserError COLL-020 when the plan's buffers from VMEM row `base_row` on exceed VMEM; the
/// message says how many elements fit.
void require_fits(const RingPlan& plan, int base_row);

/// The largest number of fp32 elements that an all-reduce over `chips` takes at once with its
/// buffers from VMEM row `base_row` on: data, and landing areas of nearly the same size.
std::int64_t ring_capacity(int chips, int base_row);

/// The boot words of a core, to be written at SMEM word kRingBoot.
std::vector<std::int32_t> ring_boot_words(const RingPlan& plan, const CorePlan& core, int base_row);

/// A semaphore of the ring and the core that raises it, for the report of a hang.
struct RingSender {
  int semaphore = 0;
  std::string sender;  ///< "core 12 (reduce-scatter step 3)"
};
std::vector<RingSender> ring_senders(const RingPlan& plan, const CorePlan& core);

/// The symbols that the collective microprograms expect to be predefined: "RING_CHIPS", ...
std::map<std::string, std::int64_t> ring_symbols();

}  // namespace podsim

#endif  // PODSIM_SW_COLLECTIVES_RING_BOOT_H_
