// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_TESTS_SW_BOUNDS_TEST_GRAPHS_H_
#define PODSIM_TESTS_SW_BOUNDS_TEST_GRAPHS_H_

#include <random>

#include "sw/bounds/link_graph.h"
#include "systemc/pod/topology.h"

namespace podsim {

/// A pod with a rectangle of dead chips; none if the rectangle is empty.
Topology pod_with_hole(const MeshShape& shape, Coordinate at, int width, int height);

/// A connected pod of up to `max_side` chips a side, with random wraps, dead chips and dead links;
/// at least two live chips.
Topology random_pod(std::mt19937& random, int max_side);

/// 2 to `max_nodes` nodes with up to three links a node, parallel ones among them; may fall into
/// parts.
LinkGraph random_multigraph(std::mt19937& random, int max_nodes);

}  // namespace podsim

#endif  // PODSIM_TESTS_SW_BOUNDS_TEST_GRAPHS_H_
