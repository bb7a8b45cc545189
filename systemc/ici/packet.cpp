// SPDX-License-Identifier: Apache-2.0
#include "systemc/ici/packet.h"

#include <libdeflate.h>

namespace podsim {
namespace {

constexpr int kCrcWords = 4;

std::uint64_t place(std::uint64_t value, int shift) { return value << shift; }

std::uint64_t take(std::uint64_t word, int shift, int width) {
  return (word >> shift) & ((std::uint64_t{1} << width) - 1);
}

}  // namespace

FlitData encode_head(const PacketHead& h) {
  FlitData flit{};
  flit[0] = place(h.destination, 0) | place(h.destination_lane, 16) | place(h.source_lane, 18) |
            place(static_cast<std::uint64_t>(h.kind), 20) | place(h.source, 24) |
            place(h.sequence & kSequenceMask, 40);
  flit[1] = place(kNoIntermediate, 0) | place(h.space, 16) | place(h.core, 20) |
            place(h.last ? 1 : 0, 21) | place(h.source_core, 22) | place(h.payload_bytes, 32);
  flit[2] = h.row;
  flit[3] = place(h.semaphore, 0) | place(h.amount, 32);
  flit[4] = h.crc;
  flit[5] = h.injected_at;
  flit[6] = h.has_unknown ? 1 : 0;
  return flit;
}

PacketHead decode_head(const FlitData& w) {
  PacketHead h;
  h.destination = static_cast<std::uint16_t>(take(w[0], 0, 16));
  h.destination_lane = static_cast<std::uint8_t>(take(w[0], 16, 2));
  h.source_lane = static_cast<std::uint8_t>(take(w[0], 18, 2));
  h.kind = static_cast<PacketKind>(take(w[0], 20, 4));
  h.source = static_cast<std::uint16_t>(take(w[0], 24, 16));
  h.sequence = static_cast<std::uint32_t>(take(w[0], 40, 24));
  h.space = static_cast<std::uint8_t>(take(w[1], 16, 4));
  h.core = static_cast<std::uint8_t>(take(w[1], 20, 1));
  h.last = take(w[1], 21, 1) != 0;
  h.source_core = static_cast<std::uint8_t>(take(w[1], 22, 1));
  h.payload_bytes = static_cast<std::uint16_t>(take(w[1], 32, 16));
  h.row = w[2];
  h.semaphore = static_cast<std::uint16_t>(take(w[3], 0, 16));
  h.amount = static_cast<std::uint32_t>(take(w[3], 32, 32));
  h.crc = static_cast<std::uint32_t>(take(w[4], 0, 32));
  h.injected_at = w[5];
  h.has_unknown = w[6] != 0;
  return h;
}

Flit packet_train(const FlitData* buffer, int flits, std::uint8_t vc) {
  Flit train;
  train.head_word = (*buffer)[0];
  train.data = buffer;
  train.vc = vc;
  train.head = true;
  train.tail = true;
  train.count = static_cast<std::uint16_t>(flits);
  return train;
}

std::uint32_t packet_crc(const PacketHead& head, const std::byte* payload, std::size_t bytes) {
  const FlitData flit = encode_head(head);
  const std::uint32_t head_crc = libdeflate_crc32(0, flit.data(), kCrcWords * sizeof(flit[0]));
  // Of no data at a null pointer the library would give the CRC of nothing.
  return bytes == 0 ? head_crc : libdeflate_crc32(head_crc, payload, bytes);
}

}  // namespace podsim
