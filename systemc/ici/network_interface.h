// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_ICI_NETWORK_INTERFACE_H_
#define PODSIM_SYSTEMC_ICI_NETWORK_INTERFACE_H_

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "systemc/base/event_queue.h"
#include "systemc/base/observer.h"
#include "systemc/ici/ici_parameters.h"
#include "systemc/ici/packet.h"
#include "systemc/ici/router.h"
#include "systemc/memory/dma_engine.h"

namespace podsim {

/// What the network interface tells its chip.
class NetworkClient {
 public:
  virtual ~NetworkClient() = default;
  /// A slot of the lane's send queue is free again.
  virtual void lane_ready(int lane, Picoseconds at) = 0;
  /// A packet for core `core` of this chip has arrived whole.
  virtual void deliver(int core, RemoteWrite write, Picoseconds at) = 0;
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
  NetworkInterface(const IciParameters& parameters, int chip, EventQueue& events,
                   RouterPorts& ports, NetworkClient& client, Observer& observer);

  std::uint32_t packet_bytes() const override;
  bool can_send(int lane) const override;
  void send(int lane, RemoteWrite write, Picoseconds at) override;

  /// Takes what the router put out in the window that has just been run.
  void collect();

  /// Nothing is queued, half received or under way to the chip.
  bool idle() const;
  const NetworkCounters& counters() const { return counters_; }

  void handle_event(Picoseconds now, std::uint32_t kind, std::uint64_t argument) override;

 private:
  struct Incoming {
    PacketHead head;
    std::vector<std::byte> data;
  };

  /// A packet of which the tail is still to come.
  struct Partial {
    bool open = false;
    const FlitData* buffer = nullptr;
    Incoming packet;
    void append(const FlitData& flit);
  };

  void drop_cut_packet(Partial& partial, Cycle cycle);
  void queue_flits(int lane, Cycle ready, const PacketHead& head,
                   const std::vector<std::byte>& data);
  void receive_flit(int lane, const TimedFlit& flit);
  void arrive(Incoming packet, int lane, Cycle cycle);
  void finish(Picoseconds now, std::uint64_t ticket);

  IciParameters parameters_;
  Clock clock_;
  int chip_;
  EventQueue& events_;
  RouterPorts& ports_;
  NetworkClient& client_;
  Observer& observer_;
  std::array<std::int64_t, kRouterLanes> queued_packets_{};
  std::array<std::array<Partial, kMaxVcs>, kRouterLanes> partial_;  ///< by virtual channel
  struct Arrived {
    Incoming packet;
    int lane;
  };
  std::map<std::uint64_t, Arrived> arrived_;  ///< by ticket, until their receive latency has passed
  std::uint64_t next_ticket_ = 0;
  std::uint32_t next_sequence_ = 0;
  NetworkCounters counters_;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_ICI_NETWORK_INTERFACE_H_
