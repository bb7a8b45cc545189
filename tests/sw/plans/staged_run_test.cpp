// SPDX-License-Identifier: Apache-2.0
// All-reduce by stages of rings on pods whose every word is held against the host.
#include <gtest/gtest.h>

#include "sw/plans/mesh_rings.h"
#include "tests/sw/plans/plan_bench.h"

namespace podsim::test {
namespace {

using plans::BufferSize;
using plans::Combine;
using plans::CutLimits;
using plans::plan_by_stages;
using plans::Ranks;

TEST(StagedRun, RingOnTwoByTwo) {
  const Topology topology = pod_of(2, 2);
  expect_right(plan_by_stages(plans::one_ring(topology), {16}, {2, 2}), topology);
}

TEST(StagedRun, TwoColoursOnATorus) {
  const Topology topology = pod_of(4, 4, true, true);
  plans::TwoDimensions choice;
  choice.two_colours = true;
  expect_right(plan_by_stages(plans::two_dimensions(topology, choice), {300}, {4, 3}), topology);
}

TEST(StagedRun, EveryCombinationWithExactIntegersOnCores) {
  const Topology topology = pod_of(4, 2);
  for (Combine combine :
       {Combine::kSumFloat, Combine::kMaxFloat, Combine::kSumBfloat, Combine::kMaxBfloat}) {
    const BufferSize size{77, Ranks::kCore, combine};
    for (plans::Pattern pattern : {plans::Pattern::kIntegers, plans::Pattern::kRandom}) {
      expect_right(plan_by_stages(plans::two_dimensions(topology, {}), size, {8, 2}), topology,
                   pattern);
    }
  }
}

}  // namespace
}  // namespace podsim::test
