// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_PLANS_TREE_PLAN_H_
#define PODSIM_SW_PLANS_TREE_PLAN_H_

#include "sw/plans/plan.h"
#include "sw/plans/ring_stages.h"
#include "systemc/pod/topology.h"

/// Collectives along spanning trees: for any connected live graph.
namespace podsim::plans {

/// All-reduce along packed trees (sw/bounds/tree_packing.h). Each tree carries its share of the
/// data up, combined at every chip (own + children in the order of their ids), and down again,
/// chunk by chunk: the root sends a chunk down as soon as it is complete. Trees take turns between
/// the two cores of a chip; with an odd number the last one is shared by both, each with chunks of
/// half the size. A chip at depth d handles chunk t on its way up in slot t + s (height - d), and
/// on its way down in t + s (height + d); the stagger s, the slots that a hop may take, and the
/// size of chunks are chosen by a simple model of times.
///
/// Ranks are chips. Throws UserError COLL-002 when live chips cannot reach each other.
Plan tree_all_reduce(const Topology& topology, const BufferSize& size, const CutLimits& limits);

/// Broadcast of the root chip's source buffers along packed trees.
Plan tree_broadcast(const Topology& topology, int root_chip, const BufferSize& size,
                    const CutLimits& limits);

/// All cores meet: an all-reduce of one row along a tree of shortest ways, in which the second core
/// of a chip hangs on the first.
Plan barrier(const Topology& topology);

}  // namespace podsim::plans

#endif  // PODSIM_SW_PLANS_TREE_PLAN_H_
