// SPDX-License-Identifier: Apache-2.0
#include "sw/routing/destination_walk.h"

namespace podsim {
namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

}  // namespace

DestinationWalk::DestinationWalk(const RoutingTables& tables, const LiveGraph& graph)
    : tables_(tables), graph_(graph), places_(at(graph.chips() * kPlaces)) {}

void DestinationWalk::start(int destination) {
  destination_ = destination;
  ++walk_;
  done_.clear();
}

bool DestinationWalk::lanes_alike(int source) const {
  const std::uint8_t first = tables_.byte(source, kLane0, destination_);
  bool alike = true;
  for (int lane = 1; lane < kLocalLanes; ++lane) {
    alike = alike && tables_.byte(source, kLane0 + lane, destination_) == first;
  }
  return alike;
}

int DestinationWalk::place_of(int chip, int input_port, int layer) {
  const int local =
      input_port < kLinkPorts ? input_port * kVcLayers + layer : kLinkPlaces + input_port - kLane0;
  return chip * kPlaces + local;
}

void DestinationWalk::enter(int place) {
  Place fresh;
  fresh.walk = walk_;
  places_[at(place)] = fresh;
  path_.push_back(place);
}

// Takes one step; returns the next place or -1, and notes what the packet holds and wants.
int DestinationWalk::step(int place, DependencyGraph& dependencies) {
  const int local = place % kPlaces;
  const bool injected = local >= kLinkPlaces;
  RouteHop hop;
  hop.chip = place / kPlaces;
  hop.input_port = injected ? kLane0 + local - kLinkPlaces : local / kVcLayers;
  hop.layer = injected ? 0 : local % kVcLayers;
  hop.entry = tables_.entry(hop.chip, hop.input_port, destination_);
  const RouteStep step = route_step(
      hop, destination_, [this](int chip, int port) { return graph_.neighbour(chip, port); });
  Place& here = places_[at(place)];
  here.end = step.end;
  if (!step.moves) return -1;
  here.next = place_of(step.next, opposite(hop.entry.output), step.layer);
  if (!injected) {
    dependencies.add(
        {graph_.neighbour(hop.chip, hop.input_port), opposite(hop.input_port), hop.layer},
        {hop.chip, hop.entry.output, step.layer});
  }
  return here.next;
}

// Gives every place of the path its outcome, from its end back to its start.
void DestinationWalk::settle(int stopped_at) {
  bool loop = false;
  RouteEnd end = RouteEnd::kDelivered;
  std::uint16_t hops = 0;
  if (stopped_at >= 0) {
    const Place& after = places_[at(stopped_at)];
    loop = after.mark == Mark::kOnPath;
    end = after.end;
    hops = static_cast<std::uint16_t>(after.hops + 1);
  } else {
    end = places_[at(path_.back())].end;
  }
  for (auto place = path_.rbegin(); place != path_.rend(); ++place) {
    Place& settled = places_[at(*place)];
    settled.mark = Mark::kDone;
    settled.end = loop ? RouteEnd::kLoop : end;
    settled.hops = hops++;
    done_.push_back(*place);
  }
  path_.clear();
}

DestinationWalk::Outcome DestinationWalk::walk(int source, int lane,
                                               DependencyGraph& dependencies) {
  const int start = place_of(source, kLane0 + lane, 0);
  int place = start;
  while (place >= 0 && places_[at(place)].walk != walk_) {
    enter(place);
    place = step(place, dependencies);
  }
  if (!path_.empty()) settle(place);
  Place& first = places_[at(start)];
  if (lane == 0) ++first.packets;
  return {first.end, first.hops};
}

void DestinationWalk::add_load(std::vector<std::int64_t>& load) {
  for (auto place = done_.rbegin(); place != done_.rend(); ++place) {
    const Place& from = places_[at(*place)];
    if (from.next < 0 || from.packets == 0 || from.end == RouteEnd::kLoop) continue;
    // The place that a packet goes to tells the port by which it left.
    const int port = opposite(from.next % kPlaces / kVcLayers);
    load[at(*place / kPlaces * kLinkPorts + port)] += from.packets;
    places_[at(from.next)].packets += from.packets;
  }
}

}  // namespace podsim
