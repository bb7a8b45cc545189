// SPDX-License-Identifier: Apache-2.0
#include "tests/sw/plans/plan_bench.h"

#include <gtest/gtest.h>

#include "sw/routing/compute_routes.h"
#include "sw/routing/load_routes.h"

namespace podsim::test {

Topology pod_of(int width, int height, bool wrap_x, bool wrap_y) {
  MeshShape shape;
  shape.width = width;
  shape.height = height;
  shape.wrap_x = wrap_x;
  shape.wrap_y = wrap_y;
  return Topology(shape);
}

PlanOutcome run_plan(const plans::Plan& plan, const Topology& topology, plans::Pattern pattern,
                     RouterModel model) {
  const plans::CheckedPlan checked = plans::check_plan(plan, topology);
  require_right(checked.faults);
  PodParameters parameters;
  parameters.ici.model = static_cast<int>(model);
  Observer observer;
  Pod pod(parameters, topology, observer);
  load_routes(pod, compute_routes(topology).tables);
  const plans::PlanRun run(plan, checked, pattern);
  run.load(pod, 1);
  PlanOutcome result;
  result.outcome = pod.run(run.program());
  if (result.outcome.status == RunStatus::kHalted) {
    result.data = run.check(pod, 1);
  } else {
    result.report = describe(result.outcome, topology);
  }
  return result;
}

void expect_right(const plans::Plan& plan, const Topology& topology, plans::Pattern pattern,
                  RouterModel model) {
  const PlanOutcome result = run_plan(plan, topology, pattern, model);
  EXPECT_EQ(result.outcome.status, RunStatus::kHalted) << plan.name << "\n" << result.report;
  EXPECT_EQ(result.data.wrong, 0U) << plan.name << ": " << result.data.first;
  EXPECT_GT(result.data.checked, 0U);
}

}  // namespace podsim::test
