// SPDX-License-Identifier: Apache-2.0
#include "sw/traffic/destination_rule.h"

#include <fmt/format.h>

#include "firmware/diagnostics/user_error.h"
#include "systemc/base/counter_random.h"

namespace podsim::traffic {
namespace {

using config::TrafficPattern;

/// A number below `count`, all equally likely: the high part of a product.
std::uint64_t below(std::uint64_t count, std::uint64_t random) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>(static_cast<Wide>(random) * count >> 64);
}

int half_way(int at, int size) { return (at + (size + 1) / 2 - 1) % size; }

Coordinate mapped(TrafficPattern pattern, Coordinate at, const Topology& topology) {
  const int width = topology.width();
  const int height = topology.height();
  switch (pattern) {
    case TrafficPattern::kTranspose:
      return {at.y, at.x};
    case TrafficPattern::kComplement:
      return {width - 1 - at.x, height - 1 - at.y};
    case TrafficPattern::kTornado:
      return {half_way(at.x, width), half_way(at.y, height)};
    case TrafficPattern::kNeighbour:
      return {(at.x + 1) % width, (at.y + 1) % height};
    case TrafficPattern::kUniform:
    case TrafficPattern::kHotspot:
      break;
  }
  throw InternalError("traffic: a pattern without a map");
}

}  // namespace

DestinationRule::DestinationRule(const config::TrafficParameters& parameters,
                                 const Topology& topology)
    : to_self_(parameters.to_self),
      live_(topology.live_chips()),
      fixed_(static_cast<std::size_t>(topology.chips())) {
  const auto pattern = static_cast<TrafficPattern>(parameters.pattern);
  if (pattern == TrafficPattern::kUniform) {
    uniform_share_ = 1;
  } else if (pattern == TrafficPattern::kHotspot) {
    set_hotspots(parameters, topology);
  } else {
    set_fixed(topology, pattern);
  }
}

void DestinationRule::set_fixed(const Topology& topology, TrafficPattern pattern) {
  if (pattern == TrafficPattern::kTranspose && topology.width() != topology.height()) {
    throw UserError("TRAF-001",
                    fmt::format("pattern transpose on {} x {} chips: (y, x) of some chips is "
                                "outside the pod",
                                topology.width(), topology.height()),
                    {}, "a square pod");
  }
  for (int source : live_) {
    const int to = topology.chip_at(mapped(pattern, topology.coordinate(source), topology));
    if (topology.alive(to) && (to_self_ || to != source)) {
      fixed_[static_cast<std::size_t>(source)] = {{to, 1.0}};
    }
  }
}

void DestinationRule::set_hotspots(const config::TrafficParameters& parameters,
                                   const Topology& topology) {
  std::vector<Coordinate> spots = parameters.hotspots;
  if (spots.empty()) spots = {{topology.width() / 2, topology.height() / 2}};
  uniform_share_ = 1 - parameters.hotspot_share;
  for (const Coordinate& spot : spots) {
    if (!topology.contains(spot) || !topology.alive(topology.chip_at(spot))) {
      throw UserError("TRAF-002", fmt::format("hot spot {}: there is no such live chip",
                                              podsim::to_string(spot)));
    }
    const double share = parameters.hotspot_share / static_cast<double>(spots.size());
    for (int source : live_) {
      fixed_[static_cast<std::size_t>(source)].push_back({topology.chip_at(spot), share});
    }
  }
}

int DestinationRule::uniform(int source, std::uint64_t random) const {
  if (to_self_) return live_[below(live_.size(), random)];
  if (live_.size() < 2) return kNothing;
  const int drawn = live_[below(live_.size() - 1, random)];
  return drawn == source ? live_.back() : drawn;  // the last one was left out of the draw
}

int DestinationRule::destination(int source, std::uint64_t random) const {
  double left = unit_interval(random);
  for (const Share& share : fixed(source)) {
    if (left < share.probability) {
      return share.destination == source && !to_self_ ? kNothing : share.destination;
    }
    left -= share.probability;
  }
  if (uniform_share_ == 0) return kNothing;
  return uniform(source, fixed(source).empty() ? random : counter_random(random, 0));
}

}  // namespace podsim::traffic
