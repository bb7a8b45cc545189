// SPDX-License-Identifier: Apache-2.0
// Models that are cycle-exact give one result, alone or mixed.
#include <gtest/gtest.h>

#include "tests/e2e/all_reduce_run.h"

namespace podsim::test {
namespace {

Topology damaged_mesh() {
  Topology topology = mesh(6, 4);
  topology.fail_block({2, 0}, 2, 2);
  return topology;
}

AllReduceResult run_with(RouterModel model, const std::vector<RouterRule>& rules = {}) {
  AllReduceSetup setup;
  setup.parameters.ici.model = static_cast<int>(model);
  setup.parameters.routers = rules;
  setup.count = 5000;
  return all_reduce(damaged_mesh(), setup);
}

void expect_equal(const AllReduceResult& result, const AllReduceResult& expected) {
  EXPECT_EQ(result.outcome.status, RunStatus::kHalted);
  EXPECT_EQ(result.wrong, 0u);
  EXPECT_EQ(result.digest, expected.digest);
  EXPECT_EQ(result.outcome.ended, expected.outcome.ended);
}

TEST(MixedFidelity, ExactModelsGiveOneResult) {
  const AllReduceResult rtl = run_with(RouterModel::kRtl);
  ASSERT_EQ(rtl.outcome.status, RunStatus::kHalted);
  expect_equal(run_with(RouterModel::kHandle), rtl);
  expect_equal(run_with(RouterModel::kCycle), rtl);
  expect_equal(run_with(RouterModel::kLockstep), rtl);
  expect_equal(run_with(RouterModel::kCycle, {{{{1, 1}, 3, 3}, RouterModel::kRtl}}), rtl);
  expect_equal(run_with(RouterModel::kHandle, {{{{1, 1}, 3, 3}, RouterModel::kRtl}}), rtl);
}

/// An all-reduce with transactions instead of flits: right to the bit, and its time within 2 %.
void expect_near(const Topology& topology, std::int64_t count, int packet_payload) {
  AllReduceSetup setup;
  setup.count = count;
  setup.parameters.ici.packet_payload_bytes = packet_payload;
  setup.parameters.ici.model = static_cast<int>(RouterModel::kCycle);
  const AllReduceResult exact = all_reduce(topology, setup);
  setup.parameters.ici.model = static_cast<int>(RouterModel::kTlm);
  const AllReduceResult tlm = all_reduce(topology, setup);
  ASSERT_EQ(tlm.outcome.status, RunStatus::kHalted);
  EXPECT_EQ(tlm.wrong, 0u);
  const auto time = static_cast<double>(exact.outcome.duration());
  EXPECT_NEAR(static_cast<double>(tlm.outcome.duration()), time, 0.02 * time);
}

TEST(MixedFidelity, TransactionsTakeAsLongAsFlits) {
  for (const std::int64_t count : {100, 5000, 60'000}) expect_near(mesh(4, 4), count, 512);
  expect_near(damaged_mesh(), 20'000, 512);
  expect_near(mesh(4, 2), 20'000, 4096);
}

TEST(MixedFidelity, ARegionOfRtlInAPodOfTransactionsIsRight) {
  const AllReduceResult flits = run_with(RouterModel::kRtl);
  const AllReduceResult mixed =
      run_with(RouterModel::kTlm,
               {{{{1, 1}, 3, 2}, RouterModel::kRtl}, {{{4, 0}, 2, 2}, RouterModel::kCycle}});
  ASSERT_EQ(mixed.outcome.status, RunStatus::kHalted);
  EXPECT_EQ(mixed.wrong, 0u);
  const auto time = static_cast<double>(flits.outcome.duration());
  EXPECT_NEAR(static_cast<double>(mixed.outcome.duration()), time, 0.02 * time);
}

}  // namespace
}  // namespace podsim::test
