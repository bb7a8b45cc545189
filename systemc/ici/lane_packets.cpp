// SPDX-License-Identifier: Apache-2.0
#include "systemc/ici/lane_packets.h"

#include <cstring>

namespace podsim {

const FlitData* LanePackets::keep(int lane, const Flit& flit, const void* data,
                                  PacketPool& packets) {
  Rebuilt& packet = rebuilt_[static_cast<std::size_t>(lane)][flit.vc];
  if (flit.head || packet.buffer == nullptr || packet.flits == packets.flits()) {
    packet = {packets.take(), 0};
  }
  FlitData* place = packet.buffer + packet.flits++;
  std::memcpy(place->data(), data, kFlitBytes);
  return place;
}

}  // namespace podsim
