// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_TESTS_SW_PLANS_PLAN_BENCH_H_
#define PODSIM_TESTS_SW_PLANS_PLAN_BENCH_H_

#include <string>

#include "sw/plans/plan_run.h"
#include "systemc/pod/pod.h"

namespace podsim::test {

Topology pod_of(int width, int height, bool wrap_x = false, bool wrap_y = false);

struct PlanOutcome {
  RunOutcome outcome;
  std::string report;  ///< of a run that did not halt
  plans::DataCheck data;
};

/// Checks the plan, runs it on a pod of its own (model cycle) and checks every word. Throws what
/// require_right throws.
PlanOutcome run_plan(const plans::Plan& plan, const Topology& topology,
                     plans::Pattern pattern = plans::Pattern::kRandom,
                     RouterModel model = RouterModel::kCycle);

/// Fails the running test unless the plan halts with every word right.
void expect_right(const plans::Plan& plan, const Topology& topology,
                  plans::Pattern pattern = plans::Pattern::kRandom,
                  RouterModel model = RouterModel::kCycle);

}  // namespace podsim::test

#endif  // PODSIM_TESTS_SW_PLANS_PLAN_BENCH_H_
