// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_TESTS_SYSTEMC_CORE_CORE_BENCH_H_
#define PODSIM_TESTS_SYSTEMC_CORE_CORE_BENCH_H_

#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "systemc/core/imem.h"
#include "systemc/core/smem.h"
#include "systemc/core/tensor_core.h"
#include "systemc/core/vmem.h"

namespace podsim::test {

using Lanes = std::array<std::uint32_t, 1024>;

/// Assembles without packing: each line is a bundle of one operation, { } holds several.
std::vector<isa::Bundle> bundles(const std::string& source);

/// A core alone on a bench: what it asks of the chip is written down, what it announces too.
class CoreBench : public CoreEnvironment, public Observer {
 public:
  struct Dma {
    DmaDescriptor descriptor;
    Picoseconds at;
  };
  struct Signal {
    std::int32_t core;
    std::int32_t semaphore;
    std::uint32_t amount;
    Picoseconds at;
  };

  explicit CoreBench(const CoreParameters& parameters = {}, const DataScale& scale = {});

  /// Starts a program at time 0.
  void start(const std::string& source) { core.start(bundles(source), 0); }
  /// Runs until the core waits, halts or fails.
  void run();
  /// start and run.
  void run(const std::string& source);
  std::uint64_t stalls(StallCause cause) const;
  /// The VMEM rows from `first` on as a vector register would see them.
  Lanes vmem_lanes(std::uint32_t first);
  void set_vmem(std::uint32_t first, const Lanes& lanes);

  void start_dma(const DmaDescriptor& descriptor, Picoseconds at) override;
  void send_signal(std::int32_t target_core, std::int32_t semaphore, std::uint32_t amount,
                   Picoseconds at) override;
  int unread_transfers() const override { return unread; }
  void on_marker(const MarkerEvent& event) override { markers.push_back(event); }
  void on_stall(const StallEvent& event) override { stall_events.push_back(event); }

  int unread = 0;
  std::vector<Dma> transfers;
  std::vector<Signal> signals;
  std::vector<MarkerEvent> markers;
  std::vector<StallEvent> stall_events;
  TensorCore core;
};

/// fp32 bits for tests of arithmetic: special values of every kind and random ones, mixed.
std::uint32_t interesting_float(std::mt19937& random);
Lanes interesting_lanes(std::mt19937& random);

}  // namespace podsim::test

#endif  // PODSIM_TESTS_SYSTEMC_CORE_CORE_BENCH_H_
