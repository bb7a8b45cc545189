// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_POD_WAVE_REQUEST_H_
#define PODSIM_SYSTEMC_POD_WAVE_REQUEST_H_

#include <cstdint>
#include <string>
#include <vector>

#include "systemc/base/time.h"

namespace podsim {

/// Which routers to trace into one FST file, and when.
struct WaveRequest {
  std::string file;  ///< empty: no waves
  std::vector<int> chips;
  Cycle from = 0;  ///< ICI cycles
  Cycle to = kNever;
  std::uint64_t maximum_bytes = 256ull << 20;  ///< tracing stops, with a note, at this size
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_POD_WAVE_REQUEST_H_
