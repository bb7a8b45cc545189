// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_PLANS_MESH_RINGS_H_
#define PODSIM_SW_PLANS_MESH_RINGS_H_

#include "sw/plans/ring_stages.h"
#include "systemc/pod/topology.h"

/// The rings of the all-reduce algorithms on a pod.
///
/// All functions throw UserError with exit code kUnreachable and a reason when an algorithm cannot
/// work on a pod:
///   COLL-050 it needs every chip and link of the mesh, and some have failed,
///   COLL-051 it needs other sides (an even number of rows, sides that are multiples of the block),
///   COLL-001 to -007 as find_circuit.
namespace podsim::plans {

/// One ring through all live chips, around holes as well.
StagedRings one_ring(const Topology& topology);

/// A snake through all rows, visited in the order 0, 2, 4, ..., 5, 3, 1: a ring without a way back,
/// in which no hop is longer than two links.
StagedRings one_line(const Topology& topology);

/// Rings of one-hop links over pairs of rows, then columns over the pairs.
StagedRings row_pair_rings(const Topology& topology);

/// Along one dimension, then along the other on the shards. A dimension that wraps is a ring; one
/// that does not is visited as a line 0, 2, 4, ..., 5, 3, 1. With two colours core 0 of each chip
/// takes X first and core 1 Y first, so that all four links work at once; else both take X or, with
/// `y_first`, Y first. With a block only chips at the same place of their blocks meet: rings go in
/// steps of the block's side.
struct TwoDimensions {
  bool two_colours = false;
  bool y_first = false;
  ModelBlock block;
};
StagedRings two_dimensions(const Topology& topology, const TwoDimensions& choice);

/// The groups of a distributed batch norm: aligned blocks of `cores` / 2 chips (2 x 2, 2 x 4, 4 x
/// 4, 4 x 8 for 8, 16, 32, 64 cores), each a ring of one-hop links of its own. Blocks that are not
/// whole are left out. Throws UserError COLL-054 for another number of cores, or no whole block.
StagedRings batch_norm_groups(const Topology& topology, int cores);

/// 0, 2, 4, ..., 5, 3, 1 below `length`.
std::vector<int> line_order(int length);

}  // namespace podsim::plans

#endif  // PODSIM_SW_PLANS_MESH_RINGS_H_
