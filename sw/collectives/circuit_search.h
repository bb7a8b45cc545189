// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_COLLECTIVES_CIRCUIT_SEARCH_H_
#define PODSIM_SW_COLLECTIVES_CIRCUIT_SEARCH_H_

#include <optional>
#include <vector>

#include "systemc/pod/topology.h"

namespace podsim {

struct CircuitSearchResult {
  std::optional<std::vector<int>> circuit;
  bool exhaustive = true;  ///< without a circuit: whether this proves that there is none
};

/// Decides by dynamic programming over the broken profile whether the live chips have a circuit,
/// and builds one.
///
/// Chips are taken row by row along the shorter side. A state says which links between chips taken
/// and chips to come are in the circuit, and which of them are the two ends of one path. For a mesh
/// w wide there are at most as many states as ways to pair some of w + 1 places without crossings
/// (the Motzkin number: 835 for w = 8, 15,511 for w = 12), times the number of chips in work.
CircuitSearchResult search_circuit(const Topology& topology);

}  // namespace podsim

#endif  // PODSIM_SW_COLLECTIVES_CIRCUIT_SEARCH_H_
