// SPDX-License-Identifier: Apache-2.0
#include "sw/collectives/host_all_reduce.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <random>

#include "firmware/diagnostics/user_error.h"
#include "sw/collectives/plan_check.h"

namespace podsim {
namespace {

using Arrays = std::vector<std::vector<float>>;

Topology mesh(int width, int height) { return Topology(MeshShape{width, height}); }

Arrays random_arrays(const RingPlan& plan, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal;
  Arrays arrays(plan.cores.size(), std::vector<float>(static_cast<std::size_t>(plan.count)));
  for (auto& array : arrays) {
    for (float& value : array) value = normal(random);
  }
  return arrays;
}

/// Carries the steps out on real rows, core by core: a second way to the result.
class RowMachine {
 public:
  RowMachine(const RingPlan& plan, const Arrays& inputs) : plan_(plan) {
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      index_[plan.cores[i].core] = i;
      std::vector<float> memory(static_cast<std::size_t>(plan.buffers.end) * 128, 0.0F);
      std::copy(inputs[i].begin(), inputs[i].end(), memory.begin());
      memory_.push_back(std::move(memory));
      steps_.push_back(core_steps(plan, static_cast<int>(i)));
    }
    next_.assign(inputs.size(), 0);
  }

  void run() {
    for (bool moved = true; moved;) {
      moved = false;
      for (std::size_t core = 0; core < steps_.size(); ++core) {
        while (next_[core] < steps_[core].size() && step(core, steps_[core][next_[core]])) {
          ++next_[core];
          moved = true;
        }
      }
    }
  }

  std::vector<float> result(std::size_t core) const {
    return {memory_[core].begin(),
            memory_[core].begin() + static_cast<std::ptrdiff_t>(plan_.count)};
  }

 private:
  float* rows(std::size_t core, const ShardRange& range) {
    return memory_[core].data() + first_row(plan_, range) * 128;
  }

  bool step(std::size_t core, const PlanStep& s) {
    const std::int64_t elements = s.target.shards * plan_.shard_rows * 128;
    if (s.kind == PlanStep::kWait) return --raised_[{core, s.semaphore}] >= 0 || !undo(core, s);
    if (s.kind == PlanStep::kWaitSent) return true;
    const float* source = rows(core, s.source);
    const std::size_t at = s.kind == PlanStep::kSend ? index_.at(s.other_core) : core;
    float* target = rows(at, s.target);
    for (std::int64_t i = 0; i < elements; ++i) {
      target[i] = s.kind == PlanStep::kSend ? source[i] : core_add(target[i], source[i]);
    }
    if (s.kind == PlanStep::kSend) ++raised_[{at, s.semaphore}];
    return true;
  }

  bool undo(std::size_t core, const PlanStep& s) { return ++raised_[{core, s.semaphore}] == 0; }

  const RingPlan& plan_;
  std::map<int, std::size_t> index_;
  std::vector<std::vector<float>> memory_;
  std::vector<std::vector<PlanStep>> steps_;
  std::vector<std::size_t> next_;
  std::map<std::pair<std::size_t, int>, int> raised_;
};

TEST(CoreAdd, FlushesOperandsAndResults) {
  const float tiny = std::numeric_limits<float>::min();
  const float subnormal = tiny / 2;
  EXPECT_EQ(core_add(subnormal, subnormal), 0.0F);
  EXPECT_EQ(core_add(tiny * 1.5F, -tiny), 0.0F);
  EXPECT_EQ(core_add(1.0F, 2.0F), 3.0F);
  EXPECT_TRUE(std::signbit(flush_to_zero(-subnormal)));
}

TEST(HostAllReduce, SumsWholeNumbersExactly) {
  const RingPlan plan = make_ring_plan(mesh(2, 2), 1025);
  Arrays inputs;
  for (int rank = 0; rank < 8; ++rank) {
    std::vector<float> array;
    for (int i = 0; i < 1025; ++i) array.push_back(static_cast<float>(rank * 1000 + i));
    inputs.push_back(array);
  }
  const std::vector<float> result = host_all_reduce(plan, inputs);
  for (int i = 0; i < 1025; ++i) {
    EXPECT_EQ(result[static_cast<std::size_t>(i)], static_cast<float>(28000 + 8 * i));
  }
}

TEST(HostAllReduce, AddsInTheOrderOfTheRing) {
  // Shard 0 of half 0 starts at position 0 and meets chips 0, 1, 3, 2. A 1 added to 2^24 alone is
  // lost; the two cores of chip 3 first add to 2, which is kept.
  const RingPlan plan = make_ring_plan(mesh(2, 2), 1024);
  Arrays inputs(8, std::vector<float>(1024, 0.0F));
  inputs[0][0] = 16777216.0F;
  inputs[2][0] = 1.0F;                 // chip 1: lost
  inputs[4][0] = inputs[5][0] = 1.0F;  // chip 3: 1 + 1 = 2 is kept
  inputs[6][0] = 0.5F;                 // chip 2: lost
  EXPECT_EQ(host_all_reduce(plan, inputs)[0], 16777218.0F);
  // The same numbers in shard 1 start at position 1: 1 + 2 + 0.5, then 2^24, to even numbers.
  for (auto& input : inputs) input[128] = input[0];
  EXPECT_EQ(host_all_reduce(plan, inputs)[128], 16777220.0F);
}

TEST(HostAllReduce, IsWhatTheStepsCompute) {
  for (const auto& [width, height, count] : {std::tuple{2, 2, 1}, std::tuple{2, 2, 1024},
                                             std::tuple{3, 2, 5000}, std::tuple{4, 4, 9999}}) {
    const RingPlan plan = make_ring_plan(mesh(width, height), count);
    const Arrays inputs = random_arrays(plan, 512);
    RowMachine machine(plan, inputs);
    machine.run();
    const std::vector<float> expected = host_all_reduce(plan, inputs);
    for (std::size_t core = 0; core < inputs.size(); ++core) {
      EXPECT_EQ(machine.result(core), expected) << "core " << core;
    }
  }
}

TEST(HostAllReduce, StaysWithinTheErrorBound) {
  const RingPlan plan = make_ring_plan(mesh(4, 4), 4096);
  const Arrays inputs = random_arrays(plan, 7);
  const std::vector<float> result = host_all_reduce(plan, inputs);
  const std::vector<double> reference = double_reference(plan, inputs);
  for (std::size_t i = 0; i < result.size(); ++i) {
    std::vector<float> column;
    for (const auto& input : inputs) column.push_back(input[i]);
    EXPECT_LE(std::fabs(result[i] - reference[i]), sum_error_bound(column));
  }
}

TEST(SumErrorBound, IsTheStatedFormula) {
  // n = 2: g = u / (1 - u), sum |x| = 3; flush term 3 x 2^-126.
  const double u = std::ldexp(1.0, -24);
  const double g = u / (1 - u);
  EXPECT_DOUBLE_EQ(sum_error_bound({1.0F, -2.0F}), 3 * g + 3 * std::ldexp(1.0, -126) * (1 + g));
  // Sums of subnormals: nothing but flushing.
  const float subnormal = std::ldexp(1.0F, -130);
  EXPECT_GE(sum_error_bound({subnormal, subnormal}), 2 * std::ldexp(1.0, -130));
}

TEST(HostAllReduce, RefusesArraysOfAnotherShape) {
  const RingPlan plan = make_ring_plan(mesh(2, 2), 10);
  EXPECT_THROW(host_all_reduce(plan, Arrays(7, std::vector<float>(10))), UserError);
  EXPECT_THROW(host_all_reduce(plan, Arrays(8, std::vector<float>(9))), UserError);
}

}  // namespace
}  // namespace podsim
