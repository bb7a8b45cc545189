// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_PLANS_CHECK_H_
#define PODSIM_SW_PLANS_CHECK_H_

#include <vector>

#include "sw/collectives/plan_check.h"
#include "sw/plans/plan.h"
#include "sw/plans/symbolic_run.h"
#include "systemc/pod/topology.h"

namespace podsim::plans {

/// What is wrong with the parts of a plan, one by one:
///   COLL-020 sizes: chunks, windows, timetables that do not fit their walk,
///   COLL-021 a connection whose ends are not live cores that can reach each other,
///   COLL-023 a connection that primitives do not use at both ends, in one phase and chunk size,
///            or with unequal numbers of chunks,
///   COLL-028 rows outside the buffers, or a combination of parts that no primitive has.
std::vector<PlanFault> check_structure(const Plan& plan, const Topology& topology);

/// A plan that has been run on symbolic contents, and what was wrong:
///   COLL-024 cores wait for ever (who waits for whom),
///   COLL-025 the result depends on when data are written,
///   COLL-026 a result is not what it must be: names core, row, and the contributions that are
///            missing or there more than once; or rows were read before they were written.
struct CheckedPlan {
  std::vector<PlanFault> faults;
  /// Of the last run; its terms give the order of additions.
  std::optional<SymbolicRun> run;
};

/// Checks structure, then runs the plan twice: with early and with late writes.
CheckedPlan check_plan(const Plan& plan, const Topology& topology);

}  // namespace podsim::plans

#endif  // PODSIM_SW_PLANS_CHECK_H_
