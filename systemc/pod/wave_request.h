// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_POD_WAVE_REQUEST_H_
#define PODSIM_SYSTEMC_POD_WAVE_REQUEST_H_

#include <cstdint>
#include <string>
#include <vector>

#include "systemc/base/time.h"

namespace podsim {

/// What starts a record of waves by itself.
enum class WaveTrigger : int {
  kNone = 0,   ///< nothing: [from, to) is recorded
  kError = 1,  ///< the first error that a router or a chip of the pod notices
  kPacket = 2  ///< a packet's head comes to one of the routers traced
};

/// Which chips to trace into one FST file, and when.
struct WaveRequest {
  std::string file;  ///< empty: no waves
  std::vector<int> chips;
  Cycle from = 0;  ///< ICI cycles; a trigger counts from here on
  Cycle to = kNever;
  WaveTrigger trigger = WaveTrigger::kNone;
  int packet_source = 0;  ///< chip; of kPacket
  std::uint32_t packet_sequence = 0;
  Cycle before = 2000;                         ///< cycles recorded before the trigger
  Cycle after = 2000;                          ///< and after it
  std::uint64_t maximum_bytes = 256ull << 20;  ///< tracing stops, with a note, at this size
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_POD_WAVE_REQUEST_H_
