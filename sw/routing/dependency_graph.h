// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_ROUTING_DEPENDENCY_GRAPH_H_
#define PODSIM_SW_ROUTING_DEPENDENCY_GRAPH_H_

#include <cstdint>
#include <string>
#include <vector>

#include "sw/routing/live_graph.h"
#include "sw/routing/routing_tables.h"
#include "systemc/pod/topology.h"

namespace podsim {

/// A directed link and a layer of its virtual channels: what a packet holds while it waits.
struct Channel {
  int chip = 0;   ///< the sender
  int port = 0;   ///< its output port, a link
  int layer = 0;  ///< 0 .. kVcLayers - 1
  bool operator==(const Channel& o) const {
    return chip == o.chip && port == o.port && layer == o.layer;
  }
};

/// "(0,0) E -> (1,0), layer 0"
std::string to_string(const Topology& topology, const Channel& channel);

/// The channel-dependency graph (Dally and Seitz, IEEE Trans. Computers C-36(5), 1987): an edge
/// from a to b when some packet can hold a and want b. Wormhole routing by tables cannot deadlock
/// if it has no cycle.
class DependencyGraph {
 public:
  explicit DependencyGraph(const LiveGraph& graph);

  /// A packet that holds `held` wants `wanted`, a channel out of the chip that `held` leads to.
  void add(const Channel& held, const Channel& wanted) {
    const int bit = wanted.port * kVcLayers + wanted.layer;
    std::uint16_t& mask = wanted_[static_cast<std::size_t>(node(held))];
    mask = static_cast<std::uint16_t>(mask | (1U << static_cast<unsigned>(bit)));
  }
  /// Adds all dependencies of another graph of the same pod.
  void merge(const DependencyGraph& other);
  std::int64_t dependencies() const;

  /// A shortest cycle through one of its channels, in order; empty if there is none.
  std::vector<Channel> find_cycle() const;

 private:
  static int node(const Channel& channel) {
    return (channel.chip * kLinkPorts + channel.port) * kVcLayers + channel.layer;
  }
  Channel channel(int node) const;
  std::vector<int> successors(int node) const;
  std::vector<bool> nodes_behind_cycles() const;
  std::vector<int> shortest_cycle(int start, const std::vector<bool>& inside) const;

  const LiveGraph& graph_;
  std::vector<std::uint16_t> wanted_;  // per channel, a bit for each (port, layer) of the next chip
};

}  // namespace podsim

#endif  // PODSIM_SW_ROUTING_DEPENDENCY_GRAPH_H_
