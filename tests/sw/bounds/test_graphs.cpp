// SPDX-License-Identifier: Apache-2.0
#include "tests/sw/bounds/test_graphs.h"

namespace podsim {
namespace {

int below(std::mt19937& random, int limit) {
  return static_cast<int>(random() % static_cast<unsigned>(limit));
}

Topology any_random_pod(std::mt19937& random, int max_side) {
  MeshShape shape;
  shape.width = 1 + below(random, max_side);
  shape.height = 1 + below(random, max_side);
  shape.wrap_x = below(random, 2) == 0;
  shape.wrap_y = below(random, 2) == 0;
  Topology topology(shape);
  const int dead_chips = below(random, 1 + topology.chips() / 6);
  const int dead_links = below(random, 1 + topology.chips() / 4);
  for (int i = 0; i < dead_chips; ++i) {
    topology.fail_chip(topology.coordinate(below(random, topology.chips())));
  }
  for (int i = 0; i < dead_links; ++i) {
    const int chip = below(random, topology.chips());
    const int port = below(random, kLinkPorts);
    if (topology.wired(chip, port)) topology.fail_link(topology.coordinate(chip), port);
  }
  return topology;
}

}  // namespace

Topology pod_with_hole(const MeshShape& shape, Coordinate at, int width, int height) {
  Topology topology(shape);
  topology.fail_block(at, width, height);
  return topology;
}

Topology random_pod(std::mt19937& random, int max_side) {
  while (true) {
    Topology topology = any_random_pod(random, max_side);
    if (topology.live_count() >= 2 && topology.unreachable_chips().empty()) return topology;
  }
}

LinkGraph random_multigraph(std::mt19937& random, int max_nodes) {
  LinkGraph graph;
  graph.nodes = 2 + below(random, max_nodes - 1);
  const int links = below(random, 3 * graph.nodes);
  for (int i = 0; i < links; ++i) {
    const int a = below(random, graph.nodes);
    const int b = (a + 1 + below(random, graph.nodes - 1)) % graph.nodes;
    graph.links.push_back({a, b, -1});
  }
  return graph;
}

}  // namespace podsim
