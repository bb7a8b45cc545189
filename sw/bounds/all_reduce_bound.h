// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_BOUNDS_ALL_REDUCE_BOUND_H_
#define PODSIM_SW_BOUNDS_ALL_REDUCE_BOUND_H_

#include <cstdint>

#include "sw/bounds/graph_strength.h"
#include "systemc/pod/topology.h"

namespace podsim {

/// Times below which no all-reduce can be, by what its links carry; latency comes on top.
///
/// Each chip holds M bytes, a link carries B bytes a second in each direction at once, and chips
/// combine and forward. All are 0 s for one chip or no bytes, and infinite for a pod that is not
/// connected.
struct AllReduceBound {
  Strength strength;
  int live_chips = 0;
  int min_degree = 0;  ///< fewest live links of a live chip

  /// T* = M / (sigma B). The parts of a partition P exchange at least 2 (|P| - 1) M bytes over E(P)
  /// links of two directions. Pipelined spanning trees can come as near as one likes.
  double strength_seconds = 0;
  /// M / (d B): the same for the chip of least degree d against all others. Never above T*.
  double min_degree_seconds = 0;
  /// 2 (N - 1) / N M / (d B): for a reduce-scatter and then an all-gather with equal shards, in
  /// which each chip receives N - 1 shards of M / N bytes twice. Other algorithms may be faster.
  double two_phase_seconds = 0;

  /// T* / seconds.
  double efficiency(double seconds) const { return strength_seconds / seconds; }
  /// Throws InternalError for a time below T*, less one part in 1e9 for rounding.
  void require_possible(double seconds) const;
};

/// Exact for every pod, damaged or not. Throws UserError COLL-015 unless bytes >= 0 and
/// link_bytes_per_second > 0.
AllReduceBound all_reduce_bound(const Topology& topology, std::int64_t bytes,
                                double link_bytes_per_second);

}  // namespace podsim

#endif  // PODSIM_SW_BOUNDS_ALL_REDUCE_BOUND_H_
