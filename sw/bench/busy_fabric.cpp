// SPDX-License-Identifier: Apache-2.0
#include "sw/bench/busy_fabric.h"

#include "sw/routing/routing_tables.h"
#include "systemc/ici/packet.h"

namespace podsim::bench {
namespace {

constexpr int kFlits = 9;
constexpr int kLayerShift = 2;  // one layer of all virtual channels

Topology torus(int side) {
  MeshShape shape;
  shape.width = side;
  shape.height = side;
  shape.wrap_x = true;
  shape.wrap_y = true;
  return Topology(shape);
}

PodParameters parameters_of(RouterModel model, int threads) {
  PodParameters parameters;
  parameters.ici.model = static_cast<int>(model);
  parameters.threads = threads;
  return parameters;
}

/// Entries for a chip itself and its four neighbours.
RoutingTables neighbour_tables(const Topology& topology) {
  RoutingTables tables(topology.chips());
  for (int chip = 0; chip < topology.chips(); ++chip) {
    for (int input = 0; input < kPorts; ++input) {
      tables.set(chip, input, chip, RouteEntry::deliver());
      for (int port = 0; port < kLinkPorts; ++port) {
        tables.set(chip, input, *topology.neighbour(chip, port), RouteEntry::to_port(port));
      }
    }
  }
  return tables;
}

}  // namespace

BusyFabric::BusyFabric(RouterModel model, int side, int threads, bool silent,
                       const traffic::BareFabric::RouterMaker& maker)
    : fabric_(parameters_of(model, threads), torus(side), neighbour_tables(torus(side)),
              kLayerShift, kFlits, maker) {
  if (silent) return;
  for (int node = 0; node < routers(); ++node) {
    auto& buffers = packets_.emplace_back();
    next_vc_.emplace_back();
    for (int lane = 0; lane < kRouterLanes; ++lane) {
      PacketHead head;
      head.destination = static_cast<std::uint16_t>(*fabric_.topology().neighbour(node, lane));
      head.destination_lane = static_cast<std::uint8_t>(lane);
      head.source = static_cast<std::uint16_t>(node);
      FlitData* buffer = fabric().packets().take();
      for (int flit = 1; flit < kFlits; ++flit) buffer[flit].fill(0x0123456789abcdef);
      buffer[0] = encode_head(head);
      buffers[static_cast<std::size_t>(lane)] = buffer;
    }
  }
  fabric().before_window([this](Cycle from, Cycle to) { feed(from, to); });
}

void BusyFabric::feed(Cycle from, Cycle to) {
  moved_ += fabric().moved_in_window();
  fabric().workers().for_each(routers(), [&](int node) {
    for (int lane = 0; lane < kRouterLanes; ++lane) {
      feed_lane(node, lane, static_cast<std::size_t>(to - from));
    }
  });
}

void BusyFabric::feed_lane(int node, int lane, std::size_t enough) {
  const auto n = static_cast<std::size_t>(node);
  const auto l = static_cast<std::size_t>(lane);
  RouterPorts& ports = fabric().ports(node);
  auto& queue = ports.lane_in[l];
  while (queue.size() < enough) {
    const Flit train = packet_train(packets_[n][l], kFlits, next_vc_[n][l]);
    next_vc_[n][l] = (next_vc_[n][l] + 1) % kMaxVcs;
    if (ports.takes_trains) {
      queue.push({0, train});
    } else {
      for_each_flit_of(train, [&](const Flit& flit) { queue.push({0, flit}); });
    }
  }
}

void BusyFabric::advance(Cycle cycles) {
  const Cycle end = fabric().window_to() + cycles;
  fabric_.run([end](Cycle to) { return to < end; });
}

double BusyFabric::flits_a_cycle() {
  const double cycles = static_cast<double>(fabric().window_to());
  return static_cast<double>(moved_) / cycles / routers();
}

}  // namespace podsim::bench
