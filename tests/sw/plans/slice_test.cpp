// SPDX-License-Identifier: Apache-2.0
// Every published slice of the Multipod, healthy and with failures: the plan that auto takes is
// right by its check and fits into the cores.
#include <gtest/gtest.h>

#include "sw/bounds/all_reduce_bound.h"
#include "sw/plans/catalogue.h"
#include "sw/plans/check.h"
#include "sw/plans/plan_image.h"
#include "sw/plans/plan_timing.h"
#include "tests/sw/plans/plan_bench.h"

namespace podsim::test {
namespace {

struct Slice {
  int width;
  int height;
  bool wrap_x;
  bool wrap_y;
};
void PrintTo(const Slice& slice, std::ostream* out) {
  *out << slice.width << " x " << slice.height;
}

class EverySlice : public testing::TestWithParam<Slice> {
 protected:
  static void expect_plan(const Topology& topology) {
    plans::PlanRequest request;
    request.size.rows = 64;
    const plans::Plan plan = make_plan(topology, request);
    EXPECT_EQ(plan.cores.size(), 2 * static_cast<std::size_t>(topology.live_count()));
    EXPECT_EQ(make_images(plan).size(), plan.cores.size());
    const plans::CheckedPlan checked = check_plan(plan, topology);
    EXPECT_TRUE(checked.faults.empty()) << plan.name << ": " << checked.faults.front().text;
    // The model of times knows links: it cannot be faster than they are.
    const AllReduceBound bound =
        all_reduce_bound(topology, 2 * plan.buffer_rows * isa::kRowBytes, 656e9 / 8 * 8 / 9);
    EXPECT_GT(estimate(plan, topology).seconds, bound.strength_seconds);
  }
  Topology healthy() const {
    const Slice& slice = GetParam();
    return pod_of(slice.width, slice.height, slice.wrap_x, slice.wrap_y);
  }
};

TEST_P(EverySlice, Healthy) { expect_plan(healthy()); }

TEST_P(EverySlice, WithoutAHostAndAChipAndALink) {
  Topology topology = healthy();
  topology.fail_block({4, 2}, 4, 2);
  topology.fail_chip({1, 5});
  topology.fail_link({2, 1}, kEast);
  expect_plan(topology);
}

INSTANTIATE_TEST_SUITE_P(Slices, EverySlice,
                         testing::Values(Slice{8, 8, false, false}, Slice{8, 16, false, false},
                                         Slice{16, 16, false, false}, Slice{16, 32, false, true},
                                         Slice{32, 32, true, true}));

// Too large for the check in a test of the default suite: plans and images only.
TEST(LargeSlices, PlansFitIntoTheCores) {
  for (const Slice& slice : {Slice{64, 32, false, true}, Slice{128, 32, false, true}}) {
    plans::PlanRequest request;
    request.algorithm = plans::Algorithm::k2dYFirst;
    request.size.rows = 102'228'128 / 2 / isa::kRowBytes;
    request.cut = {128, 4};
    const plans::Plan plan =
        make_plan(pod_of(slice.width, slice.height, slice.wrap_x, slice.wrap_y), request);
    EXPECT_EQ(make_images(plan).size(), static_cast<std::size_t>(2 * slice.width * slice.height));
  }
}

}  // namespace
}  // namespace podsim::test
