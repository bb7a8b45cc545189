// SPDX-License-Identifier: Apache-2.0
#include "sw/plans/mesh_rings.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "firmware/diagnostics/user_error.h"
#include "sw/collectives/hamiltonian_circuit.h"

namespace podsim::plans {
namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

[[noreturn]] void refuse(const char* id, const std::string& what, const std::string& hint) {
  throw UserError(id, what, {}, hint, ExitCode::kUnreachable);
}

void require_healthy(const Topology& topology, const char* algorithm) {
  for (int chip = 0; chip < topology.chips(); ++chip) {
    if (topology.alive(chip)) continue;
    refuse("COLL-050",
           fmt::format("{} needs every chip, and chip {} has failed", algorithm,
                       to_string(topology.coordinate(chip))),
           "an all-reduce by ring, 2d-holes or trees works around failed chips");
  }
  const Topology healthy(topology.shape());
  for (int chip = 0; chip < topology.chips(); ++chip) {
    for (int port = 0; port < kLinkPorts; ++port) {
      if (healthy.neighbour(chip, port) == topology.neighbour(chip, port)) continue;
      refuse("COLL-050",
             fmt::format("{} needs every link, and link {} of chip {} has failed", algorithm,
                         port_name(port), to_string(topology.coordinate(chip))),
             "an all-reduce by ring or trees works around failed links");
    }
  }
}

void require_multiple(int side, int of, const char* what) {
  if (side % of == 0) return;
  refuse("COLL-051", fmt::format("{} chips along {}, not a multiple of {}", side, what, of),
         "2d takes any sides without a block");
}

/// Positions start, start + step, ... along one dimension in the order of a ring.
std::vector<int> positions(int side, int step, int start, bool wrap) {
  const int length = side / step;
  std::vector<int> order(at(length));
  for (int i = 0; i < length; ++i) order[at(i)] = i;
  if (!wrap) order = line_order(length);
  for (int& position : order) position = start + position * step;
  return order;
}

RingStage along_x(const Topology& topology, const ModelBlock& block) {
  RingStage stage{"X", {}};
  for (int y = 0; y < topology.height(); ++y) {
    for (int offset = 0; offset < block.width; ++offset) {
      std::vector<int> ring;
      for (int x : positions(topology.width(), block.width, offset, topology.shape().wrap_x)) {
        ring.push_back(topology.chip_at({x, y}));
      }
      stage.rings.push_back(std::move(ring));
    }
  }
  return stage;
}

RingStage along_y(const Topology& topology, const ModelBlock& block) {
  RingStage stage{"Y", {}};
  for (int x = 0; x < topology.width(); ++x) {
    for (int offset = 0; offset < block.height; ++offset) {
      std::vector<int> ring;
      for (int y : positions(topology.height(), block.height, offset, topology.shape().wrap_y)) {
        ring.push_back(topology.chip_at({x, y}));
      }
      stage.rings.push_back(std::move(ring));
    }
  }
  return stage;
}

std::vector<std::vector<int>> groups_of(const Topology& topology, const ModelBlock& block) {
  std::vector<std::vector<int>> groups(at(block.width * block.height));
  for (int chip = 0; chip < topology.chips(); ++chip) {
    const Coordinate place = topology.coordinate(chip);
    groups[at(place.y % block.height * block.width + place.x % block.width)].push_back(chip);
  }
  return groups;
}

/// A circuit through a block with an even number of rows: out along the rows without their first
/// chip, home along the first column.
std::vector<int> ring_through(const Topology& topology, Coordinate corner,
                              const ModelBlock& block) {
  std::vector<int> ring;
  const auto take = [&](int x, int y) {
    ring.push_back(topology.chip_at({corner.x + x, corner.y + y}));
  };
  for (int y = 0; y < block.height; ++y) {
    for (int i = 1; i < block.width; ++i) take(y % 2 == 0 ? i : block.width - i, y);
  }
  for (int y = block.height - 1; y >= 0; --y) take(0, y);
  return ring;
}

/// Whether each hop is a live link.
bool is_closed(const Topology& topology, const std::vector<int>& ring) {
  for (std::size_t i = 0; i < ring.size(); ++i) {
    if (!topology.alive(ring[i])) return false;
    if (!topology.port_towards(ring[i], ring[(i + 1) % ring.size()])) return false;
  }
  return true;
}

/// Rings of one member have nothing to do.
void drop_empty_stages(StagedRings& rings) {
  const auto is_short = [](const RingStage& stage) { return stage.rings.front().size() == 1; };
  for (std::vector<RingStage>& stages : rings.colours) {
    stages.erase(std::remove_if(stages.begin(), stages.end(), is_short), stages.end());
  }
}

}  // namespace

std::vector<int> line_order(int length) {
  std::vector<int> order;
  for (int i = 0; i < length; i += 2) order.push_back(i);
  for (int i = length - 1 - length % 2; i > 0; i -= 2) order.push_back(i);
  return order;
}

StagedRings one_ring(const Topology& topology) {
  StagedRings rings;
  rings.name = "ring";
  std::vector<int> circuit = find_circuit(topology).chips;
  rings.groups = {circuit};
  for (auto& stages : rings.colours) stages = {{"ring", {circuit}}};
  return rings;
}

StagedRings one_line(const Topology& topology) {
  require_healthy(topology, "line");
  std::vector<int> snake;
  for (int y = 0; y < topology.height(); ++y) {
    for (int i = 0; i < topology.width(); ++i) {
      snake.push_back(topology.chip_at({y % 2 == 0 ? i : topology.width() - 1 - i, y}));
    }
  }
  std::vector<int> line;
  for (int position : line_order(topology.chips())) line.push_back(snake[at(position)]);
  StagedRings rings;
  rings.name = "line";
  rings.groups = {line};
  for (auto& stages : rings.colours) stages = {{"line", {line}}};
  drop_empty_stages(rings);
  return rings;
}

StagedRings row_pair_rings(const Topology& topology) {
  require_healthy(topology, "row-pair");
  if (topology.height() % 2 != 0 || topology.width() < 2) {
    refuse("COLL-051",
           fmt::format("row-pair needs an even number of rows and 2 columns; the pod is {} x {}",
                       topology.width(), topology.height()),
           "2d takes any sides");
  }
  const int width = topology.width();
  RingStage pairs{"row pairs", {}};
  for (int y = 0; y < topology.height(); y += 2) {
    std::vector<int> ring;
    for (int x = 0; x < width; ++x) ring.push_back(topology.chip_at({x, y}));
    for (int x = width - 1; x >= 0; --x) ring.push_back(topology.chip_at({x, y + 1}));
    pairs.rings.push_back(std::move(ring));
  }
  RingStage columns = along_y(topology, {1, 2});
  columns.name = "columns";
  StagedRings rings;
  rings.name = "row-pair";
  rings.groups = groups_of(topology, {});
  for (auto& stages : rings.colours) stages = {pairs, columns};
  drop_empty_stages(rings);
  return rings;
}

StagedRings batch_norm_groups(const Topology& topology, int cores) {
  static const std::map<int, ModelBlock> kBlocks = {
      {8, {2, 2}}, {16, {4, 2}}, {32, {4, 4}}, {64, {8, 4}}};
  const auto found = kBlocks.find(cores);
  if (found == kBlocks.end()) {
    throw UserError("COLL-054", fmt::format("a batch-norm group of {} cores", cores), {},
                    "8, 16, 32 or 64");
  }
  const ModelBlock block = found->second;
  StagedRings rings;
  rings.name = "ring a group";
  for (int y = 0; y + block.height <= topology.height(); y += block.height) {
    for (int x = 0; x + block.width <= topology.width(); x += block.width) {
      std::vector<int> ring = ring_through(topology, {x, y}, block);
      if (!is_closed(topology, ring)) continue;
      rings.groups.push_back(std::move(ring));
    }
  }
  if (rings.groups.empty()) {
    refuse("COLL-054",
           fmt::format("no whole block of {} x {} chips on this pod", block.width, block.height),
           "smaller groups");
  }
  for (auto& stages : rings.colours) stages = {{"group", rings.groups}};
  return rings;
}

StagedRings two_dimensions(const Topology& topology, const TwoDimensions& choice) {
  require_healthy(topology, "2d");
  require_multiple(topology.width(), choice.block.width, "X");
  require_multiple(topology.height(), choice.block.height, "Y");
  const RingStage x = along_x(topology, choice.block);
  const RingStage y = along_y(topology, choice.block);
  StagedRings rings;
  rings.name = choice.two_colours ? "2d-two-colour" : choice.y_first ? "2d-y-first" : "2d";
  rings.groups = groups_of(topology, choice.block);
  const std::vector<RingStage> x_first = {x, y};
  const std::vector<RingStage> y_first = {y, x};
  rings.colours[0] = choice.y_first && !choice.two_colours ? y_first : x_first;
  rings.colours[1] = choice.y_first || choice.two_colours ? y_first : x_first;
  drop_empty_stages(rings);
  return rings;
}

}  // namespace podsim::plans
