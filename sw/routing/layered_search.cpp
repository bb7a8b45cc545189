// SPDX-License-Identifier: Apache-2.0
#include "sw/routing/layered_search.h"

#include <algorithm>

namespace podsim {
namespace {

constexpr std::uint8_t kNoPosition = 0xff;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

}  // namespace

LayeredSearch::LayeredSearch(const LiveGraph& graph, const TurnRules& rules,
                             const SearchWeights& weights)
    : graph_(graph),
      rules_(rules),
      weights_(weights),
      labels_(at(graph.chips() * kLinkPorts)),
      injected_(at(graph.chips()), -1),
      flow_(labels_.size(), 0),
      load_(labels_.size(), 0) {
  for (int family = 0; family < 2; ++family) {
    for (int from = 0; from < kPositions; ++from) {
      position_from_[at(family)][at(from)] = position_at(family, from);
    }
  }
}

std::uint8_t LayeredSearch::position_at(int family, int from) const {
  for (std::size_t p = at(from); p < rules_.order.size(); ++p) {
    if (rules_.order[p].family == family) return static_cast<std::uint8_t>(p);
  }
  return kNoPosition;
}

int LayeredSearch::layer(int channel) const {
  return rules_.order[labels_[at(channel)].position].layer;
}

// `chip` is where the two ways part: the end of the link that the labels are for.
bool LayeredSearch::better(const Label& a, const Label& b, int chip) const {
  if (a.cost != b.cost) return a.cost < b.cost;
  if (a.position != b.position) return a.position < b.position;
  const std::int64_t load_a = load_[at(chip * kLinkPorts + a.next)];
  const std::int64_t load_b = load_[at(chip * kLinkPorts + b.next)];
  return load_a != load_b ? load_a < load_b : a.next < b.next;
}

void LayeredSearch::put(int channel, const Label& label) {
  Label& kept = labels_[at(channel)];
  if (label.cost < kept.cost) {
    if (buckets_.size() <= label.cost) buckets_.resize(label.cost + 1U);
    buckets_[label.cost].push_back(channel);
    kept = label;
  } else if (label.cost == kept.cost) {
    const int end = graph_.neighbour(channel / kLinkPorts, channel % kLinkPorts);
    if (better(label, kept, end)) kept = label;
  }
}

bool LayeredSearch::considers(int from, int to) const {
  if (weights_.shortest_only) return shortest_[at(from)] == shortest_[at(to)] + 1;
  return serves(from);
}

// The label of `channel` is final: offers it to the links that lead to it.
void LayeredSearch::settle(int channel) {
  settled_.push_back(channel);
  const Label& label = labels_[at(channel)];
  const int chip = channel / kLinkPorts;
  if (chip == destination_) return;
  for (int input = 0; input < kLinkPorts; ++input) {
    const int before = graph_.neighbour(chip, input);
    const unsigned flags = rules_.turn[at(channel * kLinkPorts + input)];
    if (before < 0 || (flags & TurnRules::kForbidden) != 0 || !considers(before, chip)) {
      continue;
    }
    const int channel_before = before * kLinkPorts + opposite(input);
    const int from = label.position + ((flags & TurnRules::kLeavesClass) != 0 ? 1 : 0);
    const std::uint8_t position = position_from_[rules_.family[at(channel_before)]][at(from)];
    if (position == kNoPosition) continue;
    const int detour = (flags & TurnRules::kDetour) != 0 ? weights_.detour : 0;
    put(channel_before, {static_cast<std::uint16_t>(label.cost + weights_.hop + detour),
                         static_cast<std::uint16_t>(label.hops + 1), position,
                         static_cast<std::uint8_t>(channel % kLinkPorts)});
  }
}

int LayeredSearch::best_injection(int chip) const {
  int best = -1;
  Label chosen;
  for (int port = 0; port < kLinkPorts; ++port) {
    Label label = labels_[at(chip * kLinkPorts + port)];
    if (label.cost == kFar) continue;
    label.next = static_cast<std::uint8_t>(port);
    if (best >= 0 && !better(label, chosen, chip)) continue;
    best = port;
    chosen = label;
  }
  return best;
}

LayeredSearch::Found LayeredSearch::choose_injections() {
  Found found;
  for (int chip = 0; chip < graph_.chips(); ++chip) {
    if (shortest_[at(chip)] <= 0) continue;
    const int port = best_injection(chip);
    injected_[at(chip)] = port;
    if (port < 0) {
      found.complete = false;
      return found;
    }
    found.hops += labels_[at(chip * kLinkPorts + port)].hops;
    found.shortest += shortest_[at(chip)];
  }
  return found;
}

void LayeredSearch::start(int destination) {
  destination_ = destination;
  std::fill(labels_.begin(), labels_.end(), Label{});
  settled_.clear();
  for (auto& bucket : buckets_) bucket.clear();
  for (int input = 0; input < kLinkPorts; ++input) {
    const int before = graph_.neighbour(destination, input);
    if (before < 0 || !serves(before)) continue;
    const int channel = before * kLinkPorts + opposite(input);
    put(channel, {static_cast<std::uint16_t>(weights_.hop), 1,
                  position_from_[rules_.family[at(channel)]][0], kArrives});
  }
}

LayeredSearch::Found LayeredSearch::search(int destination, const std::vector<bool>& serves) {
  serves_ = &serves;
  graph_.hops_from(destination, serves, shortest_, queue_);
  start(destination);
  for (std::size_t cost = 0; cost < buckets_.size(); ++cost) {
    for (std::size_t i = 0; i < buckets_[cost].size(); ++i) {
      const int channel = buckets_[cost][i];
      if (labels_[at(channel)].cost == cost) settle(channel);
    }
  }
  return choose_injections();
}

RouteEntry LayeredSearch::entry(int chip, int port, int from_layer) const {
  RouteEntry entry = RouteEntry::to_port(port);
  const int to_layer = layer(chip * kLinkPorts + port);
  entry.set_layer = to_layer != from_layer;
  entry.layer = entry.set_layer ? to_layer : 0;
  return entry;
}

void LayeredSearch::write_injection(RoutingTables& tables, int chip) {
  const int port = injected_[at(chip)];
  tables.set_injected(chip, destination_, entry(chip, port, 0));
  ++flow_[at(chip * kLinkPorts + port)];
}

void LayeredSearch::write_channel(RoutingTables& tables, int channel) {
  const int packets = flow_[at(channel)];
  if (packets == 0) return;
  load_[at(channel)] += packets;
  flow_[at(channel)] = 0;
  const int chip = graph_.neighbour(channel / kLinkPorts, channel % kLinkPorts);
  const int input = opposite(channel % kLinkPorts);
  const int port = labels_[at(channel)].next;
  if (port == kArrives) {
    tables.set(chip, input, destination_, RouteEntry::deliver());
    return;
  }
  tables.set(chip, input, destination_, entry(chip, port, layer(channel)));
  flow_[at(chip * kLinkPorts + port)] += packets;
}

// Far links first: all packets of a link are known when it is written.
void LayeredSearch::write(RoutingTables& tables) {
  tables.set_injected(destination_, destination_, RouteEntry::deliver());
  for (int chip = 0; chip < graph_.chips(); ++chip) {
    if (shortest_[at(chip)] > 0) write_injection(tables, chip);
  }
  for (auto channel = settled_.rbegin(); channel != settled_.rend(); ++channel) {
    write_channel(tables, *channel);
  }
}

}  // namespace podsim
