// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_COLLECTIVES_HAMILTONIAN_CIRCUIT_H_
#define PODSIM_SW_COLLECTIVES_HAMILTONIAN_CIRCUIT_H_

#include <string>
#include <vector>

#include "systemc/pod/topology.h"

namespace podsim {

/// How a circuit was found.
enum class CircuitMethod {
  kSnake,   ///< rows (or columns) there and back, the first column (or row) as the way home
  kBoards,  ///< a spanning tree of 2 x 2 boards, walked round
  kSearch   ///< exact search over the pod
};
/// "snake", "boards", "search"
const char* to_string(CircuitMethod method);

/// A circuit through all live chips over live links.
///
/// It starts at the live chip with the lowest id and goes on to the neighbour with the lower id of
/// its two: with y downwards, clockwise on a healthy mesh.
struct HamiltonianCircuit {
  std::vector<int> chips;
  CircuitMethod method = CircuitMethod::kSnake;

  int size() const { return static_cast<int>(chips.size()); }
  /// The chip `steps` (also negative) after position `position`.
  int chip_after(int position, int steps) const;
  /// The position of a chip, or -1.
  int position_of(int chip) const;
};

/// Whether each live chip is there once and each hop, the last one home as well, is a live link.
bool is_circuit(const Topology& topology, const std::vector<int>& chips);

/// Finds a circuit of at least 4 live chips.
///
/// Healthy meshes get the snake. Damage that is made of aligned 2 x 2 boards is walked round by
/// boards. Everything else goes to an exact search, as far as that is feasible: meshes of any
/// length up to 12 chips wide, with one wrap up to 10 chips round, small tori; a torus is also
/// searched as the meshes inside it. Throws UserError with exit code kUnreachable
///   COLL-001 fewer than 4 live chips,
///   COLL-002 live chips that cannot reach each other,
///   COLL-003 unequal numbers of live chips of the two colours,
///   COLL-004 a chip with fewer than 2 live neighbours,
///   COLL-005 a chip whose loss would cut the pod in two,
///   COLL-006 none exists, by exhaustive search,
///   COLL-007 none was found, but the search was not exhaustive (the message says so).
HamiltonianCircuit find_circuit(const Topology& topology);

}  // namespace podsim

#endif  // PODSIM_SW_COLLECTIVES_HAMILTONIAN_CIRCUIT_H_
