// SPDX-License-Identifier: Apache-2.0
#include "sw/routing/draw_mesh.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "firmware/diagnostics/user_error.h"

namespace podsim {
namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

/// Draws chips and links; arrows and brackets are set first.
class MeshDrawing {
 public:
  explicit MeshDrawing(const Topology& topology)
      : topology_(topology),
        arrows_(at(topology.chips()), {false, false, false, false}),
        bracketed_(at(topology.chips()), false),
        digits_(std::max<std::size_t>(2, std::to_string(topology.chips() - 1).size())) {}

  void arrow(int chip, int port) { arrows_[at(chip)][at(port)] = true; }
  void bracket(int chip) { bracketed_[at(chip)] = true; }
  std::string text() const;

 private:
  std::string horizontal(int chip, int port, const char* missing) const;
  std::string vertical(int chip, int port, const char* missing) const;
  std::string pick(int chip, int port, const std::array<const char*, 5>& symbols,
                   const char* missing) const;
  std::string chip_text(int chip) const;
  std::string header() const;
  std::string chip_row(int y) const;
  std::string link_row(int y, int port) const;

  const Topology& topology_;
  std::vector<std::array<bool, kLinkPorts>> arrows_;
  std::vector<bool> bracketed_;
  std::size_t digits_;
};

// symbols: plain, out of the chip, into the chip, both, failed.
std::string MeshDrawing::pick(int chip, int port, const std::array<const char*, 5>& symbols,
                              const char* missing) const {
  const auto other = topology_.wired(chip, port);
  if (!other || !topology_.alive(chip) || !topology_.alive(*other)) return missing;
  if (!topology_.neighbour(chip, port)) return symbols[4];
  const bool out = arrows_[at(chip)][at(port)];
  const bool in = arrows_[at(*other)][at(opposite(port))];
  if (out && in) return symbols[3];
  if (out) return symbols[1];
  return in ? symbols[2] : symbols[0];
}

std::string MeshDrawing::horizontal(int chip, int port, const char* missing) const {
  const bool wrap = port == kWest || topology_.coordinate(chip).x == topology_.width() - 1;
  if (wrap && port == kWest) return pick(chip, port, {"~", "<", ">", "*", "x"}, missing);
  if (wrap) return pick(chip, port, {"~", ">", "<", "*", "x"}, missing);
  return pick(chip, port, {"---", ">>>", "<<<", "<->", " x "}, missing);
}

std::string MeshDrawing::vertical(int chip, int port, const char* missing) const {
  const bool wrap = port == kNorth || topology_.coordinate(chip).y == topology_.height() - 1;
  const char* plain = wrap ? "~" : "|";
  if (port == kNorth) return pick(chip, port, {plain, "^", "v", "*", "x"}, missing);
  return pick(chip, port, {plain, "v", "^", "*", "x"}, missing);
}

std::string MeshDrawing::chip_text(int chip) const {
  const std::string name = topology_.alive(chip) ? std::to_string(chip) : "XX";
  const bool marked = bracketed_[at(chip)];
  return fmt::format("{}{:>{}}{}", marked ? '[' : ' ', name, digits_, marked ? ']' : ' ');
}

std::string MeshDrawing::header() const {
  std::string line = "      x ";
  for (int x = 0; x < topology_.width(); ++x) line += fmt::format("{:>{}}    ", x, digits_ + 1);
  return line;
}

std::string MeshDrawing::chip_row(int y) const {
  const int first = topology_.chip_at({0, y});
  std::string line = fmt::format("y {:>3}  ", y) + horizontal(first, kWest, " ");
  for (int x = 0; x < topology_.width(); ++x) {
    const int chip = topology_.chip_at({x, y});
    line += chip_text(chip) + horizontal(chip, kEast, "   ");
  }
  return line;
}

std::string MeshDrawing::link_row(int y, int port) const {
  std::string line(8, ' ');
  for (int x = 0; x < topology_.width(); ++x) {
    const std::string link = vertical(topology_.chip_at({x, y}), port, " ");
    line += std::string(digits_, ' ') + link + "    ";
  }
  return line;
}

std::string MeshDrawing::text() const {
  std::vector<std::string> lines = {header()};
  const int last = topology_.height() - 1;
  if (topology_.shape().wrap_y && last > 0) lines.push_back(link_row(0, kNorth));
  for (int y = 0; y <= last; ++y) {
    lines.push_back(chip_row(y));
    if (y < last || (topology_.shape().wrap_y && last > 0)) lines.push_back(link_row(y, kSouth));
  }
  std::string text;
  for (std::string& line : lines) {
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

char destination_symbol(const RouteEntry& entry) {
  if (!entry.valid) return '.';
  if (entry.local) return '*';
  return entry.output < kLinkPorts ? port_name(entry.output).front() : '?';
}

std::string table_map(const RoutingTables& tables, const Topology& topology, int chip, int input) {
  std::string text;
  for (int y = 0; y < topology.height(); ++y) {
    text += "   ";
    for (int x = 0; x < topology.width(); ++x) {
      const int destination = topology.chip_at({x, y});
      text += ' ';
      text += topology.alive(destination)
                  ? destination_symbol(tables.entry(chip, input, destination))
                  : 'X';
    }
    text += '\n';
  }
  return text;
}

bool has_entry(const RoutingTables& tables, int chip, int input) {
  for (int destination = 0; destination < tables.chips(); ++destination) {
    if (tables.entry(chip, input, destination).valid) return true;
  }
  return false;
}

}  // namespace

std::string draw_mesh_text(const Topology& topology) { return MeshDrawing(topology).text(); }

std::string draw_mesh_text(const Topology& topology, const Route& route) {
  MeshDrawing drawing(topology);
  drawing.bracket(route.source);
  drawing.bracket(route.destination);
  for (std::size_t i = 0; i + 1 < route.routers.size(); ++i) {
    drawing.arrow(route.routers[i].chip, route.routers[i].entry.output);
  }
  return drawing.text();
}

std::string draw_mesh_text(const Topology& topology, const std::vector<int>& circuit) {
  MeshDrawing drawing(topology);
  if (!circuit.empty()) drawing.bracket(circuit.front());
  for (std::size_t i = 0; i < circuit.size(); ++i) {
    const int next = circuit[(i + 1) % circuit.size()];
    const auto port = topology.port_towards(circuit[i], next);
    if (!port) throw InternalError("a drawn circuit hops between chips that are not neighbours");
    drawing.arrow(circuit[i], *port);
  }
  return drawing.text();
}

std::string draw_mesh_text(const Topology& topology, const std::vector<Channel>& channels) {
  MeshDrawing drawing(topology);
  for (const Channel& channel : channels) drawing.arrow(channel.chip, channel.port);
  return drawing.text();
}

std::string table_text(const RoutingTables& tables, const Topology& topology, int chip) {
  std::string text = fmt::format("chip {} {}\n", chip, to_string(topology.coordinate(chip)));
  std::vector<std::string> names;
  std::vector<std::string> maps;
  for (int input = 0; input < kPorts; ++input) {
    if (!has_entry(tables, chip, input)) continue;
    const std::string map = table_map(tables, topology, chip, input);
    const auto same = std::find(maps.begin(), maps.end(), map);
    if (same == maps.end()) {
      maps.push_back(map);
      names.push_back(port_name(input));
    } else {
      names[static_cast<std::size_t>(same - maps.begin())] += ", " + port_name(input);
    }
  }
  for (std::size_t i = 0; i < maps.size(); ++i)
    text += fmt::format("  from {}\n", names[i]) + maps[i];
  return text;
}

}  // namespace podsim
