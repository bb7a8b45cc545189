// SPDX-License-Identifier: Apache-2.0
// The default latencies, held against the public figure: software on TPU-v3 sees about 1 us a step
// between neighbour chips. No single one of the latencies is public; their sum is.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "systemc/ici/router_model.h"
#include "tests/systemc/pod/pod_bench.h"

namespace podsim::test {
namespace {

constexpr int kRounds = 20;
constexpr double kPicosecondsPerMicrosecond = 1e6;

/// SMEM word 12 is 1 on the core that begins. Each core sends one row as soon as the other's has
/// come, so one step follows the other and none overlap.
const char* const kPingPong = R"(
    sld s1, [0 + 12]
    sloop ROUNDS, done
    sbz s1, answer
    dma 0
    wait 1, 512
    sbr again
answer:
    wait 1, 512
    dma 0
again:
    dwait
done:
    halt
)";

/// Microseconds from one core's dma to the next dma of the core that it wakes.
double step_of(int width, int height, int first, int second, RouterModel model) {
  ObserverList observers;
  PodParameters parameters;
  parameters.ici.model = static_cast<int>(model);
  Pod pod(parameters, mesh(width, height), observers);
  load_dimension_order(pod);
  const auto sends_to = [](int target) {
    return descriptor(target, isa::Space::kVmem, 0, isa::Space::kVmem, 8, 1, -1, 1);
  };
  pod.write_smem(first, 0, sends_to(second));
  pod.write_smem(first, 12, {1});
  pod.write_smem(second, 0, sends_to(first));
  const std::vector<std::int32_t> sent(isa::kRowBytes / 4, 4711);
  pod.write_vmem(first, 0, sent.data(), isa::kRowBytes);
  const RunOutcome outcome =
      pod.run(program(".equ ROUNDS, " + std::to_string(kRounds) + kPingPong), {first, second}, {});
  EXPECT_EQ(outcome.status, RunStatus::kHalted) << describe(outcome, pod.topology());
  std::vector<std::int32_t> received(sent.size());
  pod.read_vmem(second, 8, received.data(), isa::kRowBytes);
  EXPECT_EQ(received, sent);
  return static_cast<double>(outcome.duration()) / kPicosecondsPerMicrosecond / (2 * kRounds);
}

void expect_about_a_microsecond(double step) {
  EXPECT_GE(step, 0.9);
  EXPECT_LE(step, 1.15);
}

// Planted: a default back at its old value (0.25 us in all), or one latency counted twice.
TEST(StepLatency, OfOneRowBetweenNeighboursIsAboutAMicrosecond) {
  for (const RouterModel model : {RouterModel::kRtl, RouterModel::kCycle, RouterModel::kTlm}) {
    SCOPED_TRACE(static_cast<int>(model));
    expect_about_a_microsecond(step_of(2, 1, 0, 2, model));  // east and west
    expect_about_a_microsecond(step_of(1, 2, 1, 3, model));  // south and north, the other cores
  }
}

}  // namespace
}  // namespace podsim::test
