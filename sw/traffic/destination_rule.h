// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_TRAFFIC_DESTINATION_RULE_H_
#define PODSIM_SW_TRAFFIC_DESTINATION_RULE_H_

#include <cstdint>
#include <vector>

#include "sw/config/traffic_parameters.h"
#include "systemc/pod/topology.h"

namespace podsim::traffic {

/// Where the packets of each node go (config::TrafficPattern), on a pod with failures: nothing is
/// sent to a dead node.
class DestinationRule {
 public:
  /// Throws UserError TRAF-001 for a transpose on a pod that is not square, TRAF-002 for a hot
  /// spot that is dead or outside.
  DestinationRule(const config::TrafficParameters& parameters, const Topology& topology);

  static constexpr int kNothing = -1;
  /// The destination of a packet of `source` by a random number; kNothing if that node, or this
  /// packet, sends nothing.
  int destination(int source, std::uint64_t random) const;

  /// A destination and how likely it is.
  struct Share {
    int destination = 0;
    double probability = 0;
  };
  /// Those of one source that are not drawn uniformly.
  const std::vector<Share>& fixed(int source) const {
    return fixed_[static_cast<std::size_t>(source)];
  }
  /// The rest, of which each live node (`to_self`: the source, too) gets an equal part.
  double uniform_share() const { return uniform_share_; }
  bool to_self() const { return to_self_; }

 private:
  void set_fixed(const Topology& topology, config::TrafficPattern pattern);
  void set_hotspots(const config::TrafficParameters& parameters, const Topology& topology);
  int uniform(int source, std::uint64_t random) const;

  bool to_self_;
  double uniform_share_ = 0;
  std::vector<int> live_;
  std::vector<std::vector<Share>> fixed_;  // by source
};

}  // namespace podsim::traffic

#endif  // PODSIM_SW_TRAFFIC_DESTINATION_RULE_H_
