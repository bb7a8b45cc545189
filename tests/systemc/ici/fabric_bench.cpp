// SPDX-License-Identifier: Apache-2.0
#include "tests/systemc/ici/fabric_bench.h"

#include <algorithm>

namespace podsim::test {
namespace {

IciParameters parameters_of(const BenchOptions& options) {
  IciParameters parameters;
  parameters.window = options.window;
  return parameters;
}

/// X first, then Y; the local entry at the destination.
std::uint8_t dimension_order(const Topology& topology, int at, int to) {
  const Coordinate a = topology.coordinate(at);
  const Coordinate b = topology.coordinate(to);
  if (a == b) return 0x18;
  int port = b.y > a.y ? kSouth : kNorth;
  if (b.x != a.x) port = b.x > a.x ? kEast : kWest;
  return static_cast<std::uint8_t>(0x08 | port);
}

}  // namespace

class FabricBench::Driver : public sc_core::sc_module {
 public:
  Driver(const sc_core::sc_module_name& name, FabricBench& bench) : sc_module(name), bench_(bench) {
    SC_HAS_PROCESS(Driver);
    SC_METHOD(after_window);
    sensitive << bench.fabric().window_opened();
    dont_initialize();
  }
  Cycle limit = 0;
  bool idle = false;

 private:
  void after_window() {
    bench_.collect();
    Fabric& fabric = bench_.fabric();
    idle = fabric.idle();
    if (idle || fabric.window_to() >= limit) {
      sc_core::sc_pause();
    } else {
      fabric.schedule(fabric.window_to());
    }
  }
  FabricBench& bench_;
};

FabricBench::FabricBench(const MeshShape& shape, const BenchOptions& options)
    : FabricBench(
          Topology(shape),
          [topology = Topology(shape)](int node, int /*port*/, int to) {
            return dimension_order(topology, node, to);
          },
          options) {}

FabricBench::FabricBench(const Topology& topology, const TableEntry& entry,
                         const BenchOptions& options)
    : topology_(topology) {
  fabric_ = std::make_unique<Fabric>("fabric", parameters_of(options), topology_.chips(),
                                     options.threads);
  for (int node : topology_.live_chips()) fabric_->set_router(node, routers_.make(node));
  for (int node : topology_.live_chips()) load_tables(node, entry, options.layer_shift);
  driver_ = std::make_unique<Driver>("driver", *this);
}

FabricBench::~FabricBench() = default;

void FabricBench::load_tables(int node, const TableEntry& entry, int layer_shift) {
  std::uint8_t links = 0;
  for (int port = 0; port < kLinkPorts; ++port) {
    const auto other = topology_.neighbour(node, port);
    if (!other) continue;
    links = static_cast<std::uint8_t>(links | 1u << port);
    fabric_->connect(node, port, *other, opposite(port));
  }
  fabric_->router(node).configure({links, layer_shift, {}});
  for (int port = 0; port < kPorts; ++port) {
    for (int to = 0; to < topology_.chips(); ++to) {
      fabric_->router(node).write_route(port, to, entry(node, port, to));
    }
  }
}

std::uint64_t FabricBench::body_word(const TestPacket& p, int flit, int i) {
  const std::uint64_t id = static_cast<std::uint64_t>(p.source) << 40 | p.sequence;
  return (id * 0x9e3779b97f4a7c15u) ^ static_cast<std::uint64_t>(flit * 8 + i);
}

void FabricBench::inject(const TestPacket& p) {
  auto& lane = fabric_->ports(p.source).lane_in[static_cast<std::size_t>(p.source_lane)];
  PacketHead head;
  head.destination = static_cast<std::uint16_t>(p.destination);
  head.destination_lane = static_cast<std::uint8_t>(p.destination_lane);
  head.source_lane = static_cast<std::uint8_t>(p.source_lane);
  head.source = static_cast<std::uint16_t>(p.source);
  head.sequence = p.sequence;
  FlitData* buffer = fabric_->packets().take();
  buffer[0] = encode_head(head);
  for (int flit = 1; flit < p.flits; ++flit) {
    for (int i = 0; i < kFlitWords; ++i) {
      buffer[flit][static_cast<std::size_t>(i)] = body_word(p, flit, i);
    }
  }
  for_each_flit_of(packet_train(buffer, p.flits, static_cast<std::uint8_t>(p.vc)),
                   [&](const Flit& flit) {
                     lane.push({p.ready, flit});
                   });
}

void FabricBench::collect() {
  for (int node : topology_.live_chips()) {
    for (int lane = 0; lane < kLocalLanes; ++lane) {
      for (const TimedFlit& out : fabric_->ports(node).lane_out[static_cast<std::size_t>(lane)]) {
        Delivery& delivery = partial_[{node, lane, out.flit.vc}];
        if (out.flit.head) {
          delivery = {node, lane, decode_head(*out.flit.data), {}, out.cycle, 0};
        } else {
          delivery.body.insert(delivery.body.end(), out.flit.data->begin(), out.flit.data->end());
        }
        delivery.tail_cycle = out.cycle;
        if (out.flit.tail) deliveries_.push_back(delivery);
      }
    }
  }
}

bool FabricBench::run(Cycle limit) {
  driver_->limit = limit;
  fabric_->schedule(fabric_->window_to());
  sc_core::sc_start();
  fabric_->rethrow_failure();
  std::stable_sort(deliveries_.begin(), deliveries_.end(), [](const auto& a, const auto& b) {
    return std::tie(a.node, a.lane, a.tail_cycle) < std::tie(b.node, b.lane, b.tail_cycle);
  });
  return driver_->idle;
}

}  // namespace podsim::test
