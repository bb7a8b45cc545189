// SPDX-License-Identifier: Apache-2.0
#include "sw/collectives/circuit_reasons.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "firmware/diagnostics/user_error.h"
#include "sw/routing/live_graph.h"

namespace podsim {
namespace {

constexpr int kFewest = 4;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

[[noreturn]] void none(const char* id, const std::string& reason, const std::string& hint = {}) {
  throw UserError(id, "no circuit through the live chips: " + reason, {}, hint,
                  ExitCode::kUnreachable);
}

void check_count(const Topology& topology) {
  const int live = topology.live_count();
  if (live < kFewest) {
    none("COLL-001", fmt::format("{} live chip{}, but a circuit needs at least {}", live,
                                 live == 1 ? "" : "s", kFewest));
  }
}

void check_connected(const Topology& topology) {
  const std::vector<int> lost = topology.unreachable_chips();
  if (lost.empty()) return;
  none("COLL-002", fmt::format("{} of {} live chips cannot be reached from chip {}: {}",
                               lost.size(), topology.live_count(),
                               to_string(topology.coordinate(topology.live_chips().front())),
                               chip_list(topology, lost)));
}

struct Colours {
  int white = 0;
  int black = 0;
};

// Two colours such that every live link joins different ones; nullopt if there are none, which
// takes an odd ring. White is the colour of (0,0).
std::optional<Colours> two_colours(const Topology& topology) {
  const LiveGraph graph(topology);
  const int first = topology.live_chips().front();
  const std::vector<int> hops = graph.hops_from(first);
  const Coordinate start = topology.coordinate(first);
  Colours count;
  for (int chip : topology.live_chips()) {
    ++((hops[at(chip)] + start.x + start.y) % 2 == 0 ? count.white : count.black);
    for (int port = 0; port < kLinkPorts; ++port) {
      const int next = graph.neighbour(chip, port);
      if (next >= 0 && (hops[at(next)] + hops[at(chip)]) % 2 == 0) return std::nullopt;
    }
  }
  return count;
}

void check_colours(const Topology& topology) {
  const std::optional<Colours> colours = two_colours(topology);
  if (!colours || colours->white == colours->black) return;
  const std::string hint =
      topology.chips() % 2 == 0
          ? "on a mesh with an even number of chips one dead chip never leaves a circuit"
          : "";
  none("COLL-003",
       fmt::format("the mesh is two-coloured like a chess board: {} white and {} black live chips; "
                   "a circuit alternates, so it needs as many of each",
                   colours->white, colours->black),
       hint);
}

// A ring of two has two links to the same neighbour; a circuit needs two neighbours.
void check_neighbours(const Topology& topology) {
  for (int chip : topology.live_chips()) {
    std::set<int> neighbours;
    for (int port = 0; port < kLinkPorts; ++port) {
      const auto next = topology.neighbour(chip, port);
      if (next && *next != chip) neighbours.insert(*next);
    }
    if (neighbours.size() >= 2) continue;
    none("COLL-004",
         fmt::format("chip {} has {}, but a circuit comes by one and leaves by another",
                     to_string(topology.coordinate(chip)),
                     neighbours.empty() ? "no live neighbour" : "only one live neighbour"));
  }
}

/// Depth-first numbers and low points (Hopcroft and Tarjan, CACM 16(6), 1973), without recursion.
class CutChips {
 public:
  explicit CutChips(const LiveGraph& graph)
      : graph_(graph), number_(at(graph.chips()), 0), low_(at(graph.chips()), 0) {}

  /// The lowest cut chip of the part that holds `root`; -1 if there is none.
  int find(int root);

 private:
  struct Frame {
    int chip;
    int parent;
    int port = 0;
    int children = 0;
  };
  void enter(int chip, int parent);
  void leave(int root);
  void note(int chip) { cut_ = cut_ < 0 ? chip : std::min(cut_, chip); }

  const LiveGraph& graph_;
  std::vector<int> number_;
  std::vector<int> low_;
  std::vector<Frame> stack_;
  int count_ = 0;
  int cut_ = -1;
};

void CutChips::enter(int chip, int parent) {
  number_[at(chip)] = low_[at(chip)] = ++count_;
  stack_.push_back({chip, parent});
}

// Takes the top frame off. The root is a cut chip if it has two children; another chip, if a child
// reaches nothing above it.
void CutChips::leave(int root) {
  const Frame done = stack_.back();
  stack_.pop_back();
  if (done.chip == root && done.children > 1) note(root);
  if (stack_.empty()) return;
  Frame& above = stack_.back();
  ++above.children;
  low_[at(above.chip)] = std::min(low_[at(above.chip)], low_[at(done.chip)]);
  if (above.chip != root && low_[at(done.chip)] >= number_[at(above.chip)]) note(above.chip);
}

int CutChips::find(int root) {
  enter(root, -1);
  while (!stack_.empty()) {
    Frame& top = stack_.back();
    if (top.port == kLinkPorts) {
      leave(root);
      continue;
    }
    const int next = graph_.neighbour(top.chip, top.port++);
    if (next < 0 || next == top.parent) continue;
    if (number_[at(next)] == 0) {
      enter(next, top.chip);
    } else {
      low_[at(top.chip)] = std::min(low_[at(top.chip)], number_[at(next)]);
    }
  }
  return cut_;
}

void check_cut_chip(const Topology& topology) {
  const int cut = CutChips(LiveGraph(topology)).find(topology.live_chips().front());
  if (cut < 0) return;
  Topology without = topology;
  without.fail_chip(topology.coordinate(cut));
  none("COLL-005",
       fmt::format(
           "chip {} is the only way between two parts of the pod, and a circuit passes each "
           "chip once; beyond it: {}",
           to_string(topology.coordinate(cut)), chip_list(topology, without.unreachable_chips())));
}

}  // namespace

void throw_if_plainly_none(const Topology& topology) {
  check_count(topology);
  check_connected(topology);
  check_colours(topology);
  check_neighbours(topology);
  check_cut_chip(topology);
}

}  // namespace podsim
