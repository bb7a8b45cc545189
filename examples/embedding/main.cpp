// SPDX-License-Identifier: Apache-2.0
// podsim as a library: build a pod, load a program, run it, read memory.
//
// Four chips; every core sends one row of its VMEM to the next core and adds what it gets.
#include <cstdint>
#include <cstdio>
#include <vector>

#include "firmware/asm/assembler.h"
#include "sw/routing/compute_routes.h"
#include "sw/routing/load_routes.h"
#include "systemc/base/observer.h"
#include "systemc/pod/pod.h"

namespace {

const char* const kProgram = R"(
    dma 0                  // send row 0 to row 1 of the next core
    wait 1, 512            // its row has arrived here
    dwait
    vld v0, [0 + 0], 1, 1  // one sublane: row 0
    vld v1, [1 + 0], 1, 1
    vaddi v2, v0, v1
    vst v2, [2 + 0], 1, 1
    halt
)";

}  // namespace

int main() {
  podsim::MeshShape shape;
  shape.width = 2;
  shape.height = 2;
  podsim::ObserverList observers;
  podsim::Pod pod(podsim::PodParameters{}, podsim::Topology(shape), observers);
  podsim::load_routes(pod, podsim::compute(pod.topology()));

  const int cores = 8;
  const int vmem = static_cast<int>(podsim::isa::Space::kVmem);
  for (int core = 0; core < cores; ++core) {
    const std::vector<std::int32_t> row(podsim::isa::kLanes, 100 * core);
    pod.write_vmem(core, 0, row.data(), podsim::isa::kRowBytes);
    pod.write_smem(core, 0, {(core + 1) % cores, vmem, 0, vmem, 1, 1, 1, 1, 1, -1, 1, -1});
  }

  const auto program = podsim::assembler::assemble(kProgram, "embedding.tasm");
  const podsim::RunOutcome outcome = pod.run(program);
  if (outcome.status != podsim::RunStatus::kHalted) {
    std::fputs(podsim::describe(outcome, pod.topology()).c_str(), stderr);
    return 1;
  }
  for (int core = 0; core < cores; ++core) {
    std::int32_t word = 0;
    pod.read_vmem(core, 2, &word, sizeof(word));
    std::printf("core %d: %d\n", core, word);
  }
  std::printf("%.3f us\n", static_cast<double>(outcome.duration()) * 1e-6);
  return 0;
}
