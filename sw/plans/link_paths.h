// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_PLANS_LINK_PATHS_H_
#define PODSIM_SW_PLANS_LINK_PATHS_H_

#include <map>
#include <utility>
#include <vector>

#include "systemc/pod/topology.h"

namespace podsim::plans {

/// Ways between chips: along X, then along Y, the shorter way round a wrap; where that meets a
/// failure, a shortest way over live links.
class LinkPaths {
 public:
  explicit LinkPaths(const Topology& topology) : topology_(topology) {}

  /// The links from one live chip to another that it can reach: chip * kLinkPorts + port each.
  const std::vector<int>& path(int from, int to);

 private:
  bool straight(int from, int to, std::vector<int>& links) const;
  std::vector<int> search(int from, int to) const;

  const Topology& topology_;
  std::map<std::pair<int, int>, std::vector<int>> known_;
};

}  // namespace podsim::plans

#endif  // PODSIM_SW_PLANS_LINK_PATHS_H_
