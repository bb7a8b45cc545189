// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_BENCH_BENCH_FABRIC_H_
#define PODSIM_SW_BENCH_BENCH_FABRIC_H_

#include <vector>

#include "sw/bench/bench.h"

namespace podsim::bench {

/// Sizes of the fabrics that are measured: sides of square meshes and tori.
struct FabricSizes {
  int small = 8;             ///< uniform traffic, idle routers, threads, waves
  int busy = 4;              ///< all ports busy
  int busy_large = 32;       ///< the same
  int neighbour = 32;        ///< neighbour traffic on a torus
  int neighbour_large = 64;  ///< the same; not for Verilated routers
};

/// What a router costs in each of its models, in the bare fabric and beside it, all in one run.
/// Groups are the names of the models.
std::vector<Figure> bench_fabric(const BenchOptions& options, const FabricSizes& sizes = {});

}  // namespace podsim::bench

#endif  // PODSIM_SW_BENCH_BENCH_FABRIC_H_
