// SPDX-License-Identifier: Apache-2.0
#include "systemc/ici/network_interface.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "firmware/diagnostics/user_error.h"

namespace podsim {
namespace {

enum EventKind : std::uint32_t { kSlotFree, kPacketArrived };

}  // namespace

NetworkInterface::NetworkInterface(const IciParameters& parameters, int chip, EventQueue& events,
                                   RouterPorts& ports, NetworkClient& client, Observer& observer)
    : parameters_(parameters),
      clock_(static_cast<std::uint64_t>(parameters.clock_hz)),
      chip_(chip),
      events_(events),
      ports_(ports),
      client_(client),
      observer_(observer) {}

std::uint32_t NetworkInterface::packet_bytes() const {
  return static_cast<std::uint32_t>(parameters_.packet_payload_bytes);
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
  head.destination_lane = static_cast<std::uint8_t>(2 * head.core + lane % 2);
  head.source_lane = static_cast<std::uint8_t>(lane);
  head.kind = write.data.empty() ? PacketKind::kSignal : PacketKind::kWrite;
  head.source = static_cast<std::uint16_t>(chip_);
  head.sequence = next_sequence_++ & kSequenceMask;
  head.space = static_cast<std::uint8_t>(write.space);
  head.last = write.last;
  head.payload_bytes = static_cast<std::uint16_t>(write.data.size());
  head.row = write.row;
  head.semaphore = write.semaphore < 0 ? kNoSemaphore : static_cast<std::uint16_t>(write.semaphore);
  head.amount = write.amount;
  head.crc = packet_crc(head, write.data);
  head.injected_at = at;
  const Cycle ready =
      clock_.first_edge_at_or_after(at) + static_cast<Cycle>(parameters_.nic_send_latency);
  queue_flits(lane, ready, head, write.data);
  ++queued_packets_[static_cast<std::size_t>(lane)];
  ++counters_.packets_sent;
  counters_.bytes_sent += write.data.size();
}

void NetworkInterface::queue_flits(int lane, Cycle ready, const PacketHead& head,
                                   const std::vector<std::byte>& data) {
  FlitData* buffer = ports_.packets->take();
  buffer[0] = encode_head(head);
  const int payload = payload_flits(data.size());
  if (payload > 0) {
    buffer[payload] = {};  // the last may be filled in part
    std::memcpy(buffer + 1, data.data(), data.size());
  }
  RingQueue<TimedFlit>& queue = ports_.lane_in[static_cast<std::size_t>(lane)];
  const Flit train = packet_train(buffer, 1 + payload, 0);
  if (ports_.takes_trains) {
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
  Partial& partial = partial_[static_cast<std::size_t>(lane)][flit.vc];
  if (flit.head) {
    if (partial.open) throw InternalError("a packet began inside another");
    partial.open = true;
    partial.buffer = flit.data;
    partial.packet.head = decode_head(*flit.data);
    partial.packet.data.reserve(partial.packet.head.payload_bytes);
  }
  if (flit.poison) {
    drop_cut_packet(partial, timed.cycle);
    return;
  }
  for (int i = flit.head ? 1 : 0; i < flit.count; ++i) partial.append(flit.data[i]);
  if (!flit.tail) return;
  ports_.packets->give_back(partial.buffer);
  partial.open = false;
  Incoming packet = std::exchange(partial.packet, {});
  arrive(std::move(packet), lane, timed.cycle + flit.count - 1);
}

/// Its flits that are still under way use its buffer, which is therefore not given back.
void NetworkInterface::drop_cut_packet(Partial& partial, Cycle cycle) {
  const PacketHead head = std::exchange(partial.packet, {}).head;
  partial.open = false;
  ++counters_.packets_cut;
  client_.network_fault(
      "NIC-002",
      fmt::format("packet {} of chip {} to chip {} was cut on its way: a link on it went down",
                  head.sequence, head.source, chip_),
      clock_.time_of(cycle));
}

void NetworkInterface::Partial::append(const FlitData& flit) {
  const std::size_t left = packet.head.payload_bytes - packet.data.size();
  const auto* bytes = reinterpret_cast<const std::byte*>(flit.data());
  packet.data.insert(packet.data.end(), bytes, bytes + std::min<std::size_t>(left, kFlitBytes));
}

void NetworkInterface::arrive(Incoming packet, int lane, Cycle cycle) {
  const Picoseconds at =
      clock_.time_of(cycle + static_cast<Cycle>(parameters_.nic_receive_latency));
  arrived_.emplace(next_ticket_, Arrived{std::move(packet), lane});
  events_.schedule(at, *this, kPacketArrived, next_ticket_++);
}

void NetworkInterface::handle_event(Picoseconds now, std::uint32_t kind, std::uint64_t argument) {
  if (kind == kSlotFree) {
    --queued_packets_[static_cast<std::size_t>(argument)];
    client_.lane_ready(static_cast<int>(argument), now);
  } else {
    finish(now, argument);
  }
}

void NetworkInterface::finish(Picoseconds now, std::uint64_t ticket) {
  Arrived arrived = std::move(arrived_.at(ticket));
  arrived_.erase(ticket);
  const PacketHead& head = arrived.packet.head;
  std::vector<std::byte>& data = arrived.packet.data;
  const bool whole = head.destination == chip_ && data.size() == head.payload_bytes &&
                     packet_crc(head, data) == head.crc;
  if (!whole) {
    client_.network_fault("NIC-001",
                          fmt::format("packet {} of chip {} arrived damaged at chip {}",
                                      head.sequence, head.source, chip_),
                          now);
    return;
  }
  ++counters_.packets_received;
  counters_.bytes_received += data.size();
  observer_.on_packet({head.source, chip_, head.source_lane, arrived.lane, head.injected_at, now,
                       head.payload_bytes, head.sequence});
  RemoteWrite write;
  write.target_core = 2 * chip_ + head.core;
  write.space = static_cast<isa::Space>(head.space);
  write.row = static_cast<std::uint32_t>(head.row);
  write.semaphore = head.semaphore == kNoSemaphore ? -1 : head.semaphore;
  write.amount = head.amount;
  write.last = head.last;
  write.source_core = 2 * head.source + head.source_lane / 2;
  write.data = std::move(data);
  client_.deliver(head.core, std::move(write), now);
}

bool NetworkInterface::idle() const {
  const bool receiving = std::any_of(partial_.begin(), partial_.end(), [](const auto& lane) {
    return std::any_of(lane.begin(), lane.end(), [](const Partial& p) { return p.open; });
  });
  const bool sending = std::any_of(queued_packets_.begin(), queued_packets_.end(),
                                   [](std::int64_t n) { return n != 0; });
  return !receiving && !sending && arrived_.empty();
}

}  // namespace podsim
