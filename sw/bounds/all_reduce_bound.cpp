// SPDX-License-Identifier: Apache-2.0
#include "sw/bounds/all_reduce_bound.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "firmware/diagnostics/user_error.h"

namespace podsim {
namespace {

int min_degree(const LinkGraph& graph) {
  if (graph.nodes == 0) return 0;
  int least = std::numeric_limits<int>::max();
  for (const auto& links : graph.links_of_nodes()) {
    least = std::min(least, static_cast<int>(links.size()));
  }
  return least;
}

}  // namespace

void AllReduceBound::require_possible(double seconds) const {
  if (seconds >= strength_seconds * (1 - 1e-9)) return;
  throw InternalError(fmt::format(
      "an all-reduce over {} chips took {:.9g} s; no less than {:.9g} s is possible "
      "with a strength of {}/{}",
      live_chips, seconds, strength_seconds, strength.sigma.numerator, strength.sigma.denominator));
}

AllReduceBound all_reduce_bound(const Topology& topology, std::int64_t bytes,
                                double link_bytes_per_second) {
  if (bytes < 0 || !(link_bytes_per_second > 0)) {
    throw UserError("COLL-015",
                    fmt::format("no bound on the time of {} bytes at {} bytes/s a link", bytes,
                                link_bytes_per_second),
                    {}, "bytes from 0, a rate above 0");
  }
  const LinkGraph graph = live_links(topology);
  AllReduceBound bound;
  bound.strength = graph_strength(graph);
  bound.live_chips = graph.nodes;
  bound.min_degree = min_degree(graph);
  if (graph.nodes < 2 || bytes == 0) return bound;
  const double transfer = static_cast<double>(bytes) / link_bytes_per_second;
  const double share = static_cast<double>(graph.nodes - 1) / graph.nodes;
  bound.strength_seconds = transfer / bound.strength.sigma.value();
  bound.min_degree_seconds = transfer / bound.min_degree;
  bound.two_phase_seconds = 2 * share * transfer / bound.min_degree;
  if (bound.strength.sigma.numerator == 0) {
    bound.min_degree_seconds = bound.two_phase_seconds = bound.strength_seconds;
  }
  return bound;
}

}  // namespace podsim
