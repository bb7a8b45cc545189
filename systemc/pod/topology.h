// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_POD_TOPOLOGY_H_
#define PODSIM_SYSTEMC_POD_TOPOLOGY_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "systemc/base/parameters.h"

namespace podsim {

/// Ports of a router. Links first, then the local lanes.
enum Port : int { kNorth = 0, kEast = 1, kSouth = 2, kWest = 3, kLane0 = 4 };
inline constexpr int kLinkPorts = 4;
inline constexpr int kLocalLanes = 4;
inline constexpr int kPorts = kLinkPorts + kLocalLanes;

/// North is y - 1, South y + 1, East x + 1, West x - 1.
inline int opposite(int link_port) { return (link_port + 2) % kLinkPorts; }
/// "N", "E", "S", "W", "lane 0", ...
std::string port_name(int port);

/// Position of a chip: x counts columns from the west, y rows from the north.
struct Coordinate {
  int x = 0;
  int y = 0;
  bool operator==(const Coordinate& o) const { return x == o.x && y == o.y; }
  bool operator!=(const Coordinate& o) const { return !(*this == o); }
};
/// "(x,y)"
std::string to_string(const Coordinate& at);

/// Size and wraps of a pod.
struct MeshShape {
  std::int64_t width = 4;   ///< chips along X
  std::int64_t height = 4;  ///< chips along Y
  bool wrap_x = false;
  bool wrap_y = false;

  int chips() const { return static_cast<int>(width * height); }
  void visit(FieldVisitor& visitor);
};

/// The live graph of a pod: its shape less the chips and links that have failed.
///
/// A chip's id is y * width + x, dead or alive; it is the node number in packets as well. The
/// router of a dead chip is dead too. Links are undirected here.
class Topology {
 public:
  /// Throws UserError POD-001 for a size outside 1..128 x 1..128 or above 4096 chips.
  explicit Topology(const MeshShape& shape);

  const MeshShape& shape() const { return shape_; }
  int width() const { return static_cast<int>(shape_.width); }
  int height() const { return static_cast<int>(shape_.height); }
  int chips() const { return shape_.chips(); }

  int chip_at(Coordinate at) const { return at.y * width() + at.x; }
  Coordinate coordinate(int chip) const { return {chip % width(), chip / width()}; }
  bool contains(Coordinate at) const;

  /// Throw UserError POD-002 for a place outside the pod, POD-003 for a link that does not exist.
  void fail_chip(Coordinate at);
  /// Fails a rectangle of chips whose north-west corner is `at`.
  void fail_block(Coordinate at, int width, int height);
  void fail_link(Coordinate at, int port);

  bool alive(int chip) const { return alive_[static_cast<std::size_t>(chip)]; }
  std::vector<int> live_chips() const;
  int live_count() const;

  /// The chip across `port`, wrap links included, dead or alive; nullopt at an edge.
  std::optional<int> wired(int chip, int port) const;
  /// The same if the chip, the link and the neighbour are all alive.
  std::optional<int> neighbour(int chip, int port) const;
  /// Number of live links of a live chip.
  int degree(int chip) const;
  /// The port by which `to` is next to `from` over a live link; the lowest if there are two.
  std::optional<int> port_towards(int from, int to) const;

  /// Live chips that cannot be reached from the first live chip, in order of id.
  std::vector<int> unreachable_chips() const;

 private:
  MeshShape shape_;
  std::vector<bool> alive_;
  std::vector<std::array<bool, kLinkPorts>> link_alive_;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_POD_TOPOLOGY_H_
