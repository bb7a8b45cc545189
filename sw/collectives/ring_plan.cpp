// SPDX-License-Identifier: Apache-2.0
#include "sw/collectives/ring_plan.h"

#include <fmt/format.h>

#include "firmware/diagnostics/user_error.h"

namespace podsim {
namespace {

std::int64_t divide_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

int modulo(int a, int n) { return (a % n + n) % n; }

RingBuffers lay_out(int chips, std::int64_t shard_rows) {
  RingBuffers buffers;
  buffers.pair_landing = buffers.data + 2 * chips * shard_rows;
  buffers.landing = buffers.pair_landing + chips * shard_rows;
  buffers.end = buffers.landing + (chips - 1) * shard_rows;
  return buffers;
}

CorePlan core_plan(const HamiltonianCircuit& circuit, int index, int half) {
  const int along = half == 0 ? 1 : -1;
  CorePlan plan;
  plan.chip = circuit.chip_after(index, 0);
  plan.core = plan.chip * kCoresOfAChip + half;
  plan.half = half;
  plan.direction = half == 0 ? RingDirection::kClockwise : RingDirection::kCounterClockwise;
  plan.position = modulo(along * index, circuit.size());
  plan.next_core = circuit.chip_after(index, along) * kCoresOfAChip + half;
  plan.previous_core = circuit.chip_after(index, -along) * kCoresOfAChip + half;
  plan.peer_core = plan.chip * kCoresOfAChip + (1 - half);
  return plan;
}

/// Writes down the steps of one core.
class StepWriter {
 public:
  StepWriter(const RingPlan& plan, const CorePlan& core) : plan_(plan), core_(core) {}

  std::vector<PlanStep> run() {
    exchange_halves();
    for (int k = 0; k + 1 < plan_.chips(); ++k) reduce_scatter(k);
    for (int k = 0; k + 1 < plan_.chips(); ++k) all_gather(k);
    exchange_results();
    steps_.push_back({PlanStep::kWaitSent, core_.core, {}, {}, plan_.semaphores.sent});
    return std::move(steps_);
  }

 private:
  ShardRange half(int which) const {
    return {ShardRange::kData, which * plan_.chips(), plan_.chips()};
  }
  ShardRange shard(int number) const {
    return {ShardRange::kData, core_.half * plan_.chips() + modulo(number, plan_.chips()), 1};
  }

  void exchange_halves() {
    const ShardRange landing{ShardRange::kPairLanding, 0, plan_.chips()};
    const int semaphore = plan_.semaphores.pair_in;
    steps_.push_back({PlanStep::kSend, core_.peer_core, half(1 - core_.half), landing, semaphore});
    steps_.push_back({PlanStep::kWait, core_.peer_core, {}, landing, semaphore});
    steps_.push_back({PlanStep::kAdd, -1, landing, half(core_.half), -1});
  }

  void reduce_scatter(int k) {
    const ShardRange slot{ShardRange::kLanding, k, 1};
    const int semaphore = plan_.semaphores.reduce_scatter + k;
    const int i = core_.position;
    steps_.push_back({PlanStep::kSend, core_.next_core, shard(i - k), slot, semaphore});
    steps_.push_back({PlanStep::kWait, core_.previous_core, {}, slot, semaphore});
    steps_.push_back({PlanStep::kAdd, -1, slot, shard(i - k - 1), -1});
  }

  void all_gather(int k) {
    const int semaphore = plan_.semaphores.all_gather + k;
    const int i = core_.position;
    const ShardRange sent = shard(i + 1 - k);
    steps_.push_back({PlanStep::kSend, core_.next_core, sent, sent, semaphore});
    steps_.push_back({PlanStep::kWait, core_.previous_core, {}, shard(i - k), semaphore});
  }

  void exchange_results() {
    const int semaphore = plan_.semaphores.pair_out;
    const ShardRange own = half(core_.half);
    steps_.push_back({PlanStep::kSend, core_.peer_core, own, own, semaphore});
    steps_.push_back({PlanStep::kWait, core_.peer_core, {}, half(1 - core_.half), semaphore});
  }

  const RingPlan& plan_;
  const CorePlan& core_;
  std::vector<PlanStep> steps_;
};

}  // namespace

RingPlan make_ring_plan(const HamiltonianCircuit& circuit, std::int64_t count) {
  if (circuit.size() > kMaxRingChips) {
    throw UserError(
        "COLL-010",
        fmt::format("a ring of {} chips needs more semaphores than a core has", circuit.size()), {},
        fmt::format("at most {} chips", kMaxRingChips));
  }
  if (count < 1) {
    throw UserError("COLL-011", fmt::format("an all-reduce of {} elements", count), {},
                    "at least 1");
  }
  RingPlan plan;
  plan.circuit = circuit;
  plan.count = count;
  plan.rows = divide_up(count, kPlanRowElements);
  plan.shard_rows = divide_up(plan.rows, 2 * circuit.size());
  plan.buffers = lay_out(circuit.size(), plan.shard_rows);
  for (int i = 0; i < circuit.size(); ++i) {
    for (int half = 0; half < kCoresOfAChip; ++half) {
      plan.cores.push_back(core_plan(circuit, i, half));
    }
  }
  return plan;
}

RingPlan make_ring_plan(const Topology& topology, std::int64_t count) {
  return make_ring_plan(find_circuit(topology), count);
}

std::int64_t first_row(const RingPlan& plan, const ShardRange& range) {
  std::int64_t base = plan.buffers.data;
  if (range.buffer == ShardRange::kPairLanding) base = plan.buffers.pair_landing;
  if (range.buffer == ShardRange::kLanding) base = plan.buffers.landing;
  return base + range.first * plan.shard_rows;
}

std::vector<PlanStep> core_steps(const RingPlan& plan, int index) {
  return StepWriter(plan, plan.cores[static_cast<std::size_t>(index)]).run();
}

std::string to_string(const RingPlan& plan) {
  return fmt::format(
      "ring all-reduce, both directions: {} chips, {} cores, circuit by {}\n"
      "elements {} fp32 in {} rows, padded to {}: 2 halves x {} shards x {} rows\n"
      "rows     data {}, pair landing {}, landing {}, end {}\n",
      plan.chips(), plan.ranks(), to_string(plan.circuit.method), plan.count, plan.rows,
      plan.padded_rows(), plan.chips(), plan.shard_rows, plan.buffers.data,
      plan.buffers.pair_landing, plan.buffers.landing, plan.buffers.end);
}

}  // namespace podsim
