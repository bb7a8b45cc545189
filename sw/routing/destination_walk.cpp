// SPDX-License-Identifier: Apache-2.0
#include "sw/routing/destination_walk.h"

namespace podsim {
namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

}  // namespace

DestinationWalk::DestinationWalk(const RoutingTables& tables, const LiveGraph& graph)
    : tables_(tables), graph_(graph) {}

void DestinationWalk::start(int destination) {
  destination_ = destination;
  places_.assign(at(graph_.chips() * kPlaces), {});
  done_.clear();
}

int DestinationWalk::place_of(const RouteHop& hop) {
  const int local = hop.input_port < kLinkPorts ? hop.input_port * kVcLayers + hop.layer
                                                : kLinkPlaces + hop.input_port - kLane0;
  return hop.chip * kPlaces + local;
}

RouteHop DestinationWalk::hop_of(int place) {
  const int local = place % kPlaces;
  const bool injected = local >= kLinkPlaces;
  RouteHop hop;
  hop.chip = place / kPlaces;
  hop.input_port = injected ? kLane0 + local - kLinkPlaces : local / kVcLayers;
  hop.layer = injected ? 0 : local % kVcLayers;
  return hop;
}

Channel DestinationWalk::channel_into(int place) const {
  const RouteHop hop = hop_of(place);
  return {graph_.neighbour(hop.chip, hop.input_port), opposite(hop.input_port), hop.layer};
}

// Takes one step; returns the next place or -1, and notes what the packet holds and wants.
int DestinationWalk::step(int place, DependencyGraph& dependencies) {
  RouteHop hop = hop_of(place);
  hop.entry = tables_.entry(hop.chip, hop.input_port, destination_);
  const RouteStep step = route_step(
      hop, destination_, [this](int chip, int port) { return graph_.neighbour(chip, port); });
  places_[at(place)].end = step.end;
  if (!step.moves) return -1;
  const int next = place_of({step.next, opposite(hop.entry.output), step.layer, {}});
  places_[at(place)].next = next;
  if (hop.input_port < kLinkPorts) dependencies.add(channel_into(place), channel_into(next));
  return next;
}

// Gives every place of the path its outcome, from its end back to its start.
void DestinationWalk::settle(int stopped_at) {
  Place after;
  after.hops = -1;
  if (stopped_at >= 0) after = places_[at(stopped_at)];
  const bool loop = stopped_at >= 0 && after.mark == Mark::kOnPath;
  if (stopped_at < 0) after.end = places_[at(path_.back())].end;
  for (auto place = path_.rbegin(); place != path_.rend(); ++place) {
    Place& settled = places_[at(*place)];
    settled.mark = Mark::kDone;
    settled.end = loop ? RouteEnd::kLoop : after.end;
    settled.hops = after.hops + 1;
    after = settled;
    done_.push_back(*place);
  }
  path_.clear();
}

DestinationWalk::Outcome DestinationWalk::walk(int source, int lane,
                                               DependencyGraph& dependencies) {
  const int start = place_of({source, kLane0 + lane, 0, {}});
  int place = start;
  while (place >= 0 && places_[at(place)].mark == Mark::kNew) {
    places_[at(place)].mark = Mark::kOnPath;
    path_.push_back(place);
    place = step(place, dependencies);
  }
  settle(place);
  if (lane == 0) ++places_[at(start)].packets;
  return {places_[at(start)].end, places_[at(start)].hops};
}

void DestinationWalk::add_load(std::vector<std::int64_t>& load) {
  for (auto place = done_.rbegin(); place != done_.rend(); ++place) {
    const Place& from = places_[at(*place)];
    if (from.next < 0 || from.packets == 0 || from.end == RouteEnd::kLoop) continue;
    const Channel link = channel_into(from.next);
    load[at(link.chip * kLinkPorts + link.port)] += from.packets;
    places_[at(from.next)].packets += from.packets;
  }
}

}  // namespace podsim
