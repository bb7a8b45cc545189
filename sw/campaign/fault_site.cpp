// SPDX-License-Identifier: Apache-2.0
#include "sw/campaign/fault_site.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "systemc/base/counter_random.h"

namespace podsim::campaign {
namespace {

// Bits of a frame as invert_bit() counts them.
constexpr int kControlBits = 3 + 2 + 4;
constexpr int kNumberBits = 2 * 9 + 8 * kMaxVcs;
constexpr int kCrcBits = 32;
constexpr int kDataBits = 8 * kFlitBytes;
static_assert(kControlBits + kNumberBits + kCrcBits + kDataBits == kFrameBits);

/// Random numbers of one trial, one after the other.
class Dice {
 public:
  Dice(std::uint64_t seed, std::uint64_t trial) : stream_(counter_random(seed, trial)) {}
  std::uint64_t below(std::uint64_t n) { return counter_random(stream_, count_++) % n; }
  double unit() { return unit_interval(counter_random(stream_, count_++)); }

 private:
  std::uint64_t stream_;
  std::uint64_t count_ = 0;
};

struct Link {
  int node;
  int port;
};

std::vector<Link> live_links(const Topology& topology) {
  std::vector<Link> links;
  for (const int node : topology.live_chips()) {
    for (int port = 0; port < kLinkPorts; ++port) {
      if (topology.neighbour(node, port)) links.push_back({node, port});
    }
  }
  return links;
}

LinkFault single_bit(Cycle at, int bit) {
  LinkFault fault;
  fault.from = at;
  fault.single_bit = bit;
  return fault;
}

int random_bit(Site site, Dice& dice) {
  const auto any = [&dice](int bits) {
    return static_cast<int>(dice.below(static_cast<std::uint64_t>(bits)));
  };
  switch (site) {
    case Site::kFrameControl:
      return any(kControlBits);
    case Site::kFrameNumbers:
      return kControlBits + any(kNumberBits);
    case Site::kFrameCrc:
      return kControlBits + kNumberBits + any(kCrcBits);
    default:
      return kControlBits + kNumberBits + kCrcBits + any(kDataBits);
  }
}

LinkFault random_fault(Site site, Cycle at, Dice& dice) {
  switch (site) {
    case Site::kBurst:
      return {at, at + 1 + dice.below(100), 0.02};
    case Site::kNoisyLink:
      return {at, kNever, std::pow(10, -5 + 2 * dice.unit())};
    case Site::kShortFlap:
      return {at, at + 1 + dice.below(600)};
    case Site::kLongFlap:
      return {at, at + 2000 + dice.below(10'000)};
    case Site::kLinkCut:
    case Site::kLinkCutOneWay:
      return {at, kNever};
    default:
      return single_bit(at, random_bit(site, dice));
  }
}

bool both_ways(Site site) {
  return site == Site::kShortFlap || site == Site::kLongFlap || site == Site::kLinkCut;
}

std::string text_of(const PlannedFault& fault, const Topology& topology) {
  if (fault.dead_node >= 0) {
    return fmt::format("cycle {}: chip {} dies", fault.at,
                       to_string(topology.coordinate(fault.dead_node)));
  }
  const PlannedFault::OnLink& link = fault.links.front();
  const std::string bit =
      link.fault.single_bit < 0 ? "" : fmt::format(", bit {}", link.fault.single_bit);
  const std::string until = link.fault.to == kNever || link.fault.single_bit >= 0
                                ? ""
                                : fmt::format(" until cycle {}", link.fault.to);
  return fmt::format("cycle {}: {} on link {} of chip {}{}{}", fault.at, name(fault.site),
                     port_name(link.port), to_string(topology.coordinate(link.node)), bit, until);
}

}  // namespace

const char* name(Site site) {
  static constexpr std::array<const char*, kSites> kNames = {
      "frame: control",  "frame: numbers",    "frame: CRC", "frame: data",
      "burst of errors", "noisy link",        "short flap", "long flap",
      "link cut",        "link cut, one way", "chip dies"};
  return kNames[static_cast<std::size_t>(site)];
}

PlannedFault plan_fault(std::uint64_t seed, std::uint64_t trial, const Topology& topology,
                        Cycle first, Cycle last) {
  Dice dice(seed, trial);
  PlannedFault fault;
  fault.site = static_cast<Site>(trial % kSites);
  fault.at = first + dice.below(last - first);
  if (fault.site == Site::kChip) {
    const std::vector<int> chips = topology.live_chips();
    fault.dead_node = chips[dice.below(chips.size())];
  } else {
    const std::vector<Link> links = live_links(topology);
    const Link link = links[dice.below(links.size())];
    const LinkFault on_link = random_fault(fault.site, fault.at, dice);
    fault.links.push_back({link.node, link.port, on_link});
    if (both_ways(fault.site)) {
      const int other = *topology.neighbour(link.node, link.port);
      fault.links.push_back({other, opposite(link.port), on_link});
    }
  }
  fault.text = text_of(fault, topology);
  return fault;
}

void plant(const PlannedFault& fault, std::uint64_t seed, Fabric& fabric) {
  for (const PlannedFault::OnLink& link : fault.links) {
    const auto id = static_cast<std::uint64_t>(link.node * kLinkPorts + link.port);
    fabric.add_link_fault(link.node, link.port, link.fault, counter_random(seed, id));
  }
  if (fault.dead_node >= 0) fabric.kill(fault.dead_node, fault.at);
}

}  // namespace podsim::campaign
