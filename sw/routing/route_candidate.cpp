// SPDX-License-Identifier: Apache-2.0
#include "sw/routing/route_candidate.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "sw/routing/parts.h"

namespace podsim {
namespace {

/// How much more load than the best a link may carry where fewer layers do.
constexpr std::int64_t kLoadMargin = 4;  // 1/4

std::size_t at(int index) { return static_cast<std::size_t>(index); }

struct PartResult {
  std::int64_t extra_hops = 0;
  std::vector<std::int64_t> load;
};

/// The destinations of a part in turn; stops early when `failed` is set, here or by another part.
PartResult route_part(LayeredSearch& search, const std::vector<int>& destinations,
                      const CandidateOptions& options, RoutingTables& tables,
                      std::atomic<bool>& failed) {
  PartResult result;
  for (int destination : destinations) {
    if (failed) break;
    const auto found =
        search.search(destination, chips_that_serve(options.reach, tables.chips(), destination));
    if (!found.complete || (options.shortest_only && found.hops != found.shortest)) {
      failed = true;
      break;
    }
    result.extra_hops += found.hops - found.shortest;
    search.write(tables);
  }
  result.load = search.load();
  return result;
}

CandidateTables sum_up(RoutingTables tables, int layers, const std::vector<PartResult>& results) {
  CandidateTables made{std::move(tables), layers, 0, 0};
  std::vector<std::int64_t> load(results.front().load.size(), 0);
  for (const PartResult& part : results) {
    made.extra_hops += part.extra_hops;
    for (std::size_t i = 0; i < load.size(); ++i) load[i] += part.load[i];
  }
  made.most_load = load.empty() ? 0 : *std::max_element(load.begin(), load.end());
  return made;
}

using Made = std::vector<CandidateTables>;

std::int64_t least_load(const Made& made) {
  std::int64_t least = made.front().most_load;
  for (const CandidateTables& each : made) least = std::min(least, each.most_load);
  return least;
}

/// Adds tables made with more layers than those before, and drops all that cannot be chosen any
/// more: tables of large pods take much memory.
void add(Made& made, CandidateTables tables) {
  if (!made.empty() && tables.most_load >= least_load(made)) return;
  made.push_back(std::move(tables));
  const std::int64_t most = least_load(made) + least_load(made) / kLoadMargin;
  made.erase(std::remove_if(made.begin(), made.end(),
                            [&](const CandidateTables& each) { return each.most_load > most; }),
             made.end());
}

}  // namespace

std::optional<CandidateTables> try_candidate(const LiveGraph& graph, const std::vector<int>& live,
                                             const RouteCandidate& candidate,
                                             const CandidateOptions& options) {
  const TurnRules rules = candidate.rules();
  RoutingTables tables(graph.chips());
  const int parts = parts_of(graph.chips());
  const auto destinations = split(live, parts);
  std::vector<PartResult> results(at(parts));
  std::atomic<bool> failed{false};
  for_each_part(parts, options.threads, [&](int part) {
    SearchWeights weights = candidate.weights;
    weights.shortest_only = options.shortest_only;
    LayeredSearch search(graph, rules, weights);
    results[at(part)] = route_part(search, destinations[at(part)], options, tables, failed);
  });
  if (failed) return std::nullopt;
  return sum_up(std::move(tables), candidate.layers, results);
}

std::optional<CandidateTables> best_candidate(const LiveGraph& graph, const std::vector<int>& live,
                                              const std::vector<RouteCandidate>& candidates,
                                              bool weigh_load, CandidateOptions options) {
  options.shortest_only = true;
  Made shortest;
  for (const RouteCandidate& candidate : candidates) {
    if (!shortest.empty() && candidate.layers > shortest.front().layers + 1) break;
    if (candidate.last_resort) continue;
    auto made = try_candidate(graph, live, candidate, options);
    if (!made) continue;
    if (!weigh_load) return made;
    add(shortest, std::move(*made));
  }
  if (!shortest.empty()) return std::move(shortest.front());
  options.shortest_only = false;
  std::optional<CandidateTables> best;
  for (const RouteCandidate& candidate : candidates) {
    if (best && candidate.last_resort) break;
    auto made = try_candidate(graph, live, candidate, options);
    if (made && (!best || made->extra_hops < best->extra_hops)) best = std::move(made);
  }
  return best;
}

}  // namespace podsim
