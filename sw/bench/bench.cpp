// SPDX-License-Identifier: Apache-2.0
#include "sw/bench/bench.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "sw/bench/bench_pod.h"
#include "systemc/probe/packet_statistics.h"
#include "systemc/probe/phase_table.h"
#include "systemc/probe/timeline.h"

namespace podsim::bench {
namespace {

constexpr int kStreamRows = 256;  // 128 KiB a transfer
constexpr int kStreamTransfers = 8;
constexpr double kMega = 1e-6;

void announce(const BenchOptions& options, const std::string& name) {
  if (options.progress) options.progress(name);
}

/// Memory of this process that is in use, in bytes.
double resident_bytes() {
  std::ifstream file("/proc/self/statm");
  double total = 0;
  double resident = 0;
  file >> total >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

double core_rate(const BenchOptions& options, int side, const assembler::Program& program) {
  BenchPod bench(side, 1);
  bench.run_for(options.seconds, program);
  return static_cast<double>(bench.bundles()) / bench.host_seconds();
}

/// One core streams, so that the network runs, and nearly all routers have nothing to do.
Figure idle_figure(const BenchOptions& options, int side) {
  BenchPod bench(side, options.threads);
  bench.prepare_streams(kStreamRows, kStreamTransfers);
  bench.keep_one_stream();
  bench.run_for(options.seconds, stream_program());
  const double rate = bench.ici_cycles() * bench.chips() / bench.host_seconds();
  return {"router", "router-cycles, idle but for one stream", bench.chips(), rate * kMega, "M/s"};
}

/// Streams over a circuit in both directions, with the time of each part of podsim.
std::vector<Figure> stream_figures(const BenchOptions& options, int side) {
  BenchPod plain(side, options.threads);
  plain.prepare_streams(kStreamRows, kStreamTransfers);
  plain.run_for(options.seconds, stream_program());
  const int chips = plain.chips();
  const double seconds = plain.host_seconds();
  const double cycles = plain.ici_cycles();
  const auto flits = static_cast<double>(plain.link_flits());
  return {
      {"router", "router-cycles, loaded", chips, cycles * chips / seconds * kMega, "M/s"},
      {"router", "flits over links", chips, flits / seconds * kMega, "M/s"},
      {"router", "flits out of a router, mean", chips, flits / (cycles * chips), "a cycle"},
      {"pod", "ICI cycles of the pod, streams", chips, cycles / seconds * 1e-3, "k/s"},
  };
}

std::vector<Figure> host_time_figures(const BenchOptions& options, int side) {
  HostProfile profile;
  BenchPod bench(side, 1, {}, &profile);
  bench.prepare_streams(kStreamRows, kStreamTransfers);
  bench.run_for(options.seconds, stream_program());
  const double total = bench.host_seconds() * 1e9;
  const auto share = [&](double ns) { return 100 * ns / total; };
  const auto verilated = static_cast<double>(profile.verilated.load());
  const auto routers = static_cast<double>(profile.routers.load());
  const auto links = static_cast<double>(profile.links.load());
  const auto chips_time = static_cast<double>(profile.chips.load());
  const int chips = bench.chips();
  return {
      {"host time", "Verilated code", chips, share(verilated), "%"},
      {"host time", "router driver", chips, share(routers - verilated), "%"},
      {"host time", "links", chips, share(links), "%"},
      {"host time", "chips (cores, DMA, NIC)", chips, share(chips_time), "%"},
      {"host time", "SystemC kernel and run control", chips,
       share(total - routers - links - chips_time), "%"},
  };
}

Figure memory_figure(const BenchOptions& options, int side) {
  const double before = resident_bytes();
  BenchPod bench(side, options.threads);
  bench.prepare_streams(kStreamRows, 1);
  bench.run(stream_program());
  const double bytes = std::max(0.0, resident_bytes() - before) / bench.chips();
  return {"memory", "host memory", bench.chips(), bytes / 1024, "KiB/chip"};
}

double seconds_per_cycle(const BenchOptions& options, BenchPod& bench) {
  bench.prepare_streams(kStreamRows, 1);
  bench.run_for(options.seconds, stream_program());
  return bench.host_seconds() / bench.ici_cycles();
}

/// With every observer that a run with --out has.
double observed_seconds_per_cycle(const BenchOptions& options, int side) {
  BenchPod bench(side, 1);
  PhaseTable phases;
  PacketStatistics packets;
  TimelineOptions shown;
  shown.packets = true;
  Timeline timeline(options.wave_folder + "/bench.json", {}, bench.pod().core_clock(), side, shown);
  bench.observers().add(phases);
  bench.observers().add(packets);
  bench.observers().add(timeline);
  return seconds_per_cycle(options, bench);
}

}  // namespace

std::vector<Figure> bench_cores(const BenchOptions& options) {
  std::vector<Figure> figures;
  for (int side : options.sides) {
    const int chips = side * side;
    announce(options, fmt::format("bundles of {} chips", chips));
    const auto add = [&](const char* name, const assembler::Program& program) {
      figures.push_back({"core", name, chips, core_rate(options, side, program) * kMega, "M/s"});
    };
    add("bundles, scalar", scalar_program());
    add("bundles, vector (2 ALUs, load, store)", vector_program());
    add("bundles, MXU (a push and a pop)", mxu_program());
  }
  return figures;
}

std::vector<Figure> bench_pod(const BenchOptions& options, int side) {
  announce(options, fmt::format("{} chips", side * side));
  std::vector<Figure> figures = {memory_figure(options, side), idle_figure(options, side)};
  for (const Figure& figure : stream_figures(options, side)) figures.push_back(figure);
  for (const Figure& figure : host_time_figures(options, side)) figures.push_back(figure);
  return figures;
}

std::vector<Figure> bench_waves(const BenchOptions& options) {
  announce(options, "waves and probes");
  constexpr int kSide = 4;
  BenchPod plain_pod(kSide, 1);
  const double plain = seconds_per_cycle(options, plain_pod);
  WaveRequest waves;
  waves.file = options.wave_folder + "/bench.fst";
  waves.chips = {0, 1};
  BenchPod traced_pod(kSide, 1, waves);
  const double traced = seconds_per_cycle(options, traced_pod);
  const double observed = observed_seconds_per_cycle(options, kSide);
  const int chips = kSide * kSide;
  return {
      {"waves", "time with two routers traced over time without", chips, traced / plain, "x"},
      {"probes", "time with timeline and tables over time without", chips, observed / plain, "x"},
  };
}

std::vector<Figure> run_benchmarks(const BenchOptions& options) {
  std::vector<Figure> figures = bench_cores(options);
  for (int side : options.sides) {
    for (const Figure& figure : bench_pod(options, side)) figures.push_back(figure);
  }
  if (!options.wave_folder.empty()) {
    for (const Figure& figure : bench_waves(options)) figures.push_back(figure);
  }
  return figures;
}

std::string host_description() {
  std::ifstream file("/proc/cpuinfo");
  std::string model = "unknown processor";
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("model name", 0) == 0) {
      model = line.substr(line.find(':') + 2);
      break;
    }
  }
  return fmt::format("{}, {} processors", model, std::thread::hardware_concurrency());
}

std::string to_table(const std::vector<Figure>& figures) {
  std::string text =
      fmt::format("{:<10} {:<58} {:>5} {:>12} {}\n", "group", "figure", "chips", "value", "unit");
  for (const Figure& f : figures) {
    text += fmt::format("{:<10} {:<58} {:>5} {:>12.4g} {}\n", f.group, f.name, f.chips, f.value,
                        f.unit);
  }
  return text;
}

std::string to_json(const std::vector<Figure>& figures) {
  nlohmann::json list = nlohmann::json::array();
  for (const Figure& f : figures) {
    list.push_back({{"group", f.group},
                    {"name", f.name},
                    {"chips", f.chips},
                    {"value", f.value},
                    {"unit", f.unit}});
  }
  return nlohmann::json{{"host", host_description()}, {"figures", list}}.dump(2) + "\n";
}

}  // namespace podsim::bench
