// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_MEMORY_MEMORY_PARAMETERS_H_
#define PODSIM_SYSTEMC_MEMORY_MEMORY_PARAMETERS_H_

#include <cstdint>

#include "systemc/base/parameters.h"

namespace podsim {

/// One half of a chip's HBM, local to a core. Capacity and bandwidth are public (32 GiB and
/// 900 GB/s a chip); the organisation is chosen after HBM2: 8 channels a stack.
struct HbmParameters {
  std::int64_t bandwidth = 450'000'000'000;  ///< bytes/s of a half
  std::int64_t channels = 16;
  std::int64_t banks = 16;  ///< a channel
  std::int64_t row_buffer_bytes = 2048;
  std::int64_t interleave_bytes = 512;        ///< consecutive bytes in one channel
  std::int64_t row_hit_latency = 30'000;      ///< ps
  std::int64_t row_miss_latency = 60'000;     ///< ps: precharge, activate, read
  std::int64_t refresh_interval = 3'900'000;  ///< ps between refreshes of all channels; 0: none
  std::int64_t refresh_time = 260'000;        ///< ps

  void visit(FieldVisitor& visitor);
  /// Throws UserError HBM-001 for values that do not fit together: counts and sizes must be at
  /// least 1, the row buffer a multiple of the interleave, a miss take at least as long as a hit,
  /// and a refresh be shorter than its interval.
  void check() const;
};

/// A core's DMA engine. None of its timing is public: the values are chosen. With the network's
/// defaults a step of a ring, from one core's dma to the next core's wait, takes about 0.25 us and
/// the time of its bytes; the public figure of about 1 us a hop includes software that is not
/// modelled.
struct DmaParameters {
  std::int64_t issue_latency = 40'000;  ///< ps from the dma operation to the first read
  std::int64_t burst_rows = 8;          ///< rows a local transfer reads at once
  /// Bursts (or packets) a transfer holds at once. 16 bursts are 64 KiB, above the product of
  /// HBM bandwidth and latency (450 GB/s x 100 ns = 45 KB), so that one transfer fills the memory.
  std::int64_t bursts_in_flight = 64;
  std::int64_t write_latency = 20'000;  ///< ps from a packet's arrival to its write

  void visit(FieldVisitor& visitor);
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_MEMORY_MEMORY_PARAMETERS_H_
