// SPDX-License-Identifier: Apache-2.0
#include "sw/collectives/plan_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "firmware/diagnostics/user_error.h"
#include "sw/collectives/symbolic_run.h"

namespace podsim {
namespace {

/// The checks that need no run.
class StaticCheck {
 public:
  StaticCheck(const RingPlan& plan, const Topology& topology, const PlanSteps& steps)
      : plan_(plan), topology_(topology), steps_(steps) {}

  std::vector<PlanFault> run();

 private:
  void check_sizes();
  void check_buffers();
  void check_semaphore(int core, int semaphore);
  void check_step(int core, const PlanStep& step);
  void check_hop(int from_core, int to_core);
  void check_range(int core, const ShardRange& range);
  void check_sharing();
  void fault(const char* id, const std::string& text) { faults_.push_back({id, text}); }

  const RingPlan& plan_;
  const Topology& topology_;
  const PlanSteps& steps_;
  std::set<int> known_cores_;
  std::vector<PlanFault> faults_;
};

void StaticCheck::check_sizes() {
  const std::int64_t rows = (plan_.count + kPlanRowElements - 1) / kPlanRowElements;
  if (plan_.count < 1 || plan_.rows != rows) {
    fault("COLL-020", fmt::format("{} elements do not take {} rows", plan_.count, plan_.rows));
  }
  if (plan_.shard_rows < 1 || plan_.padded_rows() < plan_.rows) {
    fault("COLL-020", fmt::format("{} rows do not fit in 2 x {} shards of {} rows", plan_.rows,
                                  plan_.chips(), plan_.shard_rows));
  }
  if (!is_circuit(topology_, plan_.circuit.chips)) {
    fault("COLL-021", "the plan's circuit does not pass every live chip once over live links");
  }
  for (const CorePlan& core : plan_.cores) known_cores_.insert(core.core);
  const bool two_each = known_cores_.size() == plan_.cores.size() &&
                        plan_.ranks() == kCoresOfAChip * plan_.chips() &&
                        steps_.size() == plan_.cores.size();
  if (!two_each) fault("COLL-020", "the plan does not have two cores for each chip of the circuit");
}

void StaticCheck::check_buffers() {
  const RingBuffers& b = plan_.buffers;
  const std::int64_t shard = plan_.shard_rows;
  std::vector<std::pair<std::int64_t, std::int64_t>> spans = {
      {b.data, b.data + plan_.padded_rows()},
      {b.pair_landing, b.pair_landing + plan_.half_rows()},
      {b.landing, b.landing + (plan_.chips() - 1) * shard}};
  std::sort(spans.begin(), spans.end());
  if (spans.front().first < 0 || spans.back().second > b.end) {
    fault("COLL-022", fmt::format("a buffer lies outside the plan's {} rows", b.end));
  }
  for (std::size_t i = 0; i + 1 < spans.size(); ++i) {
    if (spans[i].second <= spans[i + 1].first) continue;
    fault("COLL-022", fmt::format("rows {} to {} belong to two buffers", spans[i + 1].first,
                                  std::min(spans[i].second, spans[i + 1].second) - 1));
  }
}

void StaticCheck::check_semaphore(int core, int semaphore) {
  if (semaphore >= 0 && semaphore < kPlanSemaphores) return;
  fault("COLL-023", fmt::format("core {} uses semaphore {}, but there are 0 to {}", core, semaphore,
                                kPlanSemaphores - 1));
}

void StaticCheck::check_hop(int from_core, int to_core) {
  if (known_cores_.count(to_core) == 0) {
    fault("COLL-021", fmt::format("core {} sends to core {}, which has no part in the plan",
                                  from_core, to_core));
    return;
  }
  const int from = from_core / kCoresOfAChip;
  const int to = to_core / kCoresOfAChip;
  if (from == to || topology_.port_towards(from, to)) return;
  fault("COLL-021", fmt::format("core {} sends to core {}, but no live link joins {} and {}",
                                from_core, to_core, to_string(topology_.coordinate(from)),
                                to_string(topology_.coordinate(to))));
}

void StaticCheck::check_range(int core, const ShardRange& range) {
  const int n = plan_.chips();
  const int sizes[] = {2 * n, n, n - 1};
  if (range.first >= 0 && range.shards >= 1 && range.first + range.shards <= sizes[range.buffer]) {
    return;
  }
  fault("COLL-028", fmt::format("a step of core {} uses shards {} to {} of a buffer of {}", core,
                                range.first, range.first + range.shards - 1, sizes[range.buffer]));
}

void StaticCheck::check_step(int core, const PlanStep& step) {
  if (step.kind != PlanStep::kAdd) check_semaphore(core, step.semaphore);
  if (step.kind == PlanStep::kSend) check_hop(core, step.other_core);
  if (step.kind == PlanStep::kWait && known_cores_.count(step.other_core) == 0) {
    fault("COLL-021", fmt::format("core {} waits for core {}, which has no part in the plan", core,
                                  step.other_core));
  }
  if (step.kind == PlanStep::kWaitSent) return;
  check_range(core, step.target);
  if (step.kind == PlanStep::kWait) return;
  check_range(core, step.source);
  if (step.source.shards != step.target.shards) {
    fault("COLL-028", fmt::format("a step of core {} has ranges of {} and {} shards", core,
                                  step.source.shards, step.target.shards));
  }
}

// DMA is unordered: a wait on a semaphore that two transfers raise could be for either.
void StaticCheck::check_sharing() {
  std::map<std::pair<int, int>, int> raised;  // core, semaphore
  for (const CorePlan& core : plan_.cores) ++raised[{core.core, plan_.semaphores.sent}];
  for (const auto& list : steps_) {
    for (const PlanStep& step : list) {
      if (step.kind == PlanStep::kSend) ++raised[{step.other_core, step.semaphore}];
    }
  }
  for (const auto& [where, times] : raised) {
    if (times < 2) continue;
    fault("COLL-023", fmt::format("semaphore {} of core {} is raised by {} transfers, so a wait "
                                  "on it does not say which has arrived",
                                  where.second, where.first, times));
    return;
  }
}

std::vector<PlanFault> StaticCheck::run() {
  check_sizes();
  if (!faults_.empty()) return faults_;
  check_buffers();
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    for (const PlanStep& step : steps_[i]) check_step(plan_.cores[i].core, step);
  }
  check_sharing();
  return faults_;
}

}  // namespace

PlanSteps all_steps(const RingPlan& plan) {
  PlanSteps steps;
  for (int i = 0; i < plan.ranks(); ++i) steps.push_back(core_steps(plan, i));
  return steps;
}

std::vector<PlanFault> check_steps(const RingPlan& plan, const Topology& topology,
                                   const PlanSteps& steps) {
  std::vector<PlanFault> faults = StaticCheck(plan, topology, steps).run();
  if (faults.empty()) faults = SymbolicRun(plan, steps).run();
  return faults;
}

std::vector<PlanFault> check_plan(const RingPlan& plan, const Topology& topology) {
  return check_steps(plan, topology, all_steps(plan));
}

void require_right(const std::vector<PlanFault>& faults) {
  if (faults.empty()) return;
  throw UserError(faults.front().id, faults.front().text, {}, {}, ExitCode::kCheckFailed);
}

}  // namespace podsim
