// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_BENCH_BENCH_H_
#define PODSIM_SW_BENCH_BENCH_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

/// How fast podsim itself runs. Host time is measured here and nowhere else.
namespace podsim::bench {

struct BenchOptions {
  std::vector<int> sides = {4, 8};                   ///< square meshes: 16 and 64 chips
  int threads = 0;                                   ///< of the fabric; 0: one a processor
  double seconds = 1.0;                              ///< least host time of a measurement
  std::string wave_folder;                           ///< where the traced runs write their waves
  std::function<void(const std::string&)> progress;  ///< called with the name of each measurement
};

/// One measured figure.
struct Figure {
  std::string group;  ///< "router", "core", "pod", "memory", "host time", "waves"
  std::string name;
  int chips = 0;
  double value = 0;
  std::string unit;
};

/// Runs all measurements, a group after the other.
std::vector<Figure> run_benchmarks(const BenchOptions& options);

/// The parts: each gives the figures of its group.
std::vector<Figure> bench_cores(const BenchOptions& options);
std::vector<Figure> bench_pod(const BenchOptions& options, int side);
std::vector<Figure> bench_waves(const BenchOptions& options);

/// Name of the processor and the number of processors: what the figures were measured on.
std::string host_description();

std::string to_table(const std::vector<Figure>& figures);
std::string to_json(const std::vector<Figure>& figures);

}  // namespace podsim::bench

#endif  // PODSIM_SW_BENCH_BENCH_H_
