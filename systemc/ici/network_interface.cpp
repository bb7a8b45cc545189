// SPDX-License-Identifier: Apache-2.0
#include "systemc/ici/network_interface.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "firmware/diagnostics/user_error.h"
#include "systemc/memory/dma_descriptor.h"

namespace podsim {
namespace {

enum EventKind : std::uint32_t { kSlotFree, kPacketArrived };

}  // namespace

NetworkInterface::NetworkInterface(const IciParameters& parameters, int chip, EventQueue& events,
                                   RouterPorts& ports, NetworkClient& client, Observer& observer,
                                   const DataScale& scale)
    : parameters_(parameters),
      clock_(static_cast<std::uint64_t>(parameters.clock_hz)),
      chip_(chip),
      events_(events),
      ports_(ports),
      client_(client),
      observer_(observer),
      scale_(scale),
      packets_(*ports.packets),
      whole_packets_(*ports.whole_packets) {}

std::uint32_t NetworkInterface::packet_bytes() const {
  return static_cast<std::uint32_t>(parameters_.packet_payload_bytes);
}

PacketCache& NetworkInterface::cache_for(std::uint32_t row_bytes) {
  return row_bytes == isa::kRowBytes ? whole_packets_ : packets_;
}

/// The data lie behind the head, where they go over the network.
RowBlock NetworkInterface::make_block(std::uint32_t bytes, std::uint32_t row_bytes) {
  PacketCache& cache = cache_for(row_bytes);
  return {reinterpret_cast<std::byte*>(cache.take() + 1), cache, bytes, row_bytes};
}

bool NetworkInterface::can_send(int lane) const {
  return queued_packets_[static_cast<std::size_t>(lane)] < parameters_.lane_packets;
}

void NetworkInterface::send(int lane, RemoteWrite write, Picoseconds at) {
  if (!can_send(lane)) throw InternalError("network interface: lane queue is full");
  PacketHead head;
  head.destination = static_cast<std::uint16_t>(write.target_core / 2);
  head.core = static_cast<std::uint8_t>(write.target_core % 2);
  // Each core receives on the lane that it sends on by default, so that the two do not meet.
  const int target_lane = write.target_lane >= 0 ? write.target_lane : 2 * head.core + lane % 2;
  head.destination_lane = static_cast<std::uint8_t>(target_lane);
  head.source_core = static_cast<std::uint8_t>(write.source_core % 2);
  head.source_lane = static_cast<std::uint8_t>(lane);
  head.kind = write.data.empty() ? PacketKind::kSignal : PacketKind::kWrite;
  head.source = static_cast<std::uint16_t>(chip_);
  head.sequence = next_sequence_++ & kSequenceMask;
  head.space = static_cast<std::uint8_t>(write.space);
  head.last = write.last;
  head.payload_bytes = static_cast<std::uint16_t>(write.data.bytes());
  head.row = write.row;
  head.semaphore = write.semaphore < 0 ? kNoSemaphore : static_cast<std::uint16_t>(write.semaphore);
  head.amount = write.amount;
  head.has_unknown = write.data.has_unknown();
  head.crc = crc_of(head, write.data);
  head.injected_at = at;
  const Cycle ready =
      clock_.first_edge_at_or_after(at) + static_cast<Cycle>(parameters_.nic_send_latency);
  const int payload = payload_flits(write.data.bytes());
  ++queued_packets_[static_cast<std::size_t>(lane)];
  ++counters_.packets_sent;
  counters_.bytes_sent += write.data.bytes();
  FlitData* buffer = nullptr;
  if (payload == 0) {
    buffer = packets_.take();
  } else {
    buffer = reinterpret_cast<FlitData*>(write.data.data()) - 1;
    complete_payload(write.data);
    write.data.hand_over();
  }
  *buffer = encode_head(head);
  queue_flits(lane, ready, buffer, 1 + payload);
}

/// Behind what is kept of the rows come zeros, if anybody looks.
void NetworkInterface::complete_payload(RowBlock& block) const {
  if (block.full() || !ports_.payload_bits) return;
  std::memset(block.data() + block.held(), 0, block.bytes() - block.held());
}

std::uint8_t NetworkInterface::next_channel(int lane) {
  int& next = next_channel_[static_cast<std::size_t>(lane)];
  const int channel = next;
  next = (next + 1) % channels_;
  return static_cast<std::uint8_t>(channel);
}

void NetworkInterface::queue_flits(int lane, Cycle ready, const FlitData* buffer, int flits) {
  RingQueue<TimedFlit>& queue = ports_.lane_in[static_cast<std::size_t>(lane)];
  const Flit train = packet_train(buffer, flits, next_channel(lane));
  if (ports_.takes_lane_trains) {
    queue.push({ready, train});
  } else {
    for_each_flit_of(train, [&](const Flit& flit) { queue.push({ready, flit}); });
  }
}

void NetworkInterface::collect() {
  const auto credit_latency = static_cast<Cycle>(parameters_.nic_credit_latency);
  for (int lane = 0; lane < kRouterLanes; ++lane) {
    for (Cycle cycle : ports_.lane_taken[static_cast<std::size_t>(lane)]) {
      events_.schedule(clock_.time_of(cycle + credit_latency), *this, kSlotFree,
                       static_cast<std::uint64_t>(lane));
    }
    for (const TimedFlit& flit : ports_.lane_out[static_cast<std::size_t>(lane)]) {
      receive_flit(lane, flit);
    }
  }
}

void NetworkInterface::receive_flit(int lane, const TimedFlit& timed) {
  const Flit& flit = timed.flit;
  Incoming& packet = partial_[static_cast<std::size_t>(lane)][flit.vc];
  if (flit.head) {
    if (packet.open) throw InternalError("a packet began inside another");
    // The pool made it and gave it out as writable.
    packet = {true, const_cast<FlitData*>(flit.data), 0, lane};
  }
  if (flit.poison) {
    drop_cut_packet(packet, timed.cycle);
    return;
  }
  append(packet, flit);
  if (!flit.tail) return;
  arrive(std::exchange(packet, {}), timed.cycle + flit.count - 1);
}

/// Its flits that are still under way use its buffer, which is therefore not given back.
void NetworkInterface::drop_cut_packet(Incoming& packet, Cycle cycle) {
  const PacketHead head = packet.buffer == nullptr ? PacketHead{} : decode_head(*packet.buffer);
  packet = {};
  ++counters_.packets_cut;
  client_.network_fault(
      "NIC-002",
      fmt::format("packet {} of chip {} to chip {} was cut on its way: a link on it went down",
                  head.sequence, head.source, chip_),
      clock_.time_of(cycle));
}

/// A model through which the bits pass may have put a flit into a buffer of its own.
void NetworkInterface::append(Incoming& packet, const Flit& flit) const {
  for (int i = 0; i < flit.count && ports_.payload_bits; ++i) {
    const int place = packet.flits + i;
    if (place >= ports_.packets->flits()) break;
    FlitData* own = packet.buffer + place;
    if (flit.data + i != own) *own = flit.data[i];
  }
  packet.flits += flit.count;
}

void NetworkInterface::arrive(const Incoming& packet, Cycle cycle) {
  const Picoseconds at =
      clock_.time_of(cycle + static_cast<Cycle>(parameters_.nic_receive_latency));
  const std::uint32_t index = arrived_.take();
  arrived_[index] = packet;
  events_.schedule(at, *this, kPacketArrived, index);
}

void NetworkInterface::handle_event(Picoseconds now, std::uint32_t kind, std::uint64_t argument) {
  if (kind == kSlotFree) {
    --queued_packets_[static_cast<std::size_t>(argument)];
    client_.lane_ready(static_cast<int>(argument), now);
  } else {
    finish(now, static_cast<std::uint32_t>(argument));
  }
}

/// Where only handles travel and the payload is not whole either, there is nothing to be protected.
std::uint32_t NetworkInterface::crc_of(const PacketHead& head, const RowBlock& data) const {
  const bool travels = scale_.full() || ports_.payload_bits;
  return travels ? packet_crc(head, data.data(), data.held()) : 0;
}

std::uint32_t NetworkInterface::kept_bytes(const PacketHead& head) const {
  return keeps_whole_rows(static_cast<isa::Space>(head.space)) ? isa::kRowBytes
                                                               : scale_.row_bytes();
}

bool NetworkInterface::arrived_whole(const Incoming& packet, const PacketHead& head,
                                     const RowBlock& data) const {
  return head.destination == chip_ && packet.flits == 1 + payload_flits(head.payload_bytes) &&
         packet.flits <= ports_.whole_packets->flits() && crc_of(head, data) == head.crc;
}

void NetworkInterface::finish(Picoseconds now, std::uint32_t index) {
  const Incoming packet = arrived_[index];
  arrived_.release(index);
  const PacketHead head = decode_head(*packet.buffer);
  const std::uint32_t kept = kept_bytes(head);
  RowBlock data(reinterpret_cast<std::byte*>(packet.buffer + 1), cache_for(kept),
                head.payload_bytes, kept);
  data.set_has_unknown(head.has_unknown);
  if (!arrived_whole(packet, head, data)) {
    client_.network_fault("NIC-001",
                          fmt::format("packet {} of chip {} arrived damaged at chip {}",
                                      head.sequence, head.source, chip_),
                          now);
    return;
  }
  ++counters_.packets_received;
  counters_.bytes_received += data.bytes();
  observer_.on_packet({head.source, chip_, head.source_lane, packet.lane, head.injected_at, now,
                       head.payload_bytes, head.sequence});
  RemoteWrite write;
  write.target_core = 2 * chip_ + head.core;
  write.space = static_cast<isa::Space>(head.space);
  write.row = static_cast<std::uint32_t>(head.row);
  write.semaphore = head.semaphore == kNoSemaphore ? -1 : head.semaphore;
  write.amount = head.amount;
  write.last = head.last;
  write.source_core = 2 * head.source + head.source_core;
  write.data = std::move(data);
  client_.deliver(head.core, std::move(write), now);
}

bool NetworkInterface::idle() const {
  const bool receiving = std::any_of(partial_.begin(), partial_.end(), [](const auto& lane) {
    return std::any_of(lane.begin(), lane.end(), [](const Incoming& p) { return p.open; });
  });
  const bool sending = std::any_of(queued_packets_.begin(), queued_packets_.end(),
                                   [](std::int64_t n) { return n != 0; });
  return !receiving && !sending && arrived_.used() == 0;
}

}  // namespace podsim
