// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_PLANS_STRENGTH_H_
#define PODSIM_SW_PLANS_STRENGTH_H_

#include <cstdint>
#include <vector>

#include "sw/plans/graph.h"
#include "systemc/pod/topology.h"

/// How fast an all-reduce on a live graph can be at best.
namespace podsim::plans {

/// A ratio of integers; denominator 0 stands for "no bound" (a single vertex).
struct Ratio {
  std::int64_t numerator = 0;
  std::int64_t denominator = 0;
  double value() const;
};

/// The strength of a graph: the smallest E(P) / (|P| - 1) over all partitions P of its vertices
/// into two or more blocks, E(P) being the edges between blocks. By the theorem of Tutte and
/// Nash-Williams it is the value of the best fractional packing of spanning trees.
struct Strength {
  Ratio sigma;
  std::vector<int> block;  ///< of each vertex, in a partition that attains it
};

/// Exact. Newton's method on the ratio (Dinkelbach); for each value the best partition by the
/// greedy algorithm for a Dilworth truncation, one minimum cut a vertex (Cunningham, "Optimal
/// attack and reinforcement of a network", J. ACM 32(3), 1985; Barahona, "Packing spanning trees",
/// Math. Oper. Res. 20(1), 1995). Precondition: the graph is connected. About 0.5 s for 1024
/// vertices.
Strength graph_strength(const LiveMultigraph& graph);

/// Bounds of the time of an all-reduce of M bytes a chip over links of B bytes/s a direction, in
/// units of M / B.
struct AllReduceBounds {
  double t_star = 0;      ///< 1 / sigma: no algorithm that combines and forwards is faster
  double min_degree = 0;  ///< 1 / d: what a chip with d links must receive
  double two_phase = 0;   ///< 2 (N - 1) / (N d): reduce-scatter, then all-gather, equal shards
  bool exact = true;      ///< of t_star; else it is a bound that may be too low
  int live = 0;
};

/// Healthy pods by closed forms:
///   torus of N chips 2N / (N - 1), n x m mesh (2nm - n - m) / (nm - 1), one wrap of length n with
///   m columns (nm + n(m - 1)) / (nm - 1);
/// damaged ones of up to 1024 live chips by graph_strength; beyond, the smallest ratio of some
/// partitions (all chips alone; all chips without the weakest one), which is a valid bound but
/// perhaps not the best: `exact` is false.
AllReduceBounds all_reduce_bounds(const Topology& topology);

}  // namespace podsim::plans

#endif  // PODSIM_SW_PLANS_STRENGTH_H_
