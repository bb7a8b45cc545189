// SPDX-License-Identifier: Apache-2.0
#include "sw/routing/dependency_graph.h"

#include <fmt/format.h>

#include <algorithm>

namespace podsim {
namespace {

constexpr int kChannelsPerChip = kLinkPorts * kVcLayers;
constexpr int kStartsTried =
    256;  // of the channels on or behind cycles, when looking for a short one

std::size_t at(int index) { return static_cast<std::size_t>(index); }

}  // namespace

std::string to_string(const Topology& topology, const Channel& channel) {
  const auto next = topology.wired(channel.chip, channel.port);
  return fmt::format("{} {} -> {}, layer {}", to_string(topology.coordinate(channel.chip)),
                     port_name(channel.port), next ? to_string(topology.coordinate(*next)) : "edge",
                     channel.layer);
}

DependencyGraph::DependencyGraph(const LiveGraph& graph)
    : graph_(graph), wanted_(at(graph.chips() * kChannelsPerChip), 0) {}

Channel DependencyGraph::channel(int node) const {
  const int local = node % kChannelsPerChip;
  return {node / kChannelsPerChip, local / kVcLayers, local % kVcLayers};
}

void DependencyGraph::merge(const DependencyGraph& other) {
  for (std::size_t i = 0; i < wanted_.size(); ++i) {
    wanted_[i] = static_cast<std::uint16_t>(wanted_[i] | other.wanted_[i]);
  }
}

std::int64_t DependencyGraph::dependencies() const {
  std::int64_t count = 0;
  for (unsigned mask : wanted_) count += __builtin_popcount(mask);
  return count;
}

std::vector<int> DependencyGraph::successors(int node) const {
  std::vector<int> found;
  const unsigned mask = wanted_[at(node)];
  if (mask == 0) return found;
  const Channel held = channel(node);
  const int next = graph_.neighbour(held.chip, held.port);
  for (int bit = 0; bit < kChannelsPerChip; ++bit) {
    if ((mask >> static_cast<unsigned>(bit)) & 1U) found.push_back(next * kChannelsPerChip + bit);
  }
  return found;
}

// What is left after taking away, again and again, the channels that nothing left depends on:
// the channels of cycles and those that only cycles lead to. Empty exactly when no cycle exists.
std::vector<bool> DependencyGraph::nodes_behind_cycles() const {
  std::vector<int> incoming(wanted_.size(), 0);
  for (int from = 0; from < static_cast<int>(wanted_.size()); ++from) {
    for (int to : successors(from)) ++incoming[at(to)];
  }
  std::vector<bool> left(wanted_.size(), true);
  std::vector<int> free;
  for (int i = 0; i < static_cast<int>(wanted_.size()); ++i) {
    if (incoming[at(i)] == 0) free.push_back(i);
  }
  while (!free.empty()) {
    const int taken = free.back();
    free.pop_back();
    left[at(taken)] = false;
    for (int to : successors(taken)) {
      if (--incoming[at(to)] == 0) free.push_back(to);
    }
  }
  return left;
}

std::vector<int> DependencyGraph::shortest_cycle(int start, const std::vector<bool>& inside) const {
  std::vector<int> parent(wanted_.size(), -1);
  std::vector<int> queue = {start};
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (int to : successors(queue[i])) {
      if (to == start) {
        std::vector<int> cycle;
        for (int at_node = queue[i]; at_node != start; at_node = parent[at(at_node)]) {
          cycle.push_back(at_node);
        }
        cycle.push_back(start);
        std::reverse(cycle.begin(), cycle.end());
        return cycle;
      }
      if (!inside[at(to)] || parent[at(to)] >= 0) continue;
      parent[at(to)] = queue[i];
      queue.push_back(to);
    }
  }
  return {};
}

std::vector<Channel> DependencyGraph::find_cycle() const {
  const std::vector<bool> inside = nodes_behind_cycles();
  std::vector<int> best;
  int tried = 0;
  for (int start = 0; start < static_cast<int>(inside.size()); ++start) {
    if (!inside[at(start)]) continue;
    if (tried++ >= kStartsTried && !best.empty()) break;
    std::vector<int> cycle = shortest_cycle(start, inside);
    if (!cycle.empty() && (best.empty() || cycle.size() < best.size())) best = std::move(cycle);
  }
  std::vector<Channel> channels;
  for (int each : best) channels.push_back(channel(each));
  return channels;
}

}  // namespace podsim
