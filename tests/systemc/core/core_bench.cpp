// SPDX-License-Identifier: Apache-2.0
#include "tests/systemc/core/core_bench.h"

#include <cstring>

#include "firmware/asm/assembler.h"

namespace podsim::test {

std::vector<isa::Bundle> bundles(const std::string& source) {
  assembler::AssembleOptions options;
  options.check_flow = false;
  return assembler::assemble(".pack off\n" + source, "test.tasm", options).bundles;
}

CoreBench::CoreBench(const CoreParameters& parameters, const DataScale& scale)
    : core(sc_core::sc_gen_unique_name("core"), parameters, 6, *this, *this, scale) {}

void CoreBench::run() {
  while (core.state() == CoreState::kRunning) core.run_until(kNever);
}

void CoreBench::run(const std::string& source) {
  start(source);
  run();
}

std::uint64_t CoreBench::stalls(StallCause cause) const {
  return core.counters().stall_cycles[static_cast<std::size_t>(cause)];
}

Lanes CoreBench::vmem_lanes(std::uint32_t first) {
  Lanes lanes;
  core.vmem().read_rows(first, 8, lanes.data());
  return lanes;
}

void CoreBench::set_vmem(std::uint32_t first, const Lanes& lanes) {
  core.vmem().write_rows(first, 8, lanes.data());
}

void CoreBench::start_dma(const DmaDescriptor& descriptor, Picoseconds at) {
  transfers.push_back({descriptor, at});
}

void CoreBench::send_signal(std::int32_t target_core, std::int32_t semaphore, std::uint32_t amount,
                            Picoseconds at) {
  signals.push_back({target_core, semaphore, amount, at});
}

std::uint32_t interesting_float(std::mt19937& random) {
  constexpr std::uint32_t kSpecial[] = {
      0x00000000, 0x00000001, 0x000fffff, 0x007fffff, 0x00800000, 0x00800001, 0x01000000,
      0x3f000000, 0x3f7fffff, 0x3f800000, 0x3f800001, 0x40490fdb, 0x42b17218, 0x42aeac50,
      0x4f000000, 0x4effffff, 0x7f000000, 0x7f7f8000, 0x7f7fffff, 0x7f800000, 0x7f800001,
      0x7fc00000, 0x7fffffff, 0x3f808000, 0x3f818000, 0x1f800000, 0x60000000, 0x20000000};
  const std::uint32_t bits = random();
  switch (random() % 4) {
    case 0:
      return kSpecial[bits % std::size(kSpecial)] | (random() << 31);
    case 1:  // near one
      return 0x3f800000u + (bits % 0x2000000u) - 0x1000000u + (random() << 31);
    default:
      return bits;
  }
}

Lanes interesting_lanes(std::mt19937& random) {
  Lanes lanes;
  for (std::uint32_t& lane : lanes) lane = interesting_float(random);
  return lanes;
}

}  // namespace podsim::test
