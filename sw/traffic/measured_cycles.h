// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_TRAFFIC_MEASURED_CYCLES_H_
#define PODSIM_SW_TRAFFIC_MEASURED_CYCLES_H_

#include "systemc/base/time.h"

namespace podsim::traffic {

/// The cycles whose traffic is measured: [from, to).
struct MeasuredCycles {
  Cycle from = 0;
  Cycle to = 0;
  bool contain(Cycle cycle) const { return cycle >= from && cycle < to; }
};

}  // namespace podsim::traffic

#endif  // PODSIM_SW_TRAFFIC_MEASURED_CYCLES_H_
