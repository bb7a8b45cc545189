// SPDX-License-Identifier: Apache-2.0
#include "sw/routing/load_routes.h"

#include <cstdint>
#include <vector>

namespace podsim {

void load_routes(Pod& pod, const RoutingTables& tables) {
  pod.set_routing_layers(layers_used(tables));
  for (int chip : pod.topology().live_chips()) {
    for (int port = 0; port < kPorts; ++port) {
      std::vector<std::uint8_t> entries;
      for (int to = 0; to < tables.chips(); ++to) entries.push_back(tables.byte(chip, port, to));
      pod.load_routes(chip, port, entries);
    }
  }
}

}  // namespace podsim
