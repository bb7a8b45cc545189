// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_TESTS_FIRMWARE_MICROPROGRAMS_MICROPROGRAM_BENCH_H_
#define PODSIM_TESTS_FIRMWARE_MICROPROGRAMS_MICROPROGRAM_BENCH_H_

#include <string>

#include "firmware/microprograms.h"
#include "sw/collectives/ring_boot.h"
#include "sw/plans/plan_image.h"
#include "sw/training/mlp_layout.h"
#include "tests/firmware/microprograms/instant_pod.h"

namespace podsim::test {

/// The symbols that any built-in program may want.
inline std::map<std::string, std::int64_t> all_symbols() {
  std::map<std::string, std::int64_t> symbols = ring_symbols();
  symbols.merge(training::mlp::mlp_symbols());
  const auto plan = plans::plan_symbols({});
  symbols.insert(plan.begin(), plan.end());
  return symbols;
}

inline assembler::Program built_in(const std::string& name) {
  return microprograms::assemble(name, all_symbols());
}

/// A program of this text, which may include built-in files.
inline assembler::Program with_built_ins(const std::string& text) {
  return assembler::assemble(text, "test.tasm", microprograms::assemble_options(all_symbols()));
}

/// A circuit of chips 0, 1, ..., as if they stood in a ring.
inline HamiltonianCircuit plain_circuit(int chips) {
  HamiltonianCircuit circuit;
  for (int i = 0; i < chips; ++i) circuit.chips.push_back(i);
  return circuit;
}

inline void boot_ring(InstantPod& pod, const RingPlan& plan, int base_row) {
  for (const CorePlan& core : plan.cores) {
    pod.write_smem(core.core, kRingBoot, ring_boot_words(plan, core, base_row));
  }
}

}  // namespace podsim::test

#endif  // PODSIM_TESTS_FIRMWARE_MICROPROGRAMS_MICROPROGRAM_BENCH_H_
