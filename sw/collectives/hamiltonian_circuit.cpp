// SPDX-License-Identifier: Apache-2.0
#include "sw/collectives/hamiltonian_circuit.h"

#include <fmt/format.h>

#include <algorithm>

#include "firmware/diagnostics/user_error.h"
#include "sw/collectives/circuit_boards.h"
#include "sw/collectives/circuit_reasons.h"
#include "sw/collectives/circuit_regular.h"
#include "sw/collectives/circuit_search.h"

namespace podsim {
namespace {

// Turns and reverses the circuit so that equal circuits are equal lists.
HamiltonianCircuit normal_form(std::vector<int> chips, CircuitMethod method) {
  std::rotate(chips.begin(), std::min_element(chips.begin(), chips.end()), chips.end());
  if (chips[1] > chips.back()) std::reverse(chips.begin() + 1, chips.end());
  return {std::move(chips), method};
}

[[noreturn]] void throw_none(const Topology& topology, bool exhaustive) {
  const int live = topology.live_count();
  if (exhaustive) {
    throw UserError("COLL-006",
                    fmt::format("no circuit: exhaustive search over {} chips found none", live), {},
                    {}, ExitCode::kUnreachable);
  }
  throw UserError("COLL-007",
                  fmt::format("no circuit was found over {} chips; the pod is too large for an "
                              "exhaustive search, so one may exist",
                              live),
                  {}, "damage made of aligned 2 x 2 boards always leaves a circuit",
                  ExitCode::kUnreachable);
}

}  // namespace

const char* to_string(CircuitMethod method) {
  switch (method) {
    case CircuitMethod::kSnake:
      return "snake";
    case CircuitMethod::kBoards:
      return "boards";
    case CircuitMethod::kSearch:
      return "search";
  }
  throw InternalError("unknown method of a circuit");
}

int HamiltonianCircuit::chip_after(int position, int steps) const {
  const int n = size();
  return chips[static_cast<std::size_t>(((position + steps) % n + n) % n)];
}

int HamiltonianCircuit::position_of(int chip) const {
  const auto found = std::find(chips.begin(), chips.end(), chip);
  return found == chips.end() ? -1 : static_cast<int>(found - chips.begin());
}

bool is_circuit(const Topology& topology, const std::vector<int>& chips) {
  std::vector<int> sorted = chips;
  std::sort(sorted.begin(), sorted.end());
  if (chips.size() < 3 || sorted != topology.live_chips()) return false;
  for (std::size_t i = 0; i < chips.size(); ++i) {
    if (!topology.port_towards(chips[i], chips[(i + 1) % chips.size()])) return false;
  }
  return true;
}

HamiltonianCircuit find_circuit(const Topology& topology) {
  throw_if_plainly_none(topology);
  for (const std::vector<int>& snake : regular_circuits(topology)) {
    if (is_circuit(topology, snake)) return normal_form(snake, CircuitMethod::kSnake);
  }
  const std::vector<int> boards = circuit_of_boards(topology);
  if (is_circuit(topology, boards)) return normal_form(boards, CircuitMethod::kBoards);
  const CircuitSearchResult result = search_circuit(topology);
  if (!result.circuit) throw_none(topology, result.exhaustive);
  if (!is_circuit(topology, *result.circuit)) {
    throw InternalError("the circuit search found something that is no circuit");
  }
  return normal_form(*result.circuit, CircuitMethod::kSearch);
}

}  // namespace podsim
