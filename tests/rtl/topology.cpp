// SPDX-License-Identifier: Apache-2.0
#include "topology.h"

namespace podsim::rtl_test {
namespace {

/// Port towards coordinate `to` along one dimension. Two ways of the same length: by `second`.
unsigned towards(unsigned from, unsigned to, unsigned size, bool wrap, bool second, LinkPort up,
                 LinkPort down) {
  if (!wrap) return to > from ? up : down;
  const unsigned forward = (to + size - from) % size;
  if (2 * forward == size) return second ? up : down;
  return 2 * forward < size ? up : down;
}

void load_tables(NetworkBench& network, const Topology& t) {
  for (unsigned node = 0; node < t.nodes(); ++node) {
    const unsigned x = node % t.columns;
    const unsigned y = node / t.columns;
    for (unsigned target = 0; target < t.nodes(); ++target) {
      const unsigned tx = target % t.columns;
      const unsigned ty = target / t.columns;
      // Each input port has its own table: lanes 0 and 2 take one of two equal ways, others the
      // other.
      for (unsigned port = 0; port < kPorts; ++port) {
        std::uint8_t entry = ici_csr::route_local();
        if (tx != x) {
          entry = ici_csr::route_to(
              towards(x, tx, t.columns, t.wrap_columns, port % 2 != 0, kEast, kWest));
        } else if (ty != y) {
          entry =
              ici_csr::route_to(towards(y, ty, t.rows, t.wrap_rows, port % 2 != 0, kSouth, kNorth));
        }
        network.write(node, ici_csr::table(port, target), entry);
      }
    }
  }
}

}  // namespace

std::string Topology::name() const {
  std::string text = std::to_string(columns) + "x" + std::to_string(rows);
  if (wrap_columns) text += "RingX";
  if (wrap_rows) text += "RingY";
  return text;
}

std::unique_ptr<NetworkBench> make_network(const Topology& t, Variant variant, unsigned flight,
                                           unsigned seed) {
  auto network = std::make_unique<NetworkBench>(std::vector<Variant>(t.nodes(), variant), seed);
  std::vector<unsigned> mask(t.nodes());
  const auto join = [&](unsigned a, unsigned port_a, unsigned b, unsigned port_b) {
    network->join(a, port_a, b, port_b, flight);
    mask[a] |= 1U << port_a;
    mask[b] |= 1U << port_b;
  };
  for (unsigned y = 0; y < t.rows; ++y) {
    for (unsigned x = 0; x < t.columns; ++x) {
      const unsigned node = y * t.columns + x;
      if (x + 1 < t.columns || t.wrap_columns) {
        join(node, kEast, y * t.columns + (x + 1) % t.columns, kWest);
      }
      if (y + 1 < t.rows || t.wrap_rows) {
        join(node, kSouth, (y + 1) % t.rows * t.columns + x, kNorth);
      }
    }
  }
  load_tables(*network, t);
  for (unsigned node = 0; node < t.nodes(); ++node) {
    network->write(node, ici_csr::kLinkEnable, mask[node]);
  }
  return network;
}

void send_random(NetworkBench& network, unsigned packets_a_lane, unsigned longest, unsigned vcs,
                 unsigned seed) {
  std::mt19937 random(seed);
  for (unsigned node = 0; node < network.nodes(); ++node) {
    for (unsigned lane = 0; lane < kLinks; ++lane) {
      for (unsigned i = 0; i < packets_a_lane; ++i) {
        const unsigned vc = random() % vcs;
        const unsigned target = random() % network.nodes();
        const unsigned target_lane = random() % kLinks;
        network.send(node, lane, vc, target, target_lane, 1 + random() % longest);
      }
    }
  }
}

}  // namespace podsim::rtl_test
