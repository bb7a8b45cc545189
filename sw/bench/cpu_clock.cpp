// SPDX-License-Identifier: Apache-2.0
#include "sw/bench/cpu_clock.h"

#include <malloc.h>

#include <ctime>

namespace podsim::bench {
namespace {

double read(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

CpuClock::CpuClock()
    : cpu_start_(read(CLOCK_PROCESS_CPUTIME_ID)), wall_start_(read(CLOCK_MONOTONIC)) {}

double CpuClock::cpu_seconds() const { return read(CLOCK_PROCESS_CPUTIME_ID) - cpu_start_; }

double CpuClock::wall_seconds() const { return read(CLOCK_MONOTONIC) - wall_start_; }

double heap_bytes() {
  const struct mallinfo2 heap = mallinfo2();
  return static_cast<double>(heap.uordblks) + static_cast<double>(heap.hblkhd);
}

}  // namespace podsim::bench
