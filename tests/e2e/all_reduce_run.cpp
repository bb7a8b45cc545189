// SPDX-License-Identifier: Apache-2.0
#include "tests/e2e/all_reduce_run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

#include "firmware/microprograms.h"
#include "sw/collectives/host_all_reduce.h"
#include "sw/collectives/ring_boot.h"
#include "sw/routing/compute_routes.h"
#include "sw/routing/load_routes.h"

namespace podsim::test {
namespace {

constexpr std::int32_t kSourceRow = 0;
constexpr std::int32_t kTargetRow = 1 << 16;
using Arrays = std::vector<std::vector<float>>;

/// Of either sign, with full mantissas and magnitudes that differ by up to 2^20.
Arrays random_inputs(const RingPlan& plan, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<float> mantissa(-1, 1);
  std::uniform_int_distribution<int> exponent(-10, 10);
  Arrays inputs(plan.cores.size());
  for (std::vector<float>& input : inputs) {
    input.resize(static_cast<std::size_t>(plan.count));
    for (float& x : input) x = std::ldexp(mantissa(random), exponent(random));
  }
  return inputs;
}

void load(Pod& pod, const RingPlan& plan, const Arrays& inputs) {
  std::vector<float> padded(static_cast<std::size_t>(plan.padded_rows() * isa::kLanes));
  for (std::size_t r = 0; r < inputs.size(); ++r) {
    const CorePlan& core = plan.cores[r];
    std::copy(inputs[r].begin(), inputs[r].end(), padded.begin());
    pod.write_hbm(core.core, kSourceRow, padded.data(), padded.size() * sizeof(float));
    pod.write_smem(core.core, kRingBoot, ring_boot_words(plan, core, 0));
    pod.write_smem(core.core, kReduceSource, {kSourceRow, kTargetRow, 1});
    for (const RingSender& sender : ring_senders(plan, core))
      pod.expect_sender(core.core, sender.semaphore, sender.sender);
  }
}

/// n values: n - 1 additions, each within 2^-24 of the partial sum, which sum |x| bounds.
bool is_far(float found, const Arrays& inputs, std::size_t i) {
  double sum = 0;
  double magnitude = 0;
  for (const std::vector<float>& input : inputs) {
    sum += static_cast<double>(input[i]);
    magnitude += std::fabs(static_cast<double>(input[i]));
  }
  return std::fabs(static_cast<double>(found) - sum) >
         static_cast<double>(inputs.size()) * 0x1p-24 * magnitude;
}

void compare(const Pod& pod, const RingPlan& plan, const Arrays& inputs, AllReduceResult& result) {
  const std::vector<float> expected = host_all_reduce(plan, inputs);
  std::vector<float> found(expected.size());
  for (const CorePlan& core : plan.cores) {
    pod.read_hbm(core.core, kTargetRow, found.data(), found.size() * sizeof(float));
    for (std::size_t i = 0; i < found.size(); ++i) {
      result.wrong += std::memcmp(&found[i], &expected[i], sizeof(float)) != 0 ? 1 : 0;
      result.far += is_far(found[i], inputs, i) ? 1 : 0;
    }
  }
}

std::vector<int> present(const Pod& pod, const std::vector<int>& absent) {
  std::vector<int> cores;
  for (const int core : pod.live_cores())
    if (std::find(absent.begin(), absent.end(), core) == absent.end()) cores.push_back(core);
  return cores;
}

}  // namespace

Topology mesh(int width, int height) {
  MeshShape shape;
  shape.width = width;
  shape.height = height;
  return Topology(shape);
}

std::string name_of(const Topology& topology) {
  std::string text =
      std::to_string(topology.width()) + " x " + std::to_string(topology.height()) + " chips";
  const char* separator = " without ";
  for (int chip = 0; chip < topology.chips(); ++chip) {
    if (topology.alive(chip)) continue;
    text += separator + to_string(topology.coordinate(chip));
    separator = " ";
  }
  return text;
}

AllReduceResult all_reduce(const Topology& topology, const AllReduceSetup& setup) {
  const RingPlan plan = make_ring_plan(topology, setup.count);
  const RoutingTables tables = compute(topology);
  Observer nobody;
  Pod pod(setup.parameters, topology, setup.observer == nullptr ? nobody : *setup.observer,
          setup.waves);
  load_routes(pod, tables);
  const Arrays inputs = random_inputs(plan, setup.seed);
  load(pod, plan, inputs);
  const assembler::Program program =
      microprograms::assemble("firmware/collectives/all_reduce_main.tasm", ring_symbols());
  AllReduceResult result;
  result.outcome = pod.run(program, present(pod, setup.absent), {});
  if (result.outcome.status == RunStatus::kHalted) compare(pod, plan, inputs, result);
  result.digest = pod.digest();
  return result;
}

void expect_all_reduce(const Topology& topology, const AllReduceSetup& setup) {
  SCOPED_TRACE(name_of(topology));
  const AllReduceResult result = all_reduce(topology, setup);
  EXPECT_EQ(result.outcome.status, RunStatus::kHalted) << describe(result.outcome, topology);
  EXPECT_EQ(result.wrong, 0u);
  EXPECT_EQ(result.far, 0u);
}

}  // namespace podsim::test
