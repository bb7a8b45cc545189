// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_ROUTING_LIVE_GRAPH_H_
#define PODSIM_SW_ROUTING_LIVE_GRAPH_H_

#include <array>
#include <string>
#include <vector>

#include "systemc/pod/topology.h"

namespace podsim {

/// The live neighbours of each chip by port, laid out for graph searches.
class LiveGraph {
 public:
  explicit LiveGraph(const Topology& topology);

  int chips() const { return static_cast<int>(neighbours_.size()); }
  /// The chip across a live link, or -1.
  int neighbour(int chip, int port) const {
    return neighbours_[static_cast<std::size_t>(chip)][static_cast<std::size_t>(port)];
  }
  /// Hops of a shortest live path to each chip; -1 for chips that are dead or cannot be reached.
  std::vector<int> hops_from(int chip) const;
  /// The same into `hops`, over chips for which `serves[chip]` only (all, if it is empty). `queue`
  /// is scratch: calls in a row that give the same vectors allocate nothing.
  void hops_from(int chip, const std::vector<bool>& serves, std::vector<int>& hops,
                 std::vector<int>& queue) const;

 private:
  std::vector<std::array<int, kLinkPorts>> neighbours_;
};

/// "(0,1), (2,1) and 14 more"
std::string chip_list(const Topology& topology, const std::vector<int>& chips,
                      std::size_t limit = 16);

}  // namespace podsim

#endif  // PODSIM_SW_ROUTING_LIVE_GRAPH_H_
