// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_BENCH_CPU_CLOCK_H_
#define PODSIM_SW_BENCH_CPU_CLOCK_H_

namespace podsim::bench {

/// Host time since its start.
class CpuClock {
 public:
  CpuClock();
  /// Of the processors, user and system, all threads of this process.
  double cpu_seconds() const;
  /// Of the clock on the wall.
  double wall_seconds() const;

 private:
  double cpu_start_;
  double wall_start_;
};

/// Bytes of the heap that are in use.
double heap_bytes();

}  // namespace podsim::bench

#endif  // PODSIM_SW_BENCH_CPU_CLOCK_H_
