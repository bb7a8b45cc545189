// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_BOUNDS_TREE_PACKING_H_
#define PODSIM_SW_BOUNDS_TREE_PACKING_H_

#include <vector>

#include "sw/bounds/link_graph.h"
#include "sw/bounds/ratio.h"
#include "systemc/pod/topology.h"

namespace podsim {

/// A spanning tree of the live chips. All vectors are by chip id.
struct SpanningTree {
  int root = -1;             ///< chip
  std::vector<int> parent;   ///< chip; -1 for the root and for dead chips
  std::vector<int> up_port;  ///< Port of the chip by which its parent is reached, or -1
  std::vector<int> depth;    ///< hops to the root; -1 for dead chips

  /// The most hops to the root.
  int height() const;
};

/// Spanning trees that share the links of a pod: each link is in at most `capacity` of them.
///
/// For an all-reduce of M bytes each of the k trees carries M / k bytes up to its root, combined on
/// the way, and down again, so a link carries at most capacity M / k bytes in each direction, and
/// in the limit of small chunks the time is M / (value B).
struct TreePacking {
  int capacity = 0;
  std::vector<SpanningTree> trees;
  Ratio sigma;  ///< strength of the live graph: no packing has a higher value

  /// Trees over capacity.
  Ratio value() const;
  /// value / sigma, at most 1: the share of the bound that the packing can reach.
  double efficiency() const { return value().value() / sigma.value(); }
  /// The height of the highest tree.
  int height() const;
};

struct PackingOptions {
  /// Trees that a link may be in. 0: the fewest with `target`, else the best up to `max_capacity`.
  int capacity = 0;
  int max_capacity = 8;
  double target = 0.95;  ///< of sigma
  /// Links to look at while making trees shallow. 0 leaves them as they come, hung by their
  /// centres.
  long effort = 3'000'000;
};

/// Packs floor(capacity sigma) trees, the most there are, and makes them shallow (`make_shallow`).
/// Deterministic. Throws UserError COLL-016 if the live chips are not connected or fewer than
/// two, COLL-017 unless the capacities are 1 to 64 (or 0 for `capacity`).
TreePacking pack_trees(const Topology& topology, const PackingOptions& options = {});

/// The capacity that `pack_trees` takes for a pod of this strength.
int choose_capacity(const Ratio& sigma, const PackingOptions& options);

}  // namespace podsim

#endif  // PODSIM_SW_BOUNDS_TREE_PACKING_H_
