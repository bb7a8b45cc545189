// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_ROUTING_ROUTING_TABLES_H_
#define PODSIM_SW_ROUTING_ROUTING_TABLES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "systemc/pod/topology.h"

namespace podsim {

/// Layers of virtual channels that an entry can name.
inline constexpr int kVcLayers = 4;

/// One entry of a router's table, as the router reads it.
///
/// Byte layout: [2:0] output port, [3] valid, [4] local, [5] set layer, [7:6] layer.
struct RouteEntry {
  int output = 0;          ///< Port, meaningful when valid and not local
  bool valid = false;      ///< an entry that is not valid stops the packet with an error
  bool local = false;      ///< deliver here, to lane port 4 + the head's lane
  bool set_layer = false;  ///< leave on `layer`; otherwise keep the layer of arrival
  int layer = 0;           ///< 0 .. kVcLayers - 1

  static RouteEntry to_port(int port);
  static RouteEntry deliver();

  std::uint8_t encode() const;
  static RouteEntry decode(std::uint8_t byte);
  bool operator==(const RouteEntry& o) const { return encode() == o.encode(); }
  bool operator!=(const RouteEntry& o) const { return !(*this == o); }
};

/// "E", "local", "none", "E, layer 1"
std::string to_string(const RouteEntry& entry);

/// The routing tables of a pod: for each chip, input port and destination chip one entry.
///
/// An input port of kLane0 or above holds the entries of packets injected at that chip. 8 bytes a
/// pair of chips: 134 MB for 4096 chips.
class RoutingTables {
 public:
  /// Tables without a valid entry.
  explicit RoutingTables(int chips);

  int chips() const { return chips_; }
  RouteEntry entry(int chip, int input_port, int destination) const {
    return RouteEntry::decode(entries_[index(chip, input_port, destination)]);
  }
  /// The entry as the router stores it.
  std::uint8_t byte(int chip, int input_port, int destination) const {
    return entries_[index(chip, input_port, destination)];
  }
  void set(int chip, int input_port, int destination, const RouteEntry& entry) {
    entries_[index(chip, input_port, destination)] = entry.encode();
  }
  /// Sets the entry of all four lanes.
  void set_injected(int chip, int destination, const RouteEntry& entry);

  /// All entries, as the routers store them.
  const std::vector<std::uint8_t>& bytes() const { return entries_; }
  bool operator==(const RoutingTables& o) const { return entries_ == o.entries_; }

 private:
  // By destination first: routes are computed and proved a destination at a time.
  std::size_t index(int chip, int input_port, int destination) const {
    return (static_cast<std::size_t>(destination) * static_cast<std::size_t>(chips_) +
            static_cast<std::size_t>(chip)) *
               kPorts +
           static_cast<std::size_t>(input_port);
  }

  int chips_;
  std::vector<std::uint8_t> entries_;
};

/// How many layers of virtual channels packets use under these tables: the highest that a valid
/// entry names, and one more. The virtual channels of a router can be shared out among them.
int layers_used(const RoutingTables& tables);

}  // namespace podsim

#endif  // PODSIM_SW_ROUTING_ROUTING_TABLES_H_
