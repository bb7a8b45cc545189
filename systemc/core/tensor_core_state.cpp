// SPDX-License-Identifier: Apache-2.0
#include "systemc/core/tensor_core_state.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <utility>

#include "firmware/diagnostics/user_error.h"
#include "systemc/core/flush_guard.h"

namespace podsim {

using isa::Opcode;

namespace {

constexpr std::size_t kMostStalls = 1024;  // kept until they are announced together

}  // namespace

TensorCore::State::State(const CoreParameters& parameters, int id, CoreEnvironment& environment,
                         Observer& observer, const DataScale& scale)
    : global_id(id),
      vmem("vmem", parameters, scale),
      smem("smem", parameters),
      imem("imem", parameters),
      parameters_(parameters),
      clock_(static_cast<std::uint64_t>(parameters.clock_hz)),
      latencies_(parameters),
      environment_(environment),
      observer_(observer),
      scalar_(latencies_, smem),
      vector_(latencies_, scalar_, vmem),
      mxus_{Mxu(parameters, scale.full()), Mxu(parameters, scale.full())},
      xlu_(parameters, scale.full()) {}

void TensorCore::State::reset_units() {
  scalar_.reset();
  vector_.reset();
  for (Mxu& mxu : mxus_) mxu.reset();
  xlu_.reset();
  scoreboard_.reset();
  loops_.reset();
  branch_until_ = delay_until_ = 0;
  wait_.reset();
  next_time_.known = false;
  request_ = {};
}

void TensorCore::State::start(std::shared_ptr<const DecodedProgram> program, Picoseconds at) {
  reset_units();
  pc = 0;
  next_cycle_ = cycle = clock_.first_edge_at_or_after(at);
  state = CoreState::kRunning;
  if (program->bundles.size() > isa::kImemBundles) {
    return fail(
        {CoreFaultKind::kProgramSize, fmt::format("the program has {} bundles, IMEM holds {}",
                                                  program->bundles.size(), isa::kImemBundles)},
        cycle);
  }
  program_ = program->number;
  imem.load(std::move(program));
  const std::string leftovers = semaphores.leftovers();
  if (leftovers.empty()) return;
  fail({CoreFaultKind::kStartSemaphore, "not zero at the start: " + leftovers}, cycle);
}

void TensorCore::State::run_until(Picoseconds limit) {
  if (state != CoreState::kRunning) return;
  next_time_.known = false;
  const Cycle limit_cycle = clock_.first_edge_at_or_after(limit);
  {
    const FlushGuard guard;
    seen_ = false;
    try {
      while (step(limit_cycle)) {
      }
    } catch (const CoreError& error) {
      fail(error, cycle);
    }
  }
  announce_stalls();
}

/// Issues the next bundle if its cycle is before `limit`; whether to go on with another one.
bool TensorCore::State::step(Cycle limit) {
  const DecodedBundle& bundle = imem.fetch(pc);
  Cycle at = next_cycle_;
  if (must_plan(bundle)) {
    const IssuePlan plan = plan_issue(bundle);
    at = plan.cycle();
    if (at >= limit) return false;
    account(plan);
    scoreboard_.settle(at);
    next_cycle_ = at;
  } else if (at >= limit) {
    return false;
  }
  if (bundle.may_wait) {
    WaitInfo wait;
    if (must_wait(bundle.ops.back(), wait)) return begin_wait(wait, at), false;
    if (wait_) report_stall(wait_->cause, wait_from_, at);
    wait_.reset();
  }
  if (bundle.scalar_only) return issue_scalar(bundle, at), true;
  issue(bundle, at);
  return state == CoreState::kRunning && !seen_;
}

bool TensorCore::State::must_plan(const DecodedBundle& bundle) const {
  return bundle.uses_fifos || branch_until_ > next_cycle_ || delay_until_ > next_cycle_ ||
         !scoreboard_.surely_ready(bundle);
}

IssuePlan TensorCore::State::plan_issue(const DecodedBundle& bundle) const {
  IssuePlan plan(next_cycle_);
  plan.wait_for(StallCause::kBranch, branch_until_);
  plan.wait_for(StallCause::kDelay, delay_until_);
  plan.wait_for(StallCause::kScalarHazard, scoreboard_.scalar_ready(bundle, plan.cycle()));
  plan.wait_for(StallCause::kVectorHazard, scoreboard_.vector_ready(bundle, plan.cycle()));
  if (bundle.uses_fifos) plan_fifos(bundle, plan);
  return plan;
}

void TensorCore::State::plan_fifos(const DecodedBundle& bundle, IssuePlan& plan) const {
  for (const DecodedOp& op : bundle.ops) {
    const Mxu& mxu = mxus_[op.unit];
    if (op.opcode == Opcode::kMmul) {
      plan.wait_for(StallCause::kMxuFull, mxu.earliest_product(plan.cycle()));
    } else if (op.opcode == Opcode::kMwl || op.opcode == Opcode::kMwlt) {
      plan.wait_for(StallCause::kMxuFull, mxu.earliest_weight_push(plan.cycle()));
    }
  }
  for (const DecodedOp& op : bundle.ops) {
    if (op.opcode == Opcode::kMpop) {
      plan.wait_for(StallCause::kResultWait, mxus_[op.unit].earliest_pop(plan.cycle()));
    } else if (op.opcode == Opcode::kXpop) {
      plan.wait_for(StallCause::kXluWait, xlu_.earliest_pop(plan.cycle()));
    }
  }
}

void TensorCore::State::account(const IssuePlan& plan) {
  for (const IssuePlan::Stall& stall : plan) report_stall(stall.cause, stall.from, stall.to);
}

void TensorCore::State::report_stall(StallCause cause, Cycle from, Cycle to) {
  if (from == to) return;
  counters.stall_cycles[static_cast<std::size_t>(cause)] += to - from;
  stalls_.push_back({global_id, cause, from, to, pc});
  if (stalls_.size() < kMostStalls) return;
  const NormalGuard guard;
  announce_stalls();
}

/// Outside a FlushGuard, before anything else is announced: the order of events is kept.
void TensorCore::State::announce_stalls() {
  for (const StallEvent& stall : stalls_) observer_.on_stall(stall);
  stalls_.clear();
}

Picoseconds TensorCore::State::next_time() const {
  if (state != CoreState::kRunning) return kNever;
  if (next_time_.known && next_time_.version == imem.version()) return next_time_.at;
  const DecodedBundle& bundle = imem.fetch(pc);
  const Cycle cycle_wanted = must_plan(bundle) ? plan_issue(bundle).cycle() : next_cycle_;
  next_time_ = {true, imem.version(), clock_.time_of(cycle_wanted)};
  return next_time_.at;
}

bool TensorCore::State::must_wait(const DecodedOp& op, WaitInfo& wait) const {
  if (op.opcode == Opcode::kDwait) {
    const NormalGuard guard;
    wait.cause = StallCause::kDmaWait;
    wait.needed = static_cast<std::uint32_t>(environment_.unread_transfers());
    return wait.needed > 0;
  }
  const bool barrier = op.opcode == Opcode::kBar;
  wait.cause = barrier ? StallCause::kBarrierWait : StallCause::kSemaphoreWait;
  wait.semaphore = Semaphores::checked(scalar_.value(op.a), barrier);
  wait.needed = scalar_.value(op.b);
  return semaphores.value(wait.semaphore) < wait.needed;
}

void TensorCore::State::begin_wait(const WaitInfo& wait, Cycle at) {
  if (!wait_) wait_from_ = at;
  wait_ = wait;
  next_cycle_ = at;
  state = CoreState::kWaiting;
}

void TensorCore::State::wake(Picoseconds at) {
  next_cycle_ = std::max(next_cycle_, clock_.first_edge_at_or_after(at));
  next_time_.known = false;
  state = CoreState::kRunning;
}

void TensorCore::State::raise_semaphore(int semaphore, std::uint32_t amount, Picoseconds at) {
  if (semaphore < 0 || semaphore >= isa::kSemaphores) {
    throw InternalError(fmt::format("core {}: raise of semaphore {}", global_id, semaphore));
  }
  try {
    semaphores.add(semaphore, amount);
  } catch (const CoreError& error) {
    return fail(error, std::max(cycle, clock_.first_edge_at_or_after(at)));
  }
  if (state == CoreState::kWaiting && wait_->semaphore == semaphore &&
      semaphores.value(semaphore) >= wait_->needed) {
    wake(at);
  }
}

void TensorCore::State::transfer_read(Picoseconds at) {
  if (state == CoreState::kWaiting && wait_->cause == StallCause::kDmaWait &&
      environment_.unread_transfers() == 0) {
    wake(at);
  }
}

WaitInfo TensorCore::State::wait_info() const {
  WaitInfo info = wait_.value_or(WaitInfo{});
  if (info.semaphore >= 0) info.value = semaphores.value(info.semaphore);
  if (info.cause == StallCause::kDmaWait) {
    info.needed = 0;
    info.value = static_cast<std::uint32_t>(environment_.unread_transfers());
  }
  info.bundle = pc;
  return info;
}

void TensorCore::State::fail(const CoreError& error, Cycle at) {
  fault = {std::string(id(error.kind)), error.message, pc, at,
           error.kind == CoreFaultKind::kCheckFailed};
  cycle = at;
  state = CoreState::kFailed;
}

void TensorCore::State::fail(std::string fault_id, std::string message, Picoseconds at) {
  cycle = std::max(cycle, clock_.first_edge_at_or_after(at));
  fault = {std::move(fault_id), std::move(message), pc, cycle, false};
  state = CoreState::kFailed;
}

std::uint64_t TensorCore::State::digest() const {
  XXH3_state_t* hash = XXH3_createState();
  XXH3_64bits_reset(hash);
  const auto add = [hash](const void* data, std::size_t size) {
    XXH3_64bits_update(hash, data, size);
  };
  const std::uint64_t parts[] = {vmem.digest(),       vector_.digest(),      counters.bundles,
                                 counters.scalar_ops, counters.vector_ops,   counters.loads,
                                 counters.stores,     counters.mxu_products, counters.dma_starts};
  add(parts, sizeof parts);
  add(counters.stall_cycles.data(), sizeof counters.stall_cycles);
  add(smem.words().data(), sizeof(Smem::Words));
  add(scalar_.registers().data(), sizeof(ScalarUnit::Registers));
  add(semaphores.values().data(), sizeof(Semaphores::Values));
  const std::uint64_t value = XXH3_64bits_digest(hash);
  XXH3_freeState(hash);
  return value;
}

}  // namespace podsim
