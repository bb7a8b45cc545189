// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_ICI_FLIT_H_
#define PODSIM_SYSTEMC_ICI_FLIT_H_

#include <array>
#include <cstdint>

#include "systemc/base/time.h"

namespace podsim {

inline constexpr int kFlitBytes = 64;
inline constexpr int kFlitWords = kFlitBytes / 8;

/// The 512 bits that a flit carries.
using FlitData = std::array<std::uint64_t, kFlitWords>;

/// What crosses a link in one cycle.
///
/// Routers read the first word of a head and the side band, nothing else, so models that only move
/// flits move this handle; the data stay where they are in the packet's buffer (PacketPool). A
/// model through which the bits really pass (RTL) takes them from there, and puts what comes out
/// into a buffer of its own if it is not what went in.
struct Flit {
  std::uint64_t head_word = 0;     ///< word 0 of a head, 0 in other flits
  const FlitData* data = nullptr;  ///< null: carries none
  std::uint8_t vc = 0;
  bool head = false;
  bool tail = false;
  /// With `tail`: the packet was cut on its way and ends here.
  bool poison = false;
  /// Flits that follow each other without a gap and that this entry stands for (a train): `data`
  /// points to as many. 1 but between models that take trains.
  std::uint16_t count = 1;
};

/// A flit and the cycle at which it is on the pins; of a train, its first flit.
struct TimedFlit {
  Cycle cycle = 0;
  Flit flit;
};

/// Credits on the pins at a cycle: bit v returns one buffer of virtual channel v.
struct TimedCredit {
  Cycle cycle = 0;
  std::uint8_t vc_mask = 0;
  /// The same in each of this many cycles, 1 but between models that take trains.
  std::uint16_t count = 1;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_ICI_FLIT_H_
