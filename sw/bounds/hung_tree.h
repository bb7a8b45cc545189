// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_BOUNDS_HUNG_TREE_H_
#define PODSIM_SW_BOUNDS_HUNG_TREE_H_

#include <vector>

#include "sw/bounds/link_graph.h"

namespace podsim {

/// A forest hung by one node; what is not joined to it yet hangs by its lowest node.
struct HungTree {
  std::vector<int> up;      ///< link to the parent, -1 at the top of a component
  std::vector<int> depth;   ///< hops to the top
  std::vector<int> height;  ///< hops to the deepest node below
  std::vector<int> top;     ///< the top of the node's component
  std::vector<int> order;   ///< parents before children, each node followed by all below it
  std::vector<int> place;   ///< of each node in `order`
  std::vector<int> below;   ///< nodes below, itself included

  /// `links_of` as of `graph`; `held` says which links are in the forest. A link that closes a
  /// circuit is passed over.
  void hang(const LinkGraph& graph, const std::vector<std::vector<int>>& links_of,
            const std::vector<char>& held, int root);

  bool is_below(int node, int above) const {
    return place[node] >= place[above] && place[node] < place[above] + below[above];
  }
  /// Of the component of the first node in `order`.
  int tree_height() const { return order.empty() ? 0 : height[order.front()]; }

 private:
  void hang_component(const LinkGraph& graph, const std::vector<std::vector<int>>& links_of,
                      const std::vector<char>& held, int root);
  std::vector<int> stack_;
};

/// The node of a spanning tree whose farthest node is nearest: the middle of a longest path.
int centre_of(const LinkGraph& graph, const std::vector<std::vector<int>>& links_of,
              const std::vector<char>& held);

}  // namespace podsim

#endif  // PODSIM_SW_BOUNDS_HUNG_TREE_H_
