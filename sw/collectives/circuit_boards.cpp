// SPDX-License-Identifier: Apache-2.0
#include "sw/collectives/circuit_boards.h"

#include <algorithm>
#include <array>
#include <optional>

namespace podsim {
namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

/// The circuit under construction: the two neighbours of each chip on it.
class BoardCircuit {
 public:
  explicit BoardCircuit(const Topology& topology)
      : topology_(topology), sides_(at(topology.chips()), {-1, -1}) {}

  /// False if the four chips of the board are not all alive and linked.
  bool add_board(Coordinate corner);
  /// Joins the board with its neighbour across `port`, if both pairs of links allow it.
  bool join(Coordinate corner, int port);
  std::vector<int> walk(int start) const;

 private:
  void replace(int chip, int old_side, int new_side);

  const Topology& topology_;
  std::vector<std::array<int, 2>> sides_;
};

bool BoardCircuit::add_board(Coordinate corner) {
  const std::array<int, 4> chips = {
      topology_.chip_at(corner), topology_.chip_at({corner.x + 1, corner.y}),
      topology_.chip_at({corner.x + 1, corner.y + 1}), topology_.chip_at({corner.x, corner.y + 1})};
  constexpr std::array<int, 4> kPorts = {kEast, kSouth, kWest, kNorth};
  for (std::size_t i = 0; i < 4; ++i) {
    if (topology_.neighbour(chips[i], kPorts[i]) != chips[(i + 1) % 4]) return false;
    sides_[at(chips[i])] = {chips[(i + 3) % 4], chips[(i + 1) % 4]};
  }
  return true;
}

void BoardCircuit::replace(int chip, int old_side, int new_side) {
  for (int& side : sides_[at(chip)]) {
    if (side != old_side) continue;
    side = new_side;
    return;
  }
}

bool BoardCircuit::join(Coordinate corner, int port) {
  const bool across_x = port == kEast;
  const int a = topology_.chip_at({corner.x + (across_x ? 1 : 0), corner.y + (across_x ? 0 : 1)});
  const int b = topology_.chip_at({corner.x + 1, corner.y + 1});
  const std::optional<int> c = topology_.neighbour(a, port);
  const std::optional<int> d = topology_.neighbour(b, port);
  if (!c || !d) return false;
  replace(a, b, *c);
  replace(b, a, *d);
  replace(*c, *d, a);
  replace(*d, *c, b);
  return true;
}

// Two sides may be the same chip only on rings of two, which boards never join.
std::vector<int> BoardCircuit::walk(int start) const {
  std::vector<int> chips = {start};
  int previous = start;
  int chip = sides_[at(start)][1];
  while (chip != start && chip >= 0 && chips.size() <= sides_.size()) {
    chips.push_back(chip);
    const std::array<int, 2>& sides = sides_[at(chip)];
    const int next = sides[0] == previous ? sides[1] : sides[0];
    previous = chip;
    chip = next;
  }
  return chips;
}

/// Union-find over board numbers.
class Parts {
 public:
  explicit Parts(int count) : parent_(at(count)) {
    for (int i = 0; i < count; ++i) parent_[at(i)] = i;
  }
  int find(int i) {
    while (parent_[at(i)] != i) i = parent_[at(i)] = parent_[at(parent_[at(i)])];
    return i;
  }
  void merge(int a, int b) { parent_[at(find(a))] = find(b); }

 private:
  std::vector<int> parent_;
};

/// Boards of the pod by column and row, and what is alive of them.
struct Boards {
  explicit Boards(const Topology& topology)
      : columns(topology.width() / 2), rows(topology.height() / 2) {}
  int number(int column, int row) const { return row * columns + column; }
  static Coordinate corner(int column, int row) { return {2 * column, 2 * row}; }
  int columns;
  int rows;
  std::vector<bool> live;
};

int live_chips_of_board(const Topology& topology, Coordinate corner) {
  int live = 0;
  for (int i = 0; i < 4; ++i) {
    live += topology.alive(topology.chip_at({corner.x + i % 2, corner.y + i / 2})) ? 1 : 0;
  }
  return live;
}

// False if a board is neither whole nor dead.
bool add_boards(const Topology& topology, Boards& boards, BoardCircuit& circuit) {
  for (int row = 0; row < boards.rows; ++row) {
    for (int column = 0; column < boards.columns; ++column) {
      const Coordinate corner = Boards::corner(column, row);
      const int live = live_chips_of_board(topology, corner);
      boards.live.push_back(live > 0);
      if (live > 0 && !circuit.add_board(corner)) return false;
    }
  }
  return true;
}

// Row by row, eastward joins before southward ones: long runs along X.
void join_boards(const Boards& boards, const MeshShape& shape, BoardCircuit& circuit) {
  Parts parts(boards.columns * boards.rows);
  for (int port : {kEast, kSouth}) {
    for (int row = 0; row < boards.rows; ++row) {
      for (int column = 0; column < boards.columns; ++column) {
        int next_column = column + (port == kEast ? 1 : 0);
        int next_row = row + (port == kSouth ? 1 : 0);
        if (shape.wrap_x) next_column %= boards.columns;
        if (shape.wrap_y) next_row %= boards.rows;
        if (next_column == boards.columns || next_row == boards.rows) continue;
        const int a = boards.number(column, row);
        const int b = boards.number(next_column, next_row);
        if (!boards.live[at(a)] || !boards.live[at(b)] || parts.find(a) == parts.find(b)) continue;
        if (circuit.join(Boards::corner(column, row), port)) parts.merge(a, b);
      }
    }
  }
}

}  // namespace

std::vector<int> circuit_of_boards(const Topology& topology) {
  if (topology.width() % 2 != 0 || topology.height() % 2 != 0) return {};
  BoardCircuit circuit(topology);
  Boards boards(topology);
  if (!add_boards(topology, boards, circuit)) return {};
  join_boards(boards, topology.shape(), circuit);
  const std::vector<int> live = topology.live_chips();
  if (live.empty()) return {};
  std::vector<int> chips = circuit.walk(live.front());
  if (chips.size() != live.size()) chips.clear();
  return chips;
}

}  // namespace podsim
