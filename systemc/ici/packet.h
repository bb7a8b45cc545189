// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_ICI_PACKET_H_
#define PODSIM_SYSTEMC_ICI_PACKET_H_

#include <cstddef>
#include <cstdint>

#include "systemc/ici/flit.h"

namespace podsim {

/// What a packet asks of its destination.
enum class PacketKind : std::uint8_t {
  kWrite = 0,   ///< write the payload, then raise the semaphore
  kSignal = 1,  ///< only raise the semaphore
};

inline constexpr std::uint16_t kNoSemaphore = 0xffff;
inline constexpr std::uint16_t kNoIntermediate = 0xffff;
inline constexpr std::uint32_t kSequenceMask = 0xffffff;  ///< sequence numbers have 24 bits

/// The fields of a head flit; docs/rtl/packet.md gives their bits. The router reads word 0 only.
struct PacketHead {
  std::uint16_t destination = 0;  ///< chip
  std::uint8_t destination_lane = 0;
  std::uint8_t source_lane = 0;
  PacketKind kind = PacketKind::kWrite;
  std::uint16_t source = 0;  ///< chip
  std::uint32_t sequence = 0;
  std::uint8_t space = 0;        ///< isa::Space at the destination
  std::uint8_t core = 0;         ///< TensorCore of the destination chip
  std::uint8_t source_core = 0;  ///< TensorCore of the source chip
  bool last = false;             ///< last packet of its transfer
  std::uint16_t payload_bytes = 0;
  std::uint64_t row = 0;
  std::uint16_t semaphore = kNoSemaphore;
  std::uint32_t amount = 0;
  std::uint32_t crc = 0;
  std::uint64_t injected_at = 0;  ///< ps; a time stamp for measurements
  bool has_unknown = false;       ///< sampled data: origins of unknown values follow the words
};

FlitData encode_head(const PacketHead& head);
PacketHead decode_head(const FlitData& flit);

/// The flits of a train in order, each as an entry of its own; `take(const Flit&)`.
template <class Take>
void for_each_flit_of(const Flit& train, Take take) {
  Flit flit = train;
  flit.count = 1;
  for (int i = 0; i < train.count; ++i) {
    flit.head = train.head && i == 0;
    flit.head_word = flit.head ? train.head_word : 0;
    flit.tail = train.tail && i == train.count - 1;
    flit.data = train.data == nullptr ? nullptr : train.data + i;
    take(flit);
  }
}

/// A whole packet as a train; its flits lie in `buffer`, the head first.
Flit packet_train(const FlitData* buffer, int flits, std::uint8_t vc);

/// CRC-32 (as in gzip) over words 0 to 3 of the head and the `bytes` of the payload that are kept.
std::uint32_t packet_crc(const PacketHead& head, const std::byte* payload, std::size_t bytes);

/// Payload flits that `bytes` need.
inline int payload_flits(std::size_t bytes) {
  return static_cast<int>((bytes + kFlitBytes - 1) / kFlitBytes);
}

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_ICI_PACKET_H_
