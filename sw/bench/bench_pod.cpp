// SPDX-License-Identifier: Apache-2.0
#include "sw/bench/bench_pod.h"

#include <string>
#include <vector>

#include "firmware/asm/assembler.h"
#include "firmware/diagnostics/user_error.h"
#include "sw/collectives/hamiltonian_circuit.h"
#include "sw/routing/compute_routes.h"
#include "sw/routing/load_routes.h"

namespace podsim::bench {
namespace {

constexpr int kBytesWord = 20;  // SMEM: bytes of a transfer, then the number of transfers
constexpr int kSendsWord = 22;  // SMEM: 1 if this core sends, then 1 if it receives
constexpr int kTargetRow = 8192;

Topology square(int side) {
  MeshShape shape;
  shape.width = side;
  shape.height = side;
  return Topology(shape);
}

PodParameters with_threads(int threads) {
  PodParameters parameters;
  parameters.threads = threads;
  return parameters;
}

}  // namespace

BenchPod::BenchPod(int side, int threads, const WaveRequest& waves, HostProfile* profile)
    : pod_(std::make_unique<Pod>(with_threads(threads), square(side), observers_, waves, profile)) {
  load_routes(*pod_, compute(pod_->topology()));
}

void BenchPod::prepare_streams(int rows, int transfers) {
  const std::vector<int> circuit = find_circuit(pod_->topology()).chips;
  const int vmem = static_cast<int>(isa::Space::kVmem);
  for (std::size_t i = 0; i < circuit.size(); ++i) {
    const int next = circuit[(i + 1) % circuit.size()];
    const int previous = circuit[(i + circuit.size() - 1) % circuit.size()];
    // The two cores of a chip stream in opposite directions.
    for (int core = 0; core < 2; ++core) {
      const int target = 2 * (core == 0 ? next : previous) + core;
      const int id = 2 * circuit[i] + core;
      pod_->write_smem(id, 0, {target, vmem, 0, vmem, kTargetRow, rows, 1, rows, rows, -1, 1, -1});
      pod_->write_smem(id, kBytesWord, {rows * isa::kRowBytes, transfers, 1, 1});
    }
  }
}

void BenchPod::keep_one_stream() {
  const std::vector<int> cores = pod_->live_cores();
  const int sender = cores.front();
  const int receiver = pod_->read_smem(sender, isa::kDmaTarget);
  for (int core : cores) {
    pod_->write_smem(core, kSendsWord, {core == sender ? 1 : 0, core == receiver ? 1 : 0});
  }
}

void BenchPod::run(const assembler::Program& program) {
  const auto begin = std::chrono::steady_clock::now();
  const RunOutcome outcome = pod_->run(program);
  host_seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  ici_cycles_ += static_cast<double>(outcome.duration()) * 1e-12 *
                 static_cast<double>(pod_->ici_clock().hertz());
  if (outcome.status != RunStatus::kHalted) {
    throw InternalError("benchmark: " + describe(outcome, pod_->topology()));
  }
}

void BenchPod::run_for(double seconds, const assembler::Program& program) {
  do {
    run(program);
  } while (host_seconds_ < seconds);
}

std::uint64_t BenchPod::bundles() {
  std::uint64_t bundles = 0;
  for (int core : pod_->live_cores()) bundles += pod_->core(core).counters().bundles;
  return bundles;
}

std::uint64_t BenchPod::link_flits() {
  std::uint64_t flits = 0;
  for (const LinkLoad& load : pod_->link_loads()) flits += load.flits;
  return flits;
}

assembler::Program stream_program() {
  return assembler::assemble(R"(
    sld s1, [20 + 0]
    sld s2, [21 + 0]
    sld s3, [22 + 0]
    sld s4, [23 + 0]
    sloop s2, end
    sbz s3, quiet
    dma 0
quiet:
    sbz s4, silent
    wait 1, s1
silent:
    snop
end:
    dwait
    halt
)",
                             "stream.tasm");
}

assembler::Program scalar_program() {
  return assembler::assemble(R"(
    sloop 20000, end
    sadd s1, s1, 1
    sxor s2, s1, s3
    ssub s3, s3, s1
    sand s4, s2, 255
    sor s5, s4, s1
    sadd s6, s5, s2
    sadd s7, s6, 3
    ssub s8, s7, s1
end:
    halt
)",
                             "scalar.tasm");
}

assembler::Program vector_program() {
  return assembler::assemble(R"(
    sloop 2000, end
    { vld v0, [s1 + 0] ; vaddf v1, v2, v3 ; vmulf v4, v5, v6 ; vst v7, [s1 + 64] }
    { vld v8, [s1 + 8] ; vaddf v9, v10, v11 ; vmulf v12, v13, v14 ; vst v15, [s1 + 72] }
    { vld v16, [s1 + 16] ; vaddf v17, v18, v19 ; vmulf v20, v21, v22 ; vst v23, [s1 + 80] }
    { vld v24, [s1 + 24] ; vaddf v25, v26, v27 ; vmulf v28, v29, v30 ; vst v31, [s1 + 88] }
end:
    halt
)",
                             "vector.tasm");
}

assembler::Program mxu_program() {
  return assembler::assemble(R"(
    sloop 16, loaded
    mwl mxu0, v0
loaded:
    mlatch mxu0
    sloop 500, end
    mmul mxu0, v1
    mpop v2, mxu0
end:
    halt
)",
                             "mxu.tasm");
}

}  // namespace podsim::bench
