// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_TRAFFIC_TEST_PACKET_H_
#define PODSIM_SW_TRAFFIC_TEST_PACKET_H_

#include <cstdint>

#include "systemc/base/counter_random.h"
#include "systemc/ici/flit.h"

/// What the packets of traffic runs carry.
namespace podsim::traffic {

/// Word 0 of a head (docs/rtl/packet.md).
struct HeadWord {
  std::uint64_t word = 0;

  static HeadWord make(int destination, int lane, int source, std::uint32_t sequence) {
    const auto wide = [](int value) { return static_cast<std::uint64_t>(value); };
    return {wide(destination) | wide(lane) << 16 | wide(lane) << 18 | wide(source) << 24 |
            static_cast<std::uint64_t>(sequence) << 40};
  }
  int destination() const { return static_cast<int>(word & 0xffff); }
  int lane() const { return static_cast<int>(word >> 16 & 3); }
  int source() const { return static_cast<int>(word >> 24 & 0xffff); }
  std::uint32_t sequence() const { return static_cast<std::uint32_t>(word >> 40); }
};

/// Writes all the bits of flit `i` of a packet. Every word differs from the same word of any other
/// flit of the packet, and of other packets.
inline void fill_flit(HeadWord head, int i, FlitData& flit) {
  std::uint64_t word = counter_random(head.word, static_cast<std::uint64_t>(i));
  for (std::uint64_t& w : flit) {
    w = word;
    word += 0x9e3779b97f4a7c15u;
  }
  if (i == 0) flit[0] = head.word;
}

/// Whether the flit holds what fill_flit() wrote.
inline bool flit_intact(HeadWord head, int i, const FlitData& flit) {
  FlitData expected;
  fill_flit(head, i, expected);
  return expected == flit;
}

}  // namespace podsim::traffic

#endif  // PODSIM_SW_TRAFFIC_TEST_PACKET_H_
