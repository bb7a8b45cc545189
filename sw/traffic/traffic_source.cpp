// SPDX-License-Identifier: Apache-2.0
#include "sw/traffic/traffic_source.h"

#include <algorithm>

#include "sw/traffic/test_packet.h"
#include "systemc/ici/packet.h"

namespace podsim::traffic {
namespace {

using config::LaneRule;
using config::VcRule;

/// Random numbers of a packet: those of its gap, and its destination.
constexpr std::uint64_t kDrawsAPacket = GapDistribution::kDraws + 1;

int spread(int destination, int count) {
  return static_cast<int>(counter_random(0, static_cast<std::uint64_t>(destination)) %
                          static_cast<std::uint64_t>(count));
}

}  // namespace

TrafficSource::TrafficSource(int node, const SourceRules& rules, const GapDistribution& gaps,
                             const DestinationRule& destinations)
    : node_(node),
      rules_(&rules),
      gaps_(&gaps),
      destinations_(&destinations),
      stream_(counter_random(rules.seed, static_cast<std::uint64_t>(node))),
      records_(16) {
  next_ = gaps.gap(stream_, 0);
}

void TrafficSource::run(Cycle from, Cycle to, RouterPorts& ports) {
  forget_arrived();
  while (next_ < to && !stopped_) generate();
  const auto enough = static_cast<std::size_t>(to - from);
  for (int lane = 0; lane < rules_->lanes; ++lane) feed(lane, enough, ports);
}

void TrafficSource::generate() {
  const std::uint64_t first = draw_ * kDrawsAPacket;
  const int destination =
      destinations_->destination(node_, counter_random(stream_, first + GapDistribution::kDraws));
  if (destination != DestinationRule::kNothing) {
    if (follows_occupancy()) learn(next_);
    make_room();
    const auto sequence = static_cast<std::uint32_t>(generated_ & kSequenceMask);
    PacketRecord& entry = record(sequence);
    entry.generated = next_;
    entry.arrived = 0;
    entry.destination = static_cast<std::uint16_t>(destination);
    const int lane = choose_lane(destination);
    const int vc = choose_vc(lane, destination);
    lanes_[static_cast<std::size_t>(lane)].waiting.push({sequence, static_cast<std::uint8_t>(vc)});
    ++lanes_[static_cast<std::size_t>(lane)].occupancy;
    ++vc_occupancy_[static_cast<std::size_t>(vc)];
    ++generated_;
    if (rules_->measured.contain(next_)) ++measured_;
  }
  ++draw_;
  next_ += 1 + gaps_->gap(stream_, draw_ * kDrawsAPacket);
}

void TrafficSource::forget_arrived() {
  while (oldest_ < generated_ && record(static_cast<std::uint32_t>(oldest_)).arrived) ++oldest_;
}

void TrafficSource::make_room() {
  if (generated_ - oldest_ < records_.size()) return;
  std::vector<PacketRecord> bigger(2 * records_.size());
  for (std::uint64_t i = oldest_; i < generated_; ++i) {
    bigger[i & (bigger.size() - 1)] = records_[i & (records_.size() - 1)];
  }
  records_ = std::move(bigger);
}

void TrafficSource::note_taken(const RouterPorts& ports) {
  if (!follows_occupancy()) return;
  for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
    for (const Cycle taken : ports.lane_taken[lane]) {
      lanes_[lane].taken.push({taken + rules_->taken_latency, lanes_[lane].vcs.front()});
      lanes_[lane].vcs.pop();
    }
  }
}

void TrafficSource::learn(Cycle now) {
  for (Lane& lane : lanes_) {
    while (!lane.taken.empty() && lane.taken.front().known_at <= now) {
      --lane.occupancy;
      --vc_occupancy_[lane.taken.front().vc];
      lane.taken.pop();
    }
  }
}

int TrafficSource::choose_lane(int destination) {
  const int turn = static_cast<int>(generated_ % static_cast<std::uint64_t>(rules_->lanes));
  switch (rules_->lane_rule) {
    case LaneRule::kRoundRobin:
      return turn;
    case LaneRule::kDestination:
      return spread(destination, rules_->lanes);
    case LaneRule::kLeastOccupied:
      break;
  }
  int best = turn;  // of equal lanes the next in turn
  for (int i = 1; i < rules_->lanes; ++i) {
    const int lane = (turn + i) % rules_->lanes;
    const auto occupancy = [&](int l) { return lanes_[static_cast<std::size_t>(l)].occupancy; };
    if (occupancy(lane) < occupancy(best)) best = lane;
  }
  return best;
}

int TrafficSource::choose_vc(int lane, int destination) {
  const int vcs = rules_->vcs;
  switch (rules_->vc_rule) {
    case VcRule::kLane:
      return lane % vcs;
    case VcRule::kDestination:
      return spread(destination, vcs);
    case VcRule::kRoundRobin:
      return static_cast<int>(generated_ % static_cast<std::uint64_t>(vcs));
    case VcRule::kLeastOccupied:
      break;
  }
  const auto first = vc_occupancy_.begin();
  return static_cast<int>(std::min_element(first, first + vcs) - first);
}

void TrafficSource::feed(int lane, std::size_t enough, RouterPorts& ports) {
  RingQueue<Waiting>& waiting = lanes_[static_cast<std::size_t>(lane)].waiting;
  // A lane takes at most a flit a cycle.
  while (!waiting.empty() && ports.lane_in[static_cast<std::size_t>(lane)].size() < enough) {
    push_packet(lane, waiting.front(), ports);
    waiting.pop();
  }
}

void TrafficSource::push_packet(int lane, const Waiting& packet, RouterPorts& ports) {
  const PacketRecord& entry = record(packet.sequence);
  const HeadWord head = HeadWord::make(entry.destination, lane, node_, packet.sequence);
  Flit train;
  if (rules_->carry_data) {
    FlitData* buffer = ports.packets->take();
    buffer[0][0] = head.word;
    for (int i = 0; rules_->fill_data && i < rules_->packet_flits; ++i) {
      fill_flit(head, i, buffer[i]);
    }
    train.data = buffer;
  }
  train.head_word = head.word;
  train.vc = packet.vc;
  train.head = true;
  train.tail = true;
  train.count = static_cast<std::uint16_t>(rules_->packet_flits);
  auto& queue = ports.lane_in[static_cast<std::size_t>(lane)];
  if (ports.takes_trains) {
    queue.push({entry.generated, train});
  } else {
    for_each_flit_of(train, [&](const Flit& flit) { queue.push({entry.generated, flit}); });
  }
  if (follows_occupancy()) lanes_[static_cast<std::size_t>(lane)].vcs.push(packet.vc);
  ++sent_;
}

void TrafficSource::stop() {
  stopped_ = true;
  for (Lane& lane : lanes_) {
    while (!lane.waiting.empty()) {
      record(lane.waiting.front().sequence).arrived = 1;  // it never will
      lane.waiting.pop();
    }
  }
}

std::uint64_t TrafficSource::waiting() const {
  std::uint64_t waiting = 0;
  for (const Lane& lane : lanes_) waiting += lane.waiting.size();
  return waiting;
}

}  // namespace podsim::traffic
