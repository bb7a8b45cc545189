// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_TRAFFIC_MEASURED_CYCLES_H_
#define PODSIM_SW_TRAFFIC_MEASURED_CYCLES_H_

#include <cstddef>

#include "systemc/base/time.h"

namespace podsim::traffic {

/// The cycles whose traffic is measured: [from, to), in batches of equal length, and the end of the
/// drain cycles after them: what arrives then or later does not count.
struct MeasuredCycles {
  Cycle from = 0;
  Cycle to = 0;
  Cycle end = 0;
  bool contain(Cycle cycle) const { return cycle >= from && cycle < to; }
  /// Of a measured cycle: 0 .. kBatches - 1.
  std::size_t batch(Cycle cycle) const {
    return static_cast<std::size_t>((cycle - from) * kBatches / (to - from));
  }
  static constexpr std::size_t kBatches = 16;
};

}  // namespace podsim::traffic

#endif  // PODSIM_SW_TRAFFIC_MEASURED_CYCLES_H_
