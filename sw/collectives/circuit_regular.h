// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_COLLECTIVES_CIRCUIT_REGULAR_H_
#define PODSIM_SW_COLLECTIVES_CIRCUIT_REGULAR_H_

#include <vector>

#include "systemc/pod/topology.h"

namespace podsim {

/// The regular circuits of the pod's shape, best first; not checked against failures.
///
/// With an even number of rows: row pairs there and back over columns 1 and up, column 0 as the way
/// home; with an even number of columns the same turned. If both are odd, a wrap is needed:
/// columns up and down, the last two zigzagged together, home over the wrap.
std::vector<std::vector<int>> regular_circuits(const Topology& topology);

}  // namespace podsim

#endif  // PODSIM_SW_COLLECTIVES_CIRCUIT_REGULAR_H_
