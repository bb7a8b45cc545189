// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_ICI_LANE_PACKETS_H_
#define PODSIM_SYSTEMC_ICI_LANE_PACKETS_H_

#include <array>

#include "systemc/ici/packet_pool.h"
#include "systemc/ici/router.h"

namespace podsim {

/// Buffers of packets at the lanes of a router that carries data by value: it takes the data out of
/// the buffers of packets that go in, and puts those of packets that come out into new ones.
class LanePackets {
 public:
  /// A flit has been taken from a lane: with its tail the packet's buffer is given back.
  void took(int lane, const Flit& flit, const RouterPorts& ports) {
    const FlitData*& first = taken_[static_cast<std::size_t>(lane)];
    if (flit.head) first = flit.data;
    if (flit.tail && ports.gives_back) ports.packets->give_back(first);
  }

  /// Puts the data of a flit that leaves by a lane behind those of its packet.
  const FlitData* keep(int lane, const Flit& flit, const void* data, PacketPool& packets);

 private:
  struct Rebuilt {
    FlitData* buffer = nullptr;
    int flits = 0;
  };

  std::array<const FlitData*, kRouterLanes> taken_{};
  std::array<std::array<Rebuilt, kMaxVcs>, kRouterLanes> rebuilt_;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_ICI_LANE_PACKETS_H_
