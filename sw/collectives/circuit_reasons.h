// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_COLLECTIVES_CIRCUIT_REASONS_H_
#define PODSIM_SW_COLLECTIVES_CIRCUIT_REASONS_H_

#include "systemc/pod/topology.h"

namespace podsim {

/// Throws the most telling of the plain reasons why the live chips have no circuit, COLL-001 to
/// COLL-005 of hamiltonian_circuit.h; returns if none of them applies.
void throw_if_plainly_none(const Topology& topology);

}  // namespace podsim

#endif  // PODSIM_SW_COLLECTIVES_CIRCUIT_REASONS_H_
