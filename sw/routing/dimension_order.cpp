// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <utility>
#include <vector>

#include "firmware/diagnostics/user_error.h"
#include "sw/routing/compute_routes.h"
#include "sw/routing/require_connected.h"
#include "sw/routing/route_candidate.h"
#include "sw/routing/turn_rules.h"

namespace podsim {
namespace {

/// Of a detour, in eighths of a hop, when the cheapest do not serve every chip: routes become
/// longer and need fewer layers.
constexpr int kDearDetours[] = {16, 64};

class Candidates {
 public:
  Candidates(const Topology& topology, const LiveGraph& graph)
      : topology_(topology), graph_(graph) {}

  std::vector<RouteCandidate> list(int layers) const {
    std::vector<RouteCandidate> all;
    for (int count = 1; count <= layers; ++count) add(all, count, SearchWeights{}.detour);
    for (int detour : kDearDetours) add(all, layers, detour);
    return all;
  }

  bool both_wrap() const { return topology_.shape().wrap_x && topology_.shape().wrap_y; }

 private:
  void add(std::vector<RouteCandidate>& all, int layers, int detour) const {
    if (both_wrap() && layers > 1) all.push_back(candidate(layers, detour, ClassOrder::kPaired));
    all.push_back(candidate(layers, detour, ClassOrder::kAlternating));
  }

  RouteCandidate candidate(int layers, int detour, ClassOrder order) const {
    RouteCandidate made;
    made.rules = [this, layers, order] {
      return dimension_order_rules(topology_, graph_, layers, order);
    };
    made.layers = layers;
    made.weights.detour = detour;
    made.last_resort = detour != SearchWeights{}.detour;
    return made;
  }

  const Topology& topology_;
  const LiveGraph& graph_;
};

}  // namespace

ComputedRoutes compute_dimension_order(const Topology& topology, const RoutingOptions& options) {
  require_connected(topology);
  const LiveGraph graph(topology);
  const Candidates candidates(topology, graph);
  auto best = best_candidate(graph, topology.live_chips(), candidates.list(options.layers),
                             candidates.both_wrap(), {options.threads, options.reach});
  if (!best) {
    throw UserError("ROUTE-002",
                    fmt::format("dimension order cannot route around these failures on {} layer{}",
                                options.layers, options.layers == 1 ? "" : "s"),
                    {}, "use the method 'updown', which routes any connected pod");
  }
  return {std::move(best->tables), RoutingMethod::kDimensionOrder, best->layers, {}};
}

}  // namespace podsim
