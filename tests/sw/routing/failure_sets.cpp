// SPDX-License-Identifier: Apache-2.0
#include "tests/sw/routing/failure_sets.h"

namespace podsim::testing {

void each_single_chip(const MeshShape& shape, const Visit& visit) {
  each_aligned_block(shape, 1, 1, visit);
}

void each_single_link(const MeshShape& shape, const Visit& visit) {
  const Topology whole(shape);
  for (int chip = 0; chip < whole.chips(); ++chip) {
    for (int port : {kEast, kSouth}) {
      if (!whole.wired(chip, port)) continue;
      Topology topology(shape);
      topology.fail_link(topology.coordinate(chip), port);
      visit(topology, "link " + port_name(port) + " of " + to_string(topology.coordinate(chip)));
    }
  }
}

void each_pair_of_chips(const MeshShape& shape, const Visit& visit) {
  for (int first = 0; first < shape.chips(); ++first) {
    for (int second = first + 1; second < shape.chips(); ++second) {
      Topology topology(shape);
      topology.fail_chip(topology.coordinate(first));
      topology.fail_chip(topology.coordinate(second));
      visit(topology, "chips " + to_string(topology.coordinate(first)) + " and " +
                          to_string(topology.coordinate(second)));
    }
  }
}

void each_aligned_block(const MeshShape& shape, int width, int height, const Visit& visit) {
  for (int y = 0; y + height <= shape.height; y += height) {
    for (int x = 0; x + width <= shape.width; x += width) {
      Topology topology(shape);
      topology.fail_block({x, y}, width, height);
      visit(topology, "block " + std::to_string(width) + "x" + std::to_string(height) + " at " +
                          to_string(Coordinate{x, y}));
    }
  }
}

Topology with_random_failures(const MeshShape& shape, std::mt19937& random) {
  Topology topology(shape);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  for (int left = 1 + below(8); left > 0; --left) {
    const int chip = below(topology.chips());
    const int port = below(kLinkPorts);
    if (below(2) == 0) {
      topology.fail_chip(topology.coordinate(chip));
    } else if (topology.wired(chip, port)) {
      topology.fail_link(topology.coordinate(chip), port);
    }
  }
  return topology;
}

}  // namespace podsim::testing
