// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_TRAFFIC_TRAFFIC_SOURCE_H_
#define PODSIM_SW_TRAFFIC_TRAFFIC_SOURCE_H_

#include <array>
#include <cstdint>
#include <vector>

#include "sw/traffic/destination_rule.h"
#include "sw/traffic/gap_distribution.h"
#include "sw/traffic/measured_cycles.h"
#include "systemc/ici/router.h"

namespace podsim::traffic {

/// What all sources of a run have in common.
struct SourceRules {
  std::uint64_t seed = 1;
  int packet_flits = 4;
  int lanes = kRouterLanes;
  config::LaneRule lane_rule = config::LaneRule::kLeastOccupied;
  config::VcRule vc_rule = config::VcRule::kLane;
  int vcs = 1;              ///< of a layer
  bool fill_data = false;   ///< else flits carry what their buffers hold
  bool carry_data = false;  ///< else flits have no data at all
  Cycle taken_latency = 1;  ///< until a source knows that the router took a packet
  MeasuredCycles measured;
};

/// What is known of a packet from its generation to its arrival.
struct PacketRecord {
  std::uint64_t generated : 47;  ///< cycle
  std::uint64_t arrived : 1;
  std::uint64_t destination : 16;
};

/// Generates the packets of a node, a Bernoulli process, and hands them to the local lanes of its
/// router. The queue before the lanes is unbounded, and a packet's time counts from its generation
/// (as in BookSim2). What it does depends on seed, node and cycle only, not on windows or threads.
class TrafficSource {
 public:
  /// `rules`, `gaps` and `destinations` must outlive it.
  TrafficSource(int node, const SourceRules& rules, const GapDistribution& gaps,
                const DestinationRule& destinations);

  /// Generates the packets of the cycles [from, to), and gives the router all that it could take
  /// until then.
  void run(Cycle from, Cycle to, RouterPorts& ports);
  /// Notes which packets the router took in the last window.
  void note_taken(const RouterPorts& ports);
  /// Generates no more, and forgets the packets that have not been handed to a lane.
  void stop();

  /// The record of a packet under way, by the 24 bits of its sequence number.
  PacketRecord& record(std::uint32_t sequence) {
    return records_[sequence & (records_.size() - 1)];
  }

  /// The cycle of the next packet; kNever when it has stopped.
  Cycle next_packet() const { return stopped_ ? kNever : next_; }
  std::uint64_t generated() const { return generated_; }
  /// In the measured cycles.
  std::uint64_t measured() const { return measured_; }
  /// Of those, the ones that were handed to a lane.
  std::uint64_t sent() const { return sent_; }
  /// Packets that wait for a lane.
  std::uint64_t waiting() const;

 private:
  struct Waiting {
    std::uint32_t sequence = 0;
    std::uint8_t vc = 0;
  };
  /// A packet that the router took is known to be gone from this cycle on.
  struct Taken {
    Cycle known_at = 0;
    std::uint8_t vc = 0;
  };
  struct Lane {
    RingQueue<Waiting> waiting;
    RingQueue<std::uint8_t> vcs;  ///< of packets handed over and not taken
    RingQueue<Taken> taken;
    int occupancy = 0;  ///< packets as far as is known
  };

  void generate();
  void forget_arrived();
  void make_room();
  void learn(Cycle now);
  int choose_lane(int destination);
  int choose_vc(int lane, int destination);
  void feed(int lane, std::size_t enough, RouterPorts& ports);
  void push_packet(int lane, const Waiting& packet, RouterPorts& ports);
  bool follows_occupancy() const {
    return rules_->lane_rule == config::LaneRule::kLeastOccupied ||
           rules_->vc_rule == config::VcRule::kLeastOccupied;
  }

  int node_;
  const SourceRules* rules_;
  const GapDistribution* gaps_;
  const DestinationRule* destinations_;
  std::uint64_t stream_;
  std::uint64_t draw_ = 0;  // packets drawn, also those that are not sent
  Cycle next_ = 0;
  bool stopped_ = false;
  std::uint64_t generated_ = 0;
  std::uint64_t measured_ = 0;
  std::uint64_t sent_ = 0;
  std::uint64_t oldest_ = 0;           // packet that has not arrived
  std::vector<PacketRecord> records_;  // a ring: a power of two
  std::array<Lane, kRouterLanes> lanes_;
  std::array<int, kMaxVcs> vc_occupancy_{};
};

}  // namespace podsim::traffic

#endif  // PODSIM_SW_TRAFFIC_TRAFFIC_SOURCE_H_
