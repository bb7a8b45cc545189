// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_MEMORY_HBM_TIMING_H_
#define PODSIM_SYSTEMC_MEMORY_HBM_TIMING_H_

#include <cstdint>
#include <vector>

#include "systemc/base/time.h"
#include "systemc/memory/memory_parameters.h"

namespace podsim {

struct HbmCounters {
  std::uint64_t reads = 0;  ///< transactions
  std::uint64_t writes = 0;
  std::uint64_t bytes_read = 0;
  std::uint64_t bytes_written = 0;
  std::uint64_t row_hits = 0;  ///< accesses of a channel: at most interleave_bytes each
  std::uint64_t row_misses = 0;
  std::uint64_t refresh_stalls = 0;  ///< accesses of a channel that waited for a refresh
};

/// When an access to an HBM half is over.
///
/// Consecutive pieces of `interleave_bytes` go to consecutive channels; within a channel,
/// consecutive rows go to consecutive banks. A channel serves its accesses in the order of the
/// calls. Its data bus carries one at a time, at bandwidth / channels; the latency of a row hit
/// and the opening of rows in other banks overlap with it. A row stays open until another row of
/// its bank is needed or a refresh closes all.
class HbmTiming {
 public:
  /// Throws UserError HBM-001 (HbmParameters::check).
  explicit HbmTiming(const HbmParameters& parameters);

  /// End of an access of `length` bytes at `address` that begins at `at`: the last data of its
  /// slowest channel. An access of no bytes is over at once.
  Picoseconds access(std::uint64_t address, std::uint64_t length, Picoseconds at);

  const HbmCounters& counters() const { return counters_; }
  HbmCounters& counters() { return counters_; }

 private:
  struct Bank {
    std::int64_t open_row = -1;
    Picoseconds data_end = 0;  ///< of the last access
  };
  struct Channel {
    Picoseconds bus_free = 0;
    std::uint64_t refreshes = 0;  ///< that have closed the rows
  };

  Picoseconds access_piece(std::uint64_t piece, std::uint64_t length, Picoseconds at);
  /// Opens `row` and gives the earliest time of the column command that follows.
  Picoseconds open_row(Bank& bank, std::int64_t row, Picoseconds earliest);
  bool refreshed(const Channel& channel, Picoseconds command) const;
  void close_rows(std::uint64_t channel, Picoseconds command);
  Picoseconds refresh_end(std::uint64_t refresh) const;
  Picoseconds transfer_time(std::uint64_t length) const;

  std::uint64_t interleave_;
  std::uint64_t channel_count_;
  std::uint64_t bank_count_;
  std::uint64_t pieces_per_row_;
  std::uint64_t bandwidth_;
  Picoseconds hit_;
  Picoseconds open_time_;  ///< what a miss takes longer than a hit
  Picoseconds refresh_interval_;
  Picoseconds refresh_time_;
  Picoseconds piece_time_;  ///< transfer_time(interleave_)
  std::vector<Channel> channels_;
  std::vector<Bank> banks_;  ///< [channel][bank]; empty until the first access
  HbmCounters counters_;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_MEMORY_HBM_TIMING_H_
