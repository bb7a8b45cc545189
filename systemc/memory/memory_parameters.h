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

/// A core's DMA engine. None of its timing is public by itself; what is public is that software
/// sees about 1 us a step between neighbour chips. The two latencies here and those of the network
/// interface are chosen so that a step of one row, from one core's dma to the next core's wait,
/// takes 1.00 us: issue 450 ns, send 100 ns, link 40 ns, receive 100 ns, write 280 ns, and about 30
/// ns for the bytes, the routers and the cores. What software adds on the real machine is part of
/// that sum.
struct DmaParameters {
  std::int64_t issue_latency = 450'000;  ///< ps from the dma operation to the first read
  std::int64_t burst_rows = 8;           ///< rows a local transfer reads at once
  /// Bursts (or packets) a transfer holds at once. 16 bursts are 64 KiB, above the product of
  /// HBM bandwidth and latency (450 GB/s x 100 ns = 45 KB), so that one transfer fills the memory.
  std::int64_t bursts_in_flight = 64;
  std::int64_t write_latency = 280'000;  ///< ps from a packet's arrival to its write

  void visit(FieldVisitor& visitor);
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_MEMORY_MEMORY_PARAMETERS_H_
