// SPDX-License-Identifier: Apache-2.0
#include "systemc/pod/topology.h"

#include <fmt/format.h>

#include <algorithm>
#include <queue>

#include "firmware/diagnostics/user_error.h"

namespace podsim {
namespace {

constexpr int kMaxSide = 128;
constexpr int kMaxChips = 4096;

}  // namespace

std::string port_name(int port) {
  constexpr std::array<const char*, kLinkPorts> kNames = {"N", "E", "S", "W"};
  if (port < kLinkPorts) return kNames[static_cast<std::size_t>(port)];
  return fmt::format("lane {}", port - kLane0);
}

std::string to_string(const Coordinate& at) { return fmt::format("({},{})", at.x, at.y); }

void MeshShape::visit(FieldVisitor& visitor) {
  visitor.integer({"width", Unit::kNone, 1, kMaxSide, "Chips along X."}, width);
  visitor.integer({"height", Unit::kNone, 1, kMaxSide, "Chips along Y."}, height);
  visitor.boolean({"wrap_x", Unit::kNone, 0, 1, "Links join the east edge to the west edge."},
                  wrap_x);
  visitor.boolean({"wrap_y", Unit::kNone, 0, 1, "Links join the south edge to the north edge."},
                  wrap_y);
}

Topology::Topology(const MeshShape& shape) : shape_(shape) {
  const bool sides_fit =
      shape.width >= 1 && shape.width <= kMaxSide && shape.height >= 1 && shape.height <= kMaxSide;
  if (!sides_fit || shape.width * shape.height > kMaxChips) {
    throw UserError(
        "POD-001",
        fmt::format("a pod of {} x {} chips is not supported", shape.width, shape.height), {},
        fmt::format("each side 1 to {}, at most {} chips", kMaxSide, kMaxChips));
  }
  alive_.assign(static_cast<std::size_t>(chips()), true);
  link_alive_.assign(static_cast<std::size_t>(chips()), {true, true, true, true});
}

bool Topology::contains(Coordinate at) const {
  return at.x >= 0 && at.x < width() && at.y >= 0 && at.y < height();
}

void Topology::fail_chip(Coordinate at) {
  if (!contains(at)) {
    throw UserError("POD-002", fmt::format("failed chip {} is outside the pod", to_string(at)), {},
                    fmt::format("x 0 to {}, y 0 to {}", width() - 1, height() - 1));
  }
  alive_[static_cast<std::size_t>(chip_at(at))] = false;
}

void Topology::fail_block(Coordinate at, int block_width, int block_height) {
  for (int y = 0; y < block_height; ++y) {
    for (int x = 0; x < block_width; ++x) fail_chip({at.x + x, at.y + y});
  }
}

void Topology::fail_link(Coordinate at, int port) {
  const std::optional<int> other = contains(at) ? wired(chip_at(at), port) : std::optional<int>{};
  if (!other) {
    throw UserError("POD-003",
                    fmt::format("there is no link {} of chip {}", port_name(port), to_string(at)));
  }
  link_alive_[static_cast<std::size_t>(chip_at(at))][static_cast<std::size_t>(port)] = false;
  link_alive_[static_cast<std::size_t>(*other)][static_cast<std::size_t>(opposite(port))] = false;
}

std::vector<int> Topology::live_chips() const {
  std::vector<int> live;
  for (int chip = 0; chip < chips(); ++chip) {
    if (alive(chip)) live.push_back(chip);
  }
  return live;
}

int Topology::live_count() const {
  return static_cast<int>(std::count(alive_.begin(), alive_.end(), true));
}

std::optional<int> Topology::wired(int chip, int port) const {
  constexpr std::array<int, kLinkPorts> kDx = {0, 1, 0, -1};
  constexpr std::array<int, kLinkPorts> kDy = {-1, 0, 1, 0};
  Coordinate at = coordinate(chip);
  at.x += kDx[static_cast<std::size_t>(port)];
  at.y += kDy[static_cast<std::size_t>(port)];
  if (shape_.wrap_x && width() > 1) at.x = (at.x + width()) % width();
  if (shape_.wrap_y && height() > 1) at.y = (at.y + height()) % height();
  if (!contains(at)) return std::nullopt;
  return chip_at(at);
}

std::optional<int> Topology::neighbour(int chip, int port) const {
  const std::optional<int> other = wired(chip, port);
  const bool live = other && alive(chip) && alive(*other) &&
                    link_alive_[static_cast<std::size_t>(chip)][static_cast<std::size_t>(port)];
  return live ? other : std::nullopt;
}

int Topology::degree(int chip) const {
  int degree = 0;
  for (int port = 0; port < kLinkPorts; ++port) degree += neighbour(chip, port) ? 1 : 0;
  return degree;
}

std::optional<int> Topology::port_towards(int from, int to) const {
  for (int port = 0; port < kLinkPorts; ++port) {
    if (neighbour(from, port) == to) return port;
  }
  return std::nullopt;
}

std::vector<int> Topology::unreachable_chips() const {
  const std::vector<int> live = live_chips();
  if (live.empty()) return {};
  std::vector<bool> seen(static_cast<std::size_t>(chips()), false);
  std::queue<int> frontier;
  frontier.push(live.front());
  seen[static_cast<std::size_t>(live.front())] = true;
  while (!frontier.empty()) {
    const int chip = frontier.front();
    frontier.pop();
    for (int port = 0; port < kLinkPorts; ++port) {
      const std::optional<int> other = neighbour(chip, port);
      if (!other || seen[static_cast<std::size_t>(*other)]) continue;
      seen[static_cast<std::size_t>(*other)] = true;
      frontier.push(*other);
    }
  }
  std::vector<int> unreachable;
  for (int chip : live) {
    if (!seen[static_cast<std::size_t>(chip)]) unreachable.push_back(chip);
  }
  return unreachable;
}

}  // namespace podsim
