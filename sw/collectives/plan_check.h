// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_COLLECTIVES_PLAN_CHECK_H_
#define PODSIM_SW_COLLECTIVES_PLAN_CHECK_H_

#include <string>
#include <vector>

#include "sw/collectives/ring_plan.h"
#include "systemc/pod/topology.h"

namespace podsim {

/// Something wrong with a plan.
struct PlanFault {
  std::string id;  ///< COLL-020 sizes, -021 hop over no live link, -022 buffers overlap,
                   ///< -023 semaphore range or sharing, -024 wait for ever, -025 race,
                   ///< -026 wrong contents, -027 semaphore left over, -028 range of a step
  std::string text;
};

/// The steps of every core, in the order of plan.cores.
using PlanSteps = std::vector<std::vector<PlanStep>>;
PlanSteps all_steps(const RingPlan& plan);

/// Checks the plan before it runs; empty when it is right.
///
/// Sizes, links, buffers and semaphores are checked one by one. Then the steps run on symbolic
/// contents: each shard on each core is the multiset of the cores that it is the sum of. At the end
/// every core must hold every shard as the sum of all cores, each once. No core may wait for ever:
/// the circle of waits is named. Two accesses to a shard, of which one writes, must be ordered by
/// steps and semaphores in every run, whatever the order of transfers (vector clocks).
std::vector<PlanFault> check_plan(const RingPlan& plan, const Topology& topology);

/// The same for steps that need not be those of core_steps.
std::vector<PlanFault> check_steps(const RingPlan& plan, const Topology& topology,
                                   const PlanSteps& steps);

/// Throws UserError with the id of the first fault and exit code kCheckFailed, if there is one.
void require_right(const std::vector<PlanFault>& faults);

}  // namespace podsim

#endif  // PODSIM_SW_COLLECTIVES_PLAN_CHECK_H_
