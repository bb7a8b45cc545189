// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_COLLECTIVES_CIRCUIT_BOARDS_H_
#define PODSIM_SW_COLLECTIVES_CIRCUIT_BOARDS_H_

#include <vector>

#include "systemc/pod/topology.h"

namespace podsim {

/// A circuit made of the 2 x 2 boards whose corners have even coordinates: a spanning tree of the
/// live boards; each board starts as a circuit of its four chips, and each edge of the tree swaps
/// the two links that face each other for the two that cross. In linear time, for any number of
/// dead boards.
///
/// Empty if some board is dead in part, a link inside a board is dead, or the boards are not
/// connected by pairs of links.
std::vector<int> circuit_of_boards(const Topology& topology);

}  // namespace podsim

#endif  // PODSIM_SW_COLLECTIVES_CIRCUIT_BOARDS_H_
