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

}  // namespace
}  // namespace podsim::test
