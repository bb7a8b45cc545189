// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_ROUTING_LAYERED_SEARCH_H_
#define PODSIM_SW_ROUTING_LAYERED_SEARCH_H_

#include <array>
#include <cstdint>
#include <vector>

#include "sw/routing/live_graph.h"
#include "sw/routing/routing_tables.h"
#include "sw/routing/turn_rules.h"

namespace podsim {

/// What a search prefers.
struct SearchWeights {
  int hop = 8;
  int detour = 1;  ///< of a turn marked kDetour; more makes routes longer that need fewer layers
  /// Looks at links of shortest live paths only: several times faster, the same routes if all can
  /// be shortest, and not complete if not.
  bool shortest_only = false;
};

/// Shortest routes under turn rules, a destination at a time.
///
/// Every link that a packet for the destination may arrive by gets one way on, so the routes fit
/// tables by input port and destination. The class of a link depends on the rest of the way only:
/// the search goes backwards from the destination and takes, for each link, the earliest class
/// from which the rules allow what follows. Of equally cheap ways it takes the one that leaves most
/// classes for what comes before, then the one whose first link is least loaded so far.
class LayeredSearch {
 public:
  LayeredSearch(const LiveGraph& graph, const TurnRules& rules, const SearchWeights& weights);

  /// What a search found; hops are summed over all sources.
  struct Found {
    bool complete = true;  ///< every chip with a live path has a route
    std::int64_t hops = 0;
    std::int64_t shortest = 0;  ///< of shortest live paths
  };
  /// Finds the routes from all live chips to `destination`, over chips for which `serves[chip]`
  /// only (all, if it is empty).
  Found search(int destination, const std::vector<bool>& serves);
  /// Writes the entries that the routes just found use, and counts the load of their links.
  void write(RoutingTables& tables);

  /// Routes over a channel (chip * kLinkPorts + port) of all destinations written.
  const std::vector<std::int64_t>& load() const { return load_; }

 private:
  static constexpr std::uint16_t kFar = 0xffff;
  static constexpr int kArrives = kLinkPorts;  ///< next: the link ends at the destination
  static constexpr int kPositions = 16;

  struct Label {
    std::uint16_t cost = kFar;
    std::uint16_t hops = 0;
    std::uint8_t position = 0;
    std::uint8_t next = kArrives;  ///< output port of the chip that the link leads to
  };

  std::uint8_t position_at(int family, int from) const;
  bool serves(int chip) const {
    return serves_->empty() || (*serves_)[static_cast<unsigned>(chip)];
  }
  bool considers(int from, int to) const;
  void start(int destination);
  void put(int channel, const Label& label);
  void settle(int channel);
  bool better(const Label& a, const Label& b, int chip) const;
  int best_injection(int chip) const;
  Found choose_injections();
  void write_channel(RoutingTables& tables, int channel);
  void write_injection(RoutingTables& tables, int chip);
  RouteEntry entry(int chip, int port, int from_layer) const;
  int layer(int channel) const;

  const LiveGraph& graph_;
  const TurnRules& rules_;
  SearchWeights weights_;
  int destination_ = 0;
  const std::vector<bool>* serves_ = nullptr;
  std::array<std::array<std::uint8_t, kPositions>, 2> position_from_{};  // by family and position
  std::vector<int> shortest_;                                            // by chip; -1: no source
  std::vector<int> queue_;
  std::vector<Label> labels_;              // by channel
  std::vector<int> injected_;              // by chip: output port, or -1
  std::vector<std::vector<int>> buckets_;  // by cost: channels
  std::vector<int> settled_;               // channels by rising cost
  std::vector<int> flow_;                  // by channel: sources, 0 between calls
  std::vector<std::int64_t> load_;
};

}  // namespace podsim

#endif  // PODSIM_SW_ROUTING_LAYERED_SEARCH_H_
