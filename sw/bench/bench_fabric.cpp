// SPDX-License-Identifier: Apache-2.0
#include "sw/bench/bench_fabric.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <utility>

#include "sw/bench/bench_pod.h"
#include "sw/bench/busy_fabric.h"
#include "sw/bench/cpu_clock.h"
#include "sw/traffic/traffic_run.h"
#include "systemc/ici/router_factory.h"
#include "systemc/ici/router_rtl_replay.h"

namespace podsim::bench {
namespace {

constexpr double kMicro = 1e6;
constexpr double kNano = 1e9;
constexpr Cycle kWarmUp = 2000;  // until queues, buffers and caches are as they stay
constexpr Cycle kCyclesAtOnce = 1000;
constexpr int kStreamRows = 256;

const std::string& name_of(RouterModel model) {
  return router_model_names()[static_cast<std::size_t>(model)];
}

bool is_verilated(RouterModel model) {
  return model == RouterModel::kRtl || model == RouterModel::kHandle;
}

/// Host seconds a router and cycle.
struct Cost {
  double cpu = 0;
  double wall = 0;  ///< of the fastest stretch: other programs of the host slow the others down
};

/// Warms `fabric` up and runs it for the least time of a measurement.
template <typename Running>
Cost measure(const BenchOptions& options, Running& fabric, int routers) {
  fabric.advance(kWarmUp);
  const Cycle start = fabric.fabric().window_to();
  Cost cost{0, std::numeric_limits<double>::infinity()};
  const CpuClock clock;
  do {
    const Cycle from = fabric.fabric().window_to();
    const CpuClock stretch;
    fabric.advance(kCyclesAtOnce);
    const auto cycles = static_cast<double>(fabric.fabric().window_to() - from);
    cost.wall = std::min(cost.wall, stretch.wall_seconds() / (cycles * routers));
  } while (clock.wall_seconds() < options.seconds);
  const auto cycles = static_cast<double>(fabric.fabric().window_to() - start);
  cost.cpu = clock.cpu_seconds() / (cycles * routers);
  return cost;
}

MeshShape square(int side, bool wrap) {
  MeshShape shape;
  shape.width = side;
  shape.height = side;
  shape.wrap_x = shape.wrap_y = wrap;
  return shape;
}

PodParameters pod_of(RouterModel model, int threads) {
  PodParameters pod;
  pod.ici.model = static_cast<int>(model);
  pod.threads = threads;
  return pod;
}

/// Flits without data but for routers that need them, as the simulators of other projects.
config::TrafficParameters endless_traffic(config::TrafficPattern pattern) {
  config::TrafficParameters traffic;
  traffic.pattern = static_cast<int>(pattern);
  traffic.warmup_cycles = 1'000'000'000;  // nothing is recorded
  traffic.check_data = false;
  return traffic;
}

traffic::TrafficSetup uniform_setup(RouterModel model, int side, int threads) {
  return traffic::make_setup(endless_traffic(config::TrafficPattern::kUniform),
                             pod_of(model, threads), Topology(square(side, false)),
                             RoutingMethod::kDimensionOrder, 1);
}

/// East to the destination's column, then south: of no other use than neighbour traffic, which
/// goes one hop in each. Entries for that traffic only.
RoutingTables south_east_tables(const Topology& topology) {
  RoutingTables tables(topology.chips());
  for (int source = 0; source < topology.chips(); ++source) {
    const int east = *topology.neighbour(source, kEast);
    const int destination = *topology.neighbour(east, kSouth);
    for (int input = 0; input < kPorts; ++input) {
      tables.set(source, input, destination, RouteEntry::to_port(kEast));
      tables.set(east, input, destination, RouteEntry::to_port(kSouth));
      tables.set(destination, input, destination, RouteEntry::deliver());
    }
  }
  return tables;
}

traffic::TrafficSetup neighbour_setup(RouterModel model, int side) {
  const Topology topology(square(side, true));
  constexpr int kHops = 2;
  return {endless_traffic(config::TrafficPattern::kNeighbour),
          pod_of(model, 1),
          topology,
          south_east_tables(topology),
          {4, 2},
          1,
          kHops,
          0,
          {}};
}

class FabricBench {
 public:
  FabricBench(const BenchOptions& options, const FabricSizes& sizes)
      : options_(options), sizes_(sizes) {}

  std::vector<Figure> run() {
    for (std::size_t i = 0; i < router_model_names().size(); ++i) {
      model_ = static_cast<RouterModel>(i);
      if (model_ != RouterModel::kLockstep) measure_model();  // a check, not a model
    }
    model_ = RouterModel::kHandle;
    measure_replay();
    model_ = RouterModel::kRtl;
    if (!options_.wave_folder.empty()) measure_waves();
    return std::move(figures_);
  }

 private:
  void announce(const std::string& what) const {
    if (options_.progress) options_.progress(name_of(model_) + ", " + what);
  }
  void note(const std::string& name, int routers, double value, const std::string& unit) {
    figures_.push_back({name_of(model_), name, routers, value, unit});
  }

  void measure_model() {
    measure_memory();
    for (const double load : {0.05, 0.2, 0.4}) measure_uniform(load);
    const double few = measure_neighbours(sizes_.busy);
    const double many = measure_neighbours(sizes_.neighbour);
    note("a router among many over one among few, load 0.4", sizes_.neighbour * sizes_.neighbour,
         many / few, "x");
    if (!is_verilated(model_)) measure_neighbours(sizes_.neighbour_large);
    measure_idle();
    measure_busy();
    measure_threads();
  }

  void measure_memory() {
    announce("memory");
    constexpr int kRouters = 16;
    RtlRouters rtl;
    std::vector<std::unique_ptr<Router>> routers;
    make_router(model_, 0, rtl);  // what is allocated once
    const double before = heap_bytes();
    for (int i = 0; i < kRouters; ++i) routers.push_back(make_router(model_, i, rtl));
    note("memory of a router, tables and buffers included", kRouters,
         (heap_bytes() - before) / kRouters, "B");
  }

  void measure_uniform(double load) {
    announce(fmt::format("uniform traffic, load {}", load));
    const auto setup = uniform_setup(model_, sizes_.small, 1);
    traffic::TrafficRun run(setup, load);
    const int routers = sizes_.small * sizes_.small;
    const Cost cost = measure(options_, run, routers);
    note(fmt::format("mesh, uniform, 4-flit packets, load {}", load), routers, cost.cpu * kMicro,
         "us");
  }

  double measure_neighbours(int side) {
    announce(fmt::format("neighbour traffic, {} x {}", side, side));
    const auto setup = neighbour_setup(model_, side);
    traffic::TrafficRun run(setup, 0.4);
    const Cost cost = measure(options_, run, side * side);
    note("torus, neighbour, 4-flit packets, load 0.4", side * side, cost.cpu * kMicro, "us");
    return cost.cpu;
  }

  void measure_idle() {
    announce("idle routers");
    BusyFabric fabric(model_, sizes_.small, 1, true);
    const Cost cost = measure(options_, fabric, fabric.routers());
    note("torus, idle", fabric.routers(), cost.cpu * kNano, "ns");
  }

  void measure_busy() {
    announce("all ports busy");
    const double few = busy_cost(sizes_.busy);
    const double many = busy_cost(sizes_.busy_large);
    note("a router among many over one among few, all ports busy",
         sizes_.busy_large * sizes_.busy_large, many / few, "x");
  }
  double busy_cost(int side) {
    BusyFabric fabric(model_, side, 1);
    const double cost = measure(options_, fabric, fabric.routers()).cpu;
    note("torus, all eight ports busy", fabric.routers(), cost * kMicro, "us");
    note("flits out of a router in that", fabric.routers(), fabric.flits_a_cycle(), "a cycle");
    return cost;
  }

  void measure_threads() {
    announce("two threads");
    const double one = uniform_wall(1);
    const double two = uniform_wall(2);
    note("one thread's time over that of two, load 0.4", sizes_.small * sizes_.small, one / two,
         "x");
  }
  double uniform_wall(int threads) {
    const auto setup = uniform_setup(model_, sizes_.small, threads);
    traffic::TrafficRun run(setup, 0.4);
    return measure(options_, run, sizes_.small * sizes_.small).wall;
  }

  /// The router of one node, all ports busy, alone: its part of the fabric's time is the rest.
  void measure_replay() {
    announce("replay of one router");
    RtlReplay replay;
    const double in_fabric = recorded_cost(replay);
    const CpuClock clock;
    const std::uint64_t flits = replay.finish();
    const double alone = clock.cpu_seconds() / static_cast<double>(replayed_);
    const int routers = sizes_.busy * sizes_.busy;
    note("bare Verilated class, same inputs in a plain loop", 1, alone * kMicro, "us");
    note("flits out of it", 1, static_cast<double>(flits) / static_cast<double>(replayed_),
         "a cycle");
    note("fabric over the bare class", routers, in_fabric / alone, "x");
  }
  /// Of a router in a fabric one of whose routers is recorded; prepares the replay.
  double recorded_cost(RtlReplay& replay) {
    double cost = 0;
    {
      BusyFabric fabric(model_, sizes_.busy, 1, false,
                        [&](int node) { return node == 0 ? replay.make_recorded(node) : nullptr; });
      fabric.advance(kWarmUp);
      const std::size_t warm = replay.clocks();
      cost = measure(options_, fabric, fabric.routers()).cpu;
      replayed_ = replay.clocks() - warm;
      replay.start(warm);
    }
    return cost;
  }

  void measure_waves() {
    announce("waves of two routers");
    const double plain = stream_cost({});
    WaveRequest waves;
    waves.file = options_.wave_folder + "/fabric.fst";
    waves.chips = {0, 1};
    note("pod with two routers traced over without, streams", sizes_.small * sizes_.small,
         stream_cost(waves) / plain, "x");
  }
  double stream_cost(const WaveRequest& waves) const {
    BenchPod bench(sizes_.small, 1, waves);
    bench.prepare_streams(kStreamRows, 1);
    bench.run_for(options_.seconds, stream_program());
    return bench.host_seconds() / bench.ici_cycles();
  }

  const BenchOptions& options_;
  const FabricSizes& sizes_;
  RouterModel model_ = RouterModel::kRtl;
  std::size_t replayed_ = 0;
  std::vector<Figure> figures_;
};

}  // namespace

std::vector<Figure> bench_fabric(const BenchOptions& options, const FabricSizes& sizes) {
  return FabricBench(options, sizes).run();
}

}  // namespace podsim::bench
