// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_ROUTING_ROUTE_CANDIDATE_H_
#define PODSIM_SW_ROUTING_ROUTE_CANDIDATE_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "sw/routing/layered_search.h"
#include "sw/routing/reach.h"
#include "sw/routing/routing_tables.h"
#include "sw/routing/turn_rules.h"

namespace podsim {

/// A set of rules to try.
struct RouteCandidate {
  std::function<TurnRules()> rules;
  int layers = 1;
  SearchWeights weights;
  bool last_resort = false;  ///< tried only when nothing before it serves all chips
};

/// Tables made by a candidate, and how good they are.
struct CandidateTables {
  RoutingTables tables;
  int layers = 1;
  std::int64_t extra_hops = 0;  ///< over shortest live paths, sum of all pairs
  std::int64_t most_load = 0;   ///< pairs over the most loaded link
};

struct CandidateOptions {
  int threads = 0;               ///< 0: one a processor
  const Reach* reach = nullptr;  ///< null: every router has room for every destination
  bool shortest_only = false;    ///< routes that are not shortest count as none
};

/// The tables of a candidate; nullopt if some chip has no route under its rules.
std::optional<CandidateTables> try_candidate(const LiveGraph& graph, const std::vector<int>& live,
                                             const RouteCandidate& candidate,
                                             const CandidateOptions& options);

/// The best of several, in order of layers: the first that gives all packets shortest routes. With
/// `weigh_load`, those with one layer more are looked at as well, and the first is passed over if
/// its most loaded link carries more than 5/4 of the best. If none gives all shortest routes, the
/// one with the fewest extra hops, the earliest of equals. nullopt if none serves all chips.
std::optional<CandidateTables> best_candidate(const LiveGraph& graph, const std::vector<int>& live,
                                              const std::vector<RouteCandidate>& candidates,
                                              bool weigh_load, CandidateOptions options);

}  // namespace podsim

#endif  // PODSIM_SW_ROUTING_ROUTE_CANDIDATE_H_
