// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_TESTS_SW_BOUNDS_DAMAGED_PODS_H_
#define PODSIM_TESTS_SW_BOUNDS_DAMAGED_PODS_H_

#include <random>

#include "systemc/pod/topology.h"

namespace podsim {

/// A pod with a rectangle of dead chips; none if the rectangle is empty.
Topology pod_with_hole(const MeshShape& shape, Coordinate at, int width, int height);

/// A connected pod of up to `max_side` chips a side, with random wraps, dead chips and dead links;
/// at least two live chips.
Topology random_pod(std::mt19937& random, int max_side);

}  // namespace podsim

#endif  // PODSIM_TESTS_SW_BOUNDS_DAMAGED_PODS_H_
