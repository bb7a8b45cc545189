// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_TESTS_SYSTEMC_ICI_FABRIC_BENCH_H_
#define PODSIM_TESTS_SYSTEMC_ICI_FABRIC_BENCH_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <systemc>
#include <tuple>
#include <vector>

#include "systemc/ici/fabric.h"
#include "systemc/ici/packet.h"
#include "systemc/ici/router_rtl.h"
#include "systemc/pod/simulation_context.h"
#include "systemc/pod/topology.h"

namespace podsim::test {

/// A packet that a test injects: `flits` in all, head included.
struct TestPacket {
  Cycle ready = 0;
  int source = 0;
  int source_lane = 0;
  int destination = 0;
  int destination_lane = 0;
  int flits = 1;
  std::uint32_t sequence = 0;
  int vc = 0;  ///< at the source's lane
};

/// A packet that came out: its head, the words of its body, and the cycles of head and tail.
struct Delivery {
  int node = 0;
  int lane = 0;
  PacketHead head;
  std::vector<std::uint64_t> body;
  Cycle head_cycle = 0;
  Cycle tail_cycle = 0;
  auto key() const {
    return std::tie(node, lane, head.source, head.sequence, body, head_cycle, tail_cycle);
  }
  bool operator==(const Delivery& o) const { return key() == o.key(); }
};

struct BenchOptions {
  std::int64_t window = 32;
  int threads = 1;
  int layer_shift = 0;  ///< log2 of the virtual channels of a layer of the tables
};

/// The byte of a routing table.
using TableEntry = std::function<std::uint8_t(int chip, int input_port, int destination)>;

/// Verilated routers of a pod without chips: packets go straight into the lanes and are collected
/// at the other end.
class FabricBench {
 public:
  /// A mesh with dimension-order tables.
  FabricBench(const MeshShape& shape, const BenchOptions& options);
  /// The live chips and links of a pod with the tables given.
  FabricBench(const Topology& topology, const TableEntry& entry, const BenchOptions& options);
  ~FabricBench();

  void inject(const TestPacket& packet);
  /// Runs until the network is idle or `limit` cycles have passed; true if it became idle.
  bool run(Cycle limit);
  /// In order of node, then lane, then tail.
  const std::vector<Delivery>& deliveries() const { return deliveries_; }
  Fabric& fabric() { return *fabric_; }

  /// Word `i` of flit `flit` of a packet's body, as injected.
  static std::uint64_t body_word(const TestPacket& packet, int flit, int i);

 private:
  class Driver;
  void load_tables(int node, const TableEntry& entry, int layer_shift);
  void collect();

  SimulationContext context_;
  Topology topology_;
  RtlRouters routers_;
  std::unique_ptr<Fabric> fabric_;
  std::unique_ptr<Driver> driver_;
  std::map<std::tuple<int, int, int>, Delivery> partial_;  ///< by node, lane, virtual channel
  std::vector<Delivery> deliveries_;
};

}  // namespace podsim::test

#endif  // PODSIM_TESTS_SYSTEMC_ICI_FABRIC_BENCH_H_
