// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_COLLECTIVES_BANDWIDTH_MODEL_H_
#define PODSIM_SW_COLLECTIVES_BANDWIDTH_MODEL_H_

#include <cstdint>

#include "sw/collectives/ring_plan.h"

namespace podsim {

/// The columns of nccl-tests for an all-reduce.
///
/// A rank is a core, as a rank of nccl-tests is a device with memory of its own; `ranks` may be
/// given as chips to compare with figures a chip.
struct BandwidthColumns {
  double algbw = 0;  ///< bytes / s: bytes of one rank's array over the time
  double busbw = 0;  ///< bytes / s: algbw x 2 (n - 1) / n, the share that each rank must send
};

/// From bytes an array, seconds of the modelled machine and ranks
/// (nccl-tests, doc/PERFORMANCE.md). Throws UserError COLL-013 unless seconds > 0 and ranks > 0.
BandwidthColumns all_reduce_columns(std::int64_t bytes, double seconds, int ranks);

/// Latency and bandwidth of the machine, for what a ring should take.
struct BandwidthModel {
  double link_bytes_per_second = 82e9;  ///< a link, one direction
  double pair_bytes_per_second = 82e9;  ///< from core to core of a chip, one direction
  double step_seconds = 1e-6;           ///< latency of a step: DMA, hop, semaphore

  /// Time of the plan: two exchanges of half the array, and 2 (N - 1) steps of one shard in each
  /// direction at once.
  double seconds(const RingPlan& plan) const;
  /// The part of it that does not shrink with the array: 2 N steps.
  double latency_seconds(const RingPlan& plan) const;
};

}  // namespace podsim

#endif  // PODSIM_SW_COLLECTIVES_BANDWIDTH_MODEL_H_
