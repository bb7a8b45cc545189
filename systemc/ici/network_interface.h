// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_ICI_NETWORK_INTERFACE_H_
#define PODSIM_SYSTEMC_ICI_NETWORK_INTERFACE_H_

#include <array>
#include <cstdint>
#include <string>

#include "systemc/base/data_scale.h"
#include "systemc/base/event_queue.h"
#include "systemc/base/observer.h"
#include "systemc/ici/ici_parameters.h"
#include "systemc/ici/packet.h"
#include "systemc/ici/router.h"
#include "systemc/memory/dma_engine.h"
#include "systemc/memory/slot_pool.h"

namespace podsim {

/// What the network interface tells its chip.
class NetworkClient {
 public:
  virtual ~NetworkClient() = default;
  /// A slot of the lane's send queue is free again.
  virtual void lane_ready(int lane, Picoseconds at) = 0;
  /// A packet for core `core` of this chip has arrived whole.
  virtual void deliver(int core, RemoteWrite&& write, Picoseconds at) = 0;
  /// A packet that cannot be right: id "NIC-00n".
  virtual void network_fault(const std::string& id, const std::string& message, Picoseconds at) = 0;
};

struct NetworkCounters {
  std::uint64_t packets_sent = 0;
  std::uint64_t packets_received = 0;
  std::uint64_t packets_cut = 0;  ///< whose rest did not come
  std::uint64_t bytes_sent = 0;
  std::uint64_t bytes_received = 0;
};

/// A chip's network interface: cuts remote writes into packets, feeds them to the router's local
/// lanes, and puts arriving packets together, checks and delivers them. It always sinks.
///
/// It never looks at another chip: packets are plain data in RouterPorts. Every latency on the way
/// to the router is at least a window, so that the fabric may run a window ahead.
class NetworkInterface : public RemotePort, public EventHandler {
 public:
  /// `scale`: what is kept of the rows of HBM and VMEM.
  NetworkInterface(const IciParameters& parameters, int chip, EventQueue& events,
                   RouterPorts& ports, NetworkClient& client, Observer& observer,
                   const DataScale& scale = {});

  std::uint32_t packet_bytes() const override;
  RowBlock make_block(std::uint32_t bytes, std::uint32_t row_bytes) override;
  bool can_send(int lane) const override;
  void send(int lane, RemoteWrite write, Picoseconds at) override;

  /// Packets of a lane use the virtual channels 0 .. count - 1 in turn, so that a router has the
  /// next one's way ready while one is still passing.
  void set_channels(int count) { channels_ = count; }

  /// Takes what the router put out in the window that has just been run.
  void collect();

  /// Nothing is queued, half received or under way to the chip.
  bool idle() const;
  const NetworkCounters& counters() const { return counters_; }

  void handle_event(Picoseconds now, std::uint32_t kind, std::uint64_t argument) override;

 private:
  /// A packet that has come, or of which the tail is still to come. Its flits lie in the buffer one
  /// after the other.
  struct Incoming {
    bool open = false;
    FlitData* buffer = nullptr;
    int flits = 0;
    int lane = 0;
  };

  PacketCache& cache_for(std::uint32_t row_bytes);
  std::uint32_t crc_of(const PacketHead& head, const RowBlock& data) const;
  std::uint32_t kept_bytes(const PacketHead& head) const;
  std::uint8_t next_channel(int lane);
  void drop_cut_packet(Incoming& packet, Cycle cycle);
  void complete_payload(RowBlock& block) const;
  void queue_flits(int lane, Cycle ready, const FlitData* buffer, int flits);
  void receive_flit(int lane, const TimedFlit& flit);
  void append(Incoming& packet, const Flit& flit) const;
  void arrive(const Incoming& packet, Cycle cycle);
  void finish(Picoseconds now, std::uint32_t index);
  bool arrived_whole(const Incoming& packet, const PacketHead& head, const RowBlock& data) const;

  IciParameters parameters_;
  Clock clock_;
  int chip_;
  EventQueue& events_;
  RouterPorts& ports_;
  NetworkClient& client_;
  Observer& observer_;
  DataScale scale_;
  PacketCache packets_;
  PacketCache whole_packets_;
  std::array<std::int64_t, kRouterLanes> queued_packets_{};
  std::array<std::array<Incoming, kMaxVcs>, kRouterLanes> partial_;  ///< by virtual channel
  SlotPool<Incoming> arrived_;  ///< until their receive latency has passed
  int channels_ = 1;
  std::array<int, kRouterLanes> next_channel_{};
  std::uint32_t next_sequence_ = 0;
  NetworkCounters counters_;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_ICI_NETWORK_INTERFACE_H_
