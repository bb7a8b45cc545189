// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_BOUNDS_GRAPH_STRENGTH_H_
#define PODSIM_SW_BOUNDS_GRAPH_STRENGTH_H_

#include "sw/bounds/dense_parts.h"
#include "sw/bounds/link_graph.h"
#include "sw/bounds/ratio.h"

namespace podsim {

/// The strength of a graph, sigma = min over partitions P of E(P) / (|P| - 1), and a partition that
/// attains it.
struct Strength {
  Ratio sigma;        ///< links a tree; 0 if the graph is not connected, infinite below two nodes
  Partition weakest;  ///< E(weakest) / (|weakest| - 1) = sigma; one part below two nodes
};

/// Exact, for any graph: Newton's method on the price of an attack (`dense_parts`), from the
/// partition into single nodes downwards (W. Dinkelbach, "On nonlinear fractional programming",
/// Management Science 13 (1967)).
///
/// By W. T. Tutte and C. St. J. A. Nash-Williams (1961) c copies of each link hold k spanning trees
/// with no link in common if and only if k <= c sigma.
Strength graph_strength(const LinkGraph& graph);

}  // namespace podsim

#endif  // PODSIM_SW_BOUNDS_GRAPH_STRENGTH_H_
