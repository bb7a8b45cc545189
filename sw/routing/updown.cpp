// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <vector>

#include "firmware/diagnostics/user_error.h"
#include "sw/routing/compute_routes.h"
#include "sw/routing/live_graph.h"

namespace podsim {
namespace {

constexpr int kInjected = kLinkPorts;  // the state of a packet that starts at the chip
constexpr int kStates = kLinkPorts + 1;
constexpr int kFar = std::numeric_limits<int>::max() / 2;

std::size_t at(int chip) { return static_cast<std::size_t>(chip); }

// The live chip whose farthest chip is nearest: it keeps up*/down* routes short.
int choose_root(const LiveGraph& graph, const std::vector<int>& live) {
  int root = live.front();
  int best = kFar;
  for (int chip : live) {
    const std::vector<int> hops = graph.hops_from(chip);
    const int farthest = *std::max_element(hops.begin(), hops.end());
    if (farthest >= best) continue;
    best = farthest;
    root = chip;
  }
  return root;
}

/// Computes the entries of one destination after the other and keeps the load of the links.
class UpDown {
 public:
  explicit UpDown(const Topology& topology);

  RoutingTables run();

 private:
  bool is_up(int from, int to) const { return rank_[at(from)] > rank_[at(to)]; }
  bool may_go_up(int chip, int state) const;
  int distance(int chip, int state) const;

  void measure(int destination);
  void route_to(int destination);
  int choose(int chip, int state) const;
  void pass_on(int chip, int state, int output);
  void write(int chip, int state, int destination, const RouteEntry& entry);

  LiveGraph graph_;
  std::vector<int> live_;
  std::vector<int> by_rank_;  // live chips, root first
  std::vector<int> rank_;
  std::vector<int> down_;  // hops to the destination going down only
  std::vector<int> any_;   // hops to the destination, up hops first
  std::vector<std::array<int, kStates>> flow_;
  std::vector<std::array<std::int64_t, kLinkPorts>> load_;
  std::vector<std::vector<int>> by_distance_;
  RoutingTables tables_;
};

UpDown::UpDown(const Topology& topology)
    : graph_(topology),
      live_(topology.live_chips()),
      by_rank_(live_),
      rank_(at(topology.chips()), 0),
      load_(at(topology.chips()), {0, 0, 0, 0}),
      tables_(topology.chips()) {
  const std::vector<int> level = graph_.hops_from(choose_root(graph_, live_));
  std::stable_sort(by_rank_.begin(), by_rank_.end(),
                   [&](int a, int b) { return level[at(a)] < level[at(b)]; });
  for (std::size_t i = 0; i < by_rank_.size(); ++i) rank_[at(by_rank_[i])] = static_cast<int>(i);
}

// A packet that arrives by an up hop, or starts here, may still go up.
bool UpDown::may_go_up(int chip, int state) const {
  return state == kInjected || is_up(graph_.neighbour(chip, state), chip);
}

int UpDown::distance(int chip, int state) const {
  return may_go_up(chip, state) ? any_[at(chip)] : down_[at(chip)];
}

// Ranks fall along up hops, so one sweep from the last chip to the first settles `down_` and one
// the other way settles `any_`.
void UpDown::measure(int destination) {
  down_.assign(rank_.size(), kFar);
  down_[at(destination)] = 0;
  for (auto chip = by_rank_.rbegin(); chip != by_rank_.rend(); ++chip) {
    for (int port = 0; port < kLinkPorts; ++port) {
      const int next = graph_.neighbour(*chip, port);
      if (next < 0 || is_up(*chip, next)) continue;
      down_[at(*chip)] = std::min(down_[at(*chip)], down_[at(next)] + 1);
    }
  }
  any_ = down_;
  for (int chip : by_rank_) {
    for (int port = 0; port < kLinkPorts; ++port) {
      const int next = graph_.neighbour(chip, port);
      if (next < 0 || !is_up(chip, next)) continue;
      any_[at(chip)] = std::min(any_[at(chip)], any_[at(next)] + 1);
    }
  }
}

// The least loaded link among those on a shortest legal route; the lowest port of equals.
int UpDown::choose(int chip, int state) const {
  const int here = distance(chip, state);
  int best = -1;
  for (int port = 0; port < kLinkPorts; ++port) {
    const int next = graph_.neighbour(chip, port);
    if (next < 0) continue;
    const bool up = is_up(chip, next);
    if (up && !may_go_up(chip, state)) continue;
    if ((up ? any_ : down_)[at(next)] + 1 != here) continue;
    if (best < 0 || load_[at(chip)][at(port)] < load_[at(chip)][at(best)]) best = port;
  }
  return best;
}

void UpDown::pass_on(int chip, int state, int output) {
  const int flow = flow_[at(chip)][at(state)];
  load_[at(chip)][at(output)] += flow;
  flow_[at(graph_.neighbour(chip, output))][at(opposite(output))] += flow;
}

void UpDown::write(int chip, int state, int destination, const RouteEntry& entry) {
  if (state == kInjected) {
    tables_.set_injected(chip, destination, entry);
  } else {
    tables_.set(chip, state, destination, entry);
  }
}

// Far states first: all packets that pass a state are known when its link is chosen.
void UpDown::route_to(int destination) {
  measure(destination);
  flow_.assign(rank_.size(), {0, 0, 0, 0, 1});
  for (auto& bucket : by_distance_) bucket.clear();
  for (int chip : live_) {
    for (int state = 0; state < kStates; ++state) {
      if (state != kInjected && graph_.neighbour(chip, state) < 0) continue;
      const int hops = distance(chip, state);
      if (hops >= kFar) continue;
      if (by_distance_.size() <= at(hops)) by_distance_.resize(at(hops) + 1);
      by_distance_[at(hops)].push_back(chip * kStates + state);
    }
  }
  for (std::size_t hops = by_distance_.size(); hops-- > 1;) {
    for (int packed : by_distance_[hops]) {
      const int chip = packed / kStates;
      const int state = packed % kStates;
      const int output = choose(chip, state);
      pass_on(chip, state, output);
      write(chip, state, destination, RouteEntry::to_port(output));
    }
  }
  for (int packed : by_distance_.front()) {
    write(packed / kStates, packed % kStates, destination, RouteEntry::deliver());
  }
}

RoutingTables UpDown::run() {
  for (int destination : live_) route_to(destination);
  return std::move(tables_);
}

void require_connected(const Topology& topology) {
  if (topology.live_count() == 0) {
    throw UserError("ROUTE-004", "no chip of the pod is alive", {}, {}, ExitCode::kUnreachable);
  }
  const std::vector<int> lost = topology.unreachable_chips();
  if (lost.empty()) return;
  const int first = topology.live_chips().front();
  throw UserError("ROUTE-003",
                  fmt::format("{} of {} live chips cannot be reached from chip {}: {}", lost.size(),
                              topology.live_count(), to_string(topology.coordinate(first)),
                              chip_list(topology, lost)),
                  {}, "the failures cut the pod in parts; run on one of them",
                  ExitCode::kUnreachable);
}

}  // namespace

RoutingTables compute_updown(const Topology& topology) {
  require_connected(topology);
  return UpDown(topology).run();
}

}  // namespace podsim
