// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "sw/collectives/host_all_reduce.h"
#include "tests/firmware/microprograms/microprogram_bench.h"

namespace podsim::test {
namespace {

constexpr int kBase = 64;
constexpr int kTargetRow = 100'000;

using Arrays = std::vector<std::vector<float>>;

Arrays random_arrays(const RingPlan& plan, unsigned seed) {
  std::mt19937 random(seed);
  Arrays arrays(static_cast<std::size_t>(plan.ranks()));
  for (auto& array : arrays) {
    array.resize(static_cast<std::size_t>(plan.count));
    for (float& x : array) x = static_cast<float>(static_cast<int>(random()) / 65536) * 0x1p-7F;
  }
  return arrays;
}

std::vector<HostRow> rows_of(const RingPlan& plan, const std::vector<float>& array) {
  std::vector<HostRow> rows(static_cast<std::size_t>(plan.padded_rows()), HostRow{});
  std::memcpy(rows.data(), array.data(), array.size() * sizeof(float));
  return rows;
}

void load(InstantPod& pod, const RingPlan& plan, const Arrays& arrays) {
  for (std::size_t r = 0; r < arrays.size(); ++r) {
    pod.write_hbm(plan.cores[r].core, 0, rows_of(plan, arrays[r]));
  }
}

void expect_reduced(const InstantPod& pod, const RingPlan& plan, const Arrays& arrays) {
  const std::vector<float> expected = host_all_reduce(plan, arrays);
  for (const CorePlan& core : plan.cores) {
    const auto rows = pod.read_hbm(core.core, kTargetRow, static_cast<int>(plan.padded_rows()));
    EXPECT_EQ(std::memcmp(rows.data(), expected.data(), expected.size() * sizeof(float)), 0)
        << "core " << core.core;
  }
}

void prepare(InstantPod& pod, const RingPlan& plan, int barrier) {
  boot_ring(pod, plan, kBase);
  for (const CorePlan& core : plan.cores) {
    pod.write_smem(core.core, kReduceSource, {0, kTargetRow, barrier});
  }
}

struct Size {
  int chips;
  int count;
};
class AllReduce : public testing::TestWithParam<Size> {};

TEST_P(AllReduce, EqualsTheHostSumInRingOrderTwiceInARow) {
  const RingPlan plan = make_ring_plan(plain_circuit(GetParam().chips), GetParam().count);
  Observer observer;
  InstantPod pod(plan.ranks(), observer);
  prepare(pod, plan, 0);
  const assembler::Program program = built_in("firmware/collectives/all_reduce_main.tasm");
  for (unsigned seed = 1; seed <= 2; ++seed) {
    const Arrays arrays = random_arrays(plan, seed);
    load(pod, plan, arrays);
    ASSERT_EQ(pod.run(program), "");
    expect_reduced(pod, plan, arrays);
  }
}

// Shards of one row, of a whole register, of a register and a part, of more than a block of 32.
INSTANTIATE_TEST_SUITE_P(Sizes, AllReduce,
                         testing::Values(Size{4, 1}, Size{4, 8 * 8 * 128},
                                         Size{4, 13 * 8 * 128 - 5}, Size{6, 12 * 45 * 128},
                                         Size{16, 40'000}));

TEST(AllReduceProgram, WithABarrierBefore) {
  const RingPlan plan = make_ring_plan(plain_circuit(5), 5000);
  Observer observer;
  InstantPod pod(plan.ranks(), observer);
  prepare(pod, plan, 1);
  const Arrays arrays = random_arrays(plan, 3);
  load(pod, plan, arrays);
  ASSERT_EQ(pod.run(built_in("firmware/collectives/all_reduce_main.tasm")), "");
  expect_reduced(pod, plan, arrays);
}

TEST(RingBoot, RefusesWhatDoesNotFitAndSaysTheLimit) {
  const std::int64_t limit = ring_capacity(4, kBase);
  require_fits(make_ring_plan(plain_circuit(4), limit), kBase);
  try {
    require_fits(make_ring_plan(plain_circuit(4), limit + 1), kBase);
    FAIL() << "accepted";
  } catch (const UserError& error) {
    EXPECT_EQ(error.id(), "COLL-020");
    EXPECT_NE(error.hint().find(std::to_string(limit)), std::string::npos);
  }
}

TEST(RingBoot, NamesTheSenderOfEverySemaphoreOfTheRing) {
  const RingPlan plan = make_ring_plan(plain_circuit(4), 1);
  // 3 reduce-scatter and 3 all-gather steps, the pair's two, the barrier's three, local transfers.
  EXPECT_EQ(ring_senders(plan, plan.cores[0]).size(), 12U);
}

}  // namespace
}  // namespace podsim::test
