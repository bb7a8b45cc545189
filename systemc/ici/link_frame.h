// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_ICI_LINK_FRAME_H_
#define PODSIM_SYSTEMC_ICI_LINK_FRAME_H_

#include <array>
#include <cstdint>

#include "systemc/ici/flit.h"

namespace podsim {

inline constexpr int kMaxVcs = 4;

inline constexpr std::uint8_t kFlitFrame = 1;

/// What a link carries in one cycle when its link layer is on (docs/rtl/link-layer.md). Frames
/// carry their data by value: a link may damage them.
struct LinkFrame {
  /// 0 none, 1 flit, 2 idle, 3 first and 4 second training frame; other values only when damaged.
  std::uint8_t kind = 0;
  std::uint8_t vc = 0;
  bool head = false;
  bool tail = false;
  bool poison = false;
  bool nack = false;
  std::uint16_t sequence = 0;
  std::uint16_t acknowledge = 0;               ///< next sequence number expected from the other end
  std::array<std::uint8_t, kMaxVcs> credit{};  ///< slots granted since training, modulo 256
  std::uint32_t crc = 0;
  FlitData data{};
};

/// A frame and the cycle at which it is on the pins.
struct TimedFrame {
  Cycle cycle = 0;
  LinkFrame frame;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_ICI_LINK_FRAME_H_
