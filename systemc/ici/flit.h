// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_ICI_FLIT_H_
#define PODSIM_SYSTEMC_ICI_FLIT_H_

#include <array>
#include <cstdint>

#include "systemc/base/time.h"

namespace podsim {

inline constexpr int kFlitBytes = 64;
inline constexpr int kFlitWords = kFlitBytes / 8;

/// What crosses a link in one cycle: 512 bits of data and its side band.
struct Flit {
  std::array<std::uint64_t, kFlitWords> words{};
  std::uint8_t vc = 0;
  bool head = false;
  bool tail = false;
};

/// A flit and the cycle at which it is on the pins.
struct TimedFlit {
  Cycle cycle = 0;
  Flit flit;
};

/// Credits on the pins at a cycle: bit v returns one buffer of virtual channel v.
struct TimedCredit {
  Cycle cycle = 0;
  std::uint8_t vc_mask = 0;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_ICI_FLIT_H_
