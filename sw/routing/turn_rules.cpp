// SPDX-License-Identifier: Apache-2.0
#include "sw/routing/turn_rules.h"

#include <algorithm>
#include <set>

namespace podsim {
namespace {

constexpr int kFamilyY = 0;
constexpr int kFamilyX = 1;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

int family_of(int port) { return port == kEast || port == kWest ? kFamilyX : kFamilyY; }

/// The chips of the row or column of `chip` that a packet passes which leaves by `port` and goes
/// straight on, if it comes back to `chip`; empty if it does not.
std::vector<int> ring(const LiveGraph& graph, int chip, int port) {
  std::vector<int> chips;
  int here = chip;
  do {
    chips.push_back(here);
    here = graph.neighbour(here, port);
  } while (here >= 0 && here != chip);
  return here < 0 ? std::vector<int>() : chips;
}

/// Whether the channel is the link of a whole ring that closes it.
bool is_dateline(const Topology& topology, const LiveGraph& graph, int chip, int port) {
  const Coordinate place = topology.coordinate(chip);
  const bool last =
      (port == kEast && place.x == topology.width() - 1) || (port == kWest && place.x == 0) ||
      (port == kSouth && place.y == topology.height() - 1) || (port == kNorth && place.y == 0);
  return last && !ring(graph, chip, port).empty();
}

std::vector<TurnRules::Class> classes(int layers, ClassOrder order) {
  std::vector<TurnRules::Class> list;
  int layer = 0;
  if (order == ClassOrder::kPaired && layers >= 2) {
    list = {{kFamilyY, 0}, {kFamilyY, 1}, {kFamilyX, 0}, {kFamilyX, 1}};
    layer = 2;
  }
  for (; layer < layers; ++layer) {
    list.push_back({kFamilyY, layer});
    list.push_back({kFamilyX, layer});
  }
  return list;
}

}  // namespace

int TurnRules::layers() const {
  int most = 0;
  for (const Class& each : order) most = std::max(most, each.layer + 1);
  return most;
}

TurnRules dimension_order_rules(const Topology& topology, const LiveGraph& graph, int layers,
                                ClassOrder order) {
  TurnRules rules;
  rules.order = classes(layers, order);
  for (int chip = 0; chip < graph.chips(); ++chip) {
    for (int port = 0; port < kLinkPorts; ++port) {
      rules.family.push_back(static_cast<std::uint8_t>(family_of(port)));
      const bool dateline =
          graph.neighbour(chip, port) >= 0 && is_dateline(topology, graph, chip, port);
      for (int input = 0; input < kLinkPorts; ++input) {
        std::uint8_t flags = 0;
        if (input == port) flags = TurnRules::kForbidden;
        if (input == opposite(port) && dateline) flags = TurnRules::kLeavesClass;
        const bool y_to_x = family_of(input) == kFamilyY && family_of(port) == kFamilyX;
        if (y_to_x) flags = TurnRules::kDetour;
        rules.turn.push_back(flags);
      }
    }
  }
  return rules;
}

TurnRules updown_rules(const LiveGraph& graph, const std::vector<int>& rank, int layers) {
  TurnRules rules;
  for (int layer = 0; layer < layers; ++layer) rules.order.push_back({0, layer});
  const auto up = [&](int from, int to) { return rank[at(from)] > rank[at(to)]; };
  for (int chip = 0; chip < graph.chips(); ++chip) {
    for (int port = 0; port < kLinkPorts; ++port) {
      rules.family.push_back(0);
      const int next = graph.neighbour(chip, port);
      for (int input = 0; input < kLinkPorts; ++input) {
        const int before = graph.neighbour(chip, input);
        std::uint8_t flags = 0;
        if (next >= 0 && before >= 0 && !up(before, chip) && up(chip, next)) {
          flags = TurnRules::kLeavesClass | TurnRules::kDetour;
        }
        if (input == port) flags = TurnRules::kForbidden;
        rules.turn.push_back(flags);
      }
    }
  }
  return rules;
}

}  // namespace podsim
