// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_ROUTING_TURN_RULES_H_
#define PODSIM_SW_ROUTING_TURN_RULES_H_

#include <cstdint>
#include <vector>

#include "sw/routing/live_graph.h"
#include "systemc/pod/topology.h"

namespace podsim {

/// Which ways packets may go so that they cannot wait for each other in a circle.
///
/// Links belong to families (X and Y, say). A class is a family on one layer, and the classes have
/// an order. A packet passes classes in that order, from the last to the first; it may stay in a
/// class unless the turn it takes is marked `kLeavesClass`. If the turns that are not marked form
/// no cycle within any family on its own, there is no cycle at all: along a cycle no packet could
/// ever go to an earlier class, so all of it would lie in one class.
///
/// Positions are counted from the destination: 0 is the class in which packets may arrive last.
struct TurnRules {
  struct Class {
    int family = 0;
    int layer = 0;
  };
  static constexpr std::uint8_t kLeavesClass = 1;  ///< the class after it is an earlier one
  static constexpr std::uint8_t kDetour = 2;       ///< costs extra: not what the method wants
  static constexpr std::uint8_t kForbidden = 4;    ///< no packet turns so

  std::vector<Class> order;
  /// By channel (chip * kLinkPorts + output port): the family of the link.
  std::vector<std::uint8_t> family;
  /// By the channel that a packet turns into, then the input port that it came by: flags above.
  std::vector<std::uint8_t> turn;

  int layers() const;
};

/// X before Y. Family 0 is Y, 1 is X. A turn from Y to X is a detour: it needs a class further
/// from the destination. In rings that are whole, so does the step into the dateline, the link
/// between the last chip and the first.
///
/// Two orders of classes serve: `kAlternating` Y0 X0 Y1 X1 Y2 X2 Y3 X3 and `kPaired` Y0 Y1 X0 X1 Y2
/// X2 Y3 X3; the second lets a packet cross the datelines of both dimensions on two layers.
enum class ClassOrder { kAlternating, kPaired };
TurnRules dimension_order_rules(const Topology& topology, const LiveGraph& graph, int layers,
                                ClassOrder order);

/// Up, then down, by the ranks given (a chip's place in the order). All links are one family; a
/// turn from down to up is a detour.
TurnRules updown_rules(const LiveGraph& graph, const std::vector<int>& rank, int layers);

}  // namespace podsim

#endif  // PODSIM_SW_ROUTING_TURN_RULES_H_
