// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_BENCH_BENCH_POD_H_
#define PODSIM_SW_BENCH_BENCH_POD_H_

#include <chrono>
#include <memory>
#include <string>

#include "firmware/asm/program.h"
#include "systemc/base/host_profile.h"
#include "systemc/base/observer.h"
#include "systemc/pod/pod.h"

namespace podsim::bench {

/// A healthy mesh with its routes loaded, and the time its runs take.
class BenchPod {
 public:
  BenchPod(int side, int threads, const WaveRequest& waves = {}, HostProfile* profile = nullptr);

  /// Observers may be added before the first run.
  ObserverList& observers() { return observers_; }

  Pod& pod() { return *pod_; }
  int chips() const { return pod_->topology().chips(); }
  /// Every core sends `rows` rows of VMEM `transfers` times to the core at the same place of the
  /// next chip along a circuit.
  void prepare_streams(int rows, int transfers);
  /// Leaves only the stream of the first core: the others start and end at once.
  void keep_one_stream();
  /// Runs the program on all cores; throws InternalError if it does not halt.
  void run(const assembler::Program& program);
  /// Runs it again and again for at least `seconds` of host time.
  void run_for(double seconds, const assembler::Program& program);

  double host_seconds() const { return host_seconds_; }
  /// ICI cycles of all runs.
  double ici_cycles() const { return ici_cycles_; }
  std::uint64_t bundles();
  std::uint64_t link_flits();

 private:
  ObserverList observers_;
  std::unique_ptr<Pod> pod_;
  double host_seconds_ = 0;
  double ici_cycles_ = 0;
};

/// Microprograms of the benchmarks.
assembler::Program stream_program();
assembler::Program scalar_program();
assembler::Program vector_program();
assembler::Program mxu_program();

}  // namespace podsim::bench

#endif  // PODSIM_SW_BENCH_BENCH_POD_H_
