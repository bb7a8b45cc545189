// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_ROUTING_DESTINATION_WALK_H_
#define PODSIM_SW_ROUTING_DESTINATION_WALK_H_

#include <cstdint>
#include <vector>

#include "sw/routing/dependency_graph.h"
#include "sw/routing/live_graph.h"
#include "sw/routing/routing_tables.h"
#include "sw/routing/trace_route.h"

namespace podsim {

/// All walks to one destination at once.
///
/// A place is a chip, an input port and a layer; the tables lead from each place to one next place,
/// so walks that meet go on together and each place is looked at once.
class DestinationWalk {
 public:
  struct Outcome {
    RouteEnd end = RouteEnd::kDelivered;
    int hops = 0;  ///< to the end of the walk
  };

  DestinationWalk(const RoutingTables& tables, const LiveGraph& graph);

  /// Forgets the walks made so far.
  void start(int destination);
  /// Walks from a lane and notes the dependencies on the way.
  Outcome walk(int source, int lane, DependencyGraph& dependencies);
  /// Adds to `load` (one number a chip and link port) the packets of the walks from lane 0, one
  /// each.
  void add_load(std::vector<std::int64_t>& load);
  /// Whether all lanes of a chip have the same entry for the destination, so that one walk shows
  /// what becomes of the packets of all.
  bool lanes_alike(int source) const;

 private:
  static constexpr int kLinkPlaces = kLinkPorts * kVcLayers;
  static constexpr int kPlaces = kLinkPlaces + kLocalLanes;  // of a chip
  enum class Mark : std::uint8_t { kOnPath, kDone };

  struct Place {
    std::uint32_t walk = 0;  // number of the destination's walk that this is about
    int next = -1;           // place, or -1 at the end
    std::int32_t packets = 0;
    std::uint16_t hops = 0;
    Mark mark = Mark::kOnPath;
    RouteEnd end = RouteEnd::kDelivered;
  };

  static int place_of(int chip, int input_port, int layer);
  void enter(int place);
  int step(int place, DependencyGraph& dependencies);
  void settle(int stopped_at);

  const RoutingTables& tables_;
  const LiveGraph& graph_;
  int destination_ = 0;
  std::uint32_t walk_ = 0;
  std::vector<Place> places_;
  std::vector<int> path_;
  std::vector<int> done_;  // settled places, each after its next
};

}  // namespace podsim

#endif  // PODSIM_SW_ROUTING_DESTINATION_WALK_H_
