// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_TESTS_SW_ROUTING_FAILURE_SETS_H_
#define PODSIM_TESTS_SW_ROUTING_FAILURE_SETS_H_

#include <functional>
#include <random>
#include <string>

#include "systemc/pod/topology.h"

namespace podsim::testing {

/// Called with a damaged pod and a description of the damage.
using Visit = std::function<void(const Topology& topology, const std::string& damage)>;

/// The pod without each chip in turn.
void each_single_chip(const MeshShape& shape, const Visit& visit);
/// The pod without each link in turn, wraps included.
void each_single_link(const MeshShape& shape, const Visit& visit);
/// The pod without each pair of chips in turn.
void each_pair_of_chips(const MeshShape& shape, const Visit& visit);
/// The pod without each block of the size whose corner is at multiples of the size.
void each_aligned_block(const MeshShape& shape, int width, int height, const Visit& visit);
/// The pod with 1 to 8 chips and links failed at random, half and half.
Topology with_random_failures(const MeshShape& shape, std::mt19937& random);

}  // namespace podsim::testing

#endif  // PODSIM_TESTS_SW_ROUTING_FAILURE_SETS_H_
