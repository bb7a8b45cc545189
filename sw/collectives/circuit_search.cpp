// SPDX-License-Identifier: Apache-2.0
#include "sw/collectives/circuit_search.h"

#include <algorithm>

#include "sw/collectives/frontier_program.h"

namespace podsim {
namespace {

constexpr std::size_t kMostStates = 300'000;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

/// Which way the chips are taken, and which wraps count.
struct Sweep {
  bool by_rows = true;  // a row at a time
  int first_x = 0;      // where the torus is cut open
  int first_y = 0;
  bool use_wrap_x = true;
  bool use_wrap_y = true;
};

std::vector<int> chips_in_order(const Topology& topology, const Sweep& sweep) {
  std::vector<int> order;
  const int outer = sweep.by_rows ? topology.height() : topology.width();
  const int inner = sweep.by_rows ? topology.width() : topology.height();
  for (int i = 0; i < outer; ++i) {
    for (int j = 0; j < inner; ++j) {
      const Coordinate place{((sweep.by_rows ? j : i) + sweep.first_x) % topology.width(),
                             ((sweep.by_rows ? i : j) + sweep.first_y) % topology.height()};
      const int chip = topology.chip_at(place);
      if (topology.alive(chip)) order.push_back(chip);
    }
  }
  return order;
}

// Whether the hop goes over the seam where the sweep cuts a wrapped dimension open.
bool over_seam(const Topology& topology, const Sweep& sweep, int from, int port) {
  const Coordinate place = topology.coordinate(from);
  const int x = (place.x - sweep.first_x + topology.width()) % topology.width();
  const int y = (place.y - sweep.first_y + topology.height()) % topology.height();
  const bool cut_x = (port == kEast && x == topology.width() - 1) || (port == kWest && x == 0);
  const bool cut_y = (port == kSouth && y == topology.height() - 1) || (port == kNorth && y == 0);
  return (cut_x && !sweep.use_wrap_x) || (cut_y && !sweep.use_wrap_y);
}

std::vector<std::vector<int>> neighbours_in_order(const Topology& topology, const Sweep& sweep,
                                                  const std::vector<int>& order) {
  std::vector<int> rank(at(topology.chips()), -1);
  for (std::size_t i = 0; i < order.size(); ++i) rank[at(order[i])] = static_cast<int>(i);
  std::vector<std::vector<int>> neighbours(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (int port = 0; port < kLinkPorts; ++port) {
      const auto next = topology.neighbour(order[i], port);
      if (!next || *next == order[i] || over_seam(topology, sweep, order[i], port)) continue;
      std::vector<int>& list = neighbours[i];
      const int next_rank = rank[at(*next)];
      if (std::find(list.begin(), list.end(), next_rank) == list.end()) list.push_back(next_rank);
    }
  }
  return neighbours;
}

CircuitSearchResult run_sweep(const Topology& topology, const Sweep& sweep) {
  const std::vector<int> order = chips_in_order(topology, sweep);
  FrontierProgram program(neighbours_in_order(topology, sweep, order));
  CircuitSearchResult result;
  const FrontierProgram::Verdict verdict = program.run(kMostStates);
  result.exhaustive = verdict != FrontierProgram::Verdict::kGaveUp;
  if (verdict != FrontierProgram::Verdict::kFound) return result;
  std::vector<int> chips;
  for (int rank : program.circuit()) chips.push_back(order[at(rank)]);
  result.circuit = std::move(chips);
  return result;
}

// Cuts the wrapped dimensions open at every place: meshes are quick to search, and most circuits
// of a torus live in one of them.
CircuitSearchResult search_meshes_inside(const Topology& topology, bool by_rows) {
  const MeshShape& shape = topology.shape();
  Sweep sweep{by_rows, 0, 0, false, false};
  CircuitSearchResult result;
  for (sweep.first_y = 0; sweep.first_y < (shape.wrap_y ? topology.height() : 1); ++sweep.first_y) {
    for (sweep.first_x = 0; sweep.first_x < (shape.wrap_x ? topology.width() : 1);
         ++sweep.first_x) {
      result = run_sweep(topology, sweep);
      if (result.circuit || !result.exhaustive) return result;
    }
  }
  return result;
}

}  // namespace

CircuitSearchResult search_circuit(const Topology& topology) {
  const MeshShape& shape = topology.shape();
  const bool wraps = shape.wrap_x || shape.wrap_y;
  const bool by_rows = topology.width() <= topology.height();
  CircuitSearchResult result = search_meshes_inside(topology, by_rows);
  if (result.circuit || !wraps) return result;
  // A wrap along a row keeps one chip of that row in the frontier, one along the sweep a whole row.
  const bool one_wrap = shape.wrap_x != shape.wrap_y;
  const Sweep sweep{one_wrap ? shape.wrap_x : by_rows};
  result = run_sweep(topology, sweep);
  if (result.circuit || result.exhaustive) return result;
  return run_sweep(topology, Sweep{!sweep.by_rows});
}

}  // namespace podsim
