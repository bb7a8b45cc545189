// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "firmware/diagnostics/user_error.h"
#include "sw/routing/compute_routes.h"
#include "sw/routing/require_connected.h"
#include "sw/routing/route_candidate.h"
#include "sw/routing/turn_rules.h"

namespace podsim {
namespace {

/// Of a turn from down to up, in eighths of a hop, when the cheapest do not serve every chip.
constexpr int kDearTurn = 16;

std::size_t at(int chip) { return static_cast<std::size_t>(chip); }

// The live chip whose farthest chip is nearest: it keeps up*/down* routes short.
int choose_root(const LiveGraph& graph, const std::vector<int>& live) {
  int root = live.front();
  int best = std::numeric_limits<int>::max();
  std::vector<int> hops;
  std::vector<int> queue;
  for (int chip : live) {
    graph.hops_from(chip, {}, hops, queue);
    const int farthest = hops[at(queue.back())];
    if (farthest >= best) continue;
    best = farthest;
    root = chip;
  }
  return root;
}

/// The place of each live chip in the order: by distance from the root, then id.
std::vector<int> ranks(const LiveGraph& graph, const std::vector<int>& live) {
  const std::vector<int> level = graph.hops_from(choose_root(graph, live));
  std::vector<int> by_rank = live;
  std::stable_sort(by_rank.begin(), by_rank.end(),
                   [&](int a, int b) { return level[at(a)] < level[at(b)]; });
  std::vector<int> rank(at(graph.chips()), 0);
  for (std::size_t i = 0; i < by_rank.size(); ++i) rank[at(by_rank[i])] = static_cast<int>(i);
  return rank;
}

std::vector<RouteCandidate> candidates(const LiveGraph& graph, const std::vector<int>& rank,
                                       int layers) {
  const auto candidate = [&](int count, int detour) {
    RouteCandidate made;
    made.rules = [&graph, &rank, count] { return updown_rules(graph, rank, count); };
    made.layers = count;
    made.weights.detour = detour;
    made.last_resort = detour != SearchWeights{}.detour;
    return made;
  };
  std::vector<RouteCandidate> all;
  for (int count = 1; count <= layers; ++count) {
    all.push_back(candidate(count, SearchWeights{}.detour));
  }
  all.push_back(candidate(layers, kDearTurn));
  return all;
}

}  // namespace

ComputedRoutes compute_updown(const Topology& topology, const RoutingOptions& options) {
  require_connected(topology);
  const LiveGraph graph(topology);
  const std::vector<int> live = topology.live_chips();
  const std::vector<int> rank = ranks(graph, live);
  auto best = best_candidate(graph, live, candidates(graph, rank, options.layers), false,
                             {options.threads, options.reach});
  // On one layer up*/down* serves every connected graph; only a reach can cut it in pieces.
  if (!best) {
    throw UserError("ROUTE-008", "the routers do not have room for routes around these failures");
  }
  return {std::move(best->tables), RoutingMethod::kUpDown, best->layers, {}};
}

}  // namespace podsim
