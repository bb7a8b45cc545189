// SPDX-License-Identifier: Apache-2.0
#include "sw/plans/pair_exchange.h"

#include <algorithm>

#include "sw/plans/ring_phase.h"
#include "sw/plans/symbolic_run.h"

namespace podsim::plans {
namespace {

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

/// The half that a core of a pair holds after the exchange.
std::int64_t half_of(int core) { return finished_shard(core % kCoresOfAChip, kCoresOfAChip); }

/// A primitive of the inner plan, moved to the half that the core holds in its target buffer.
Primitive moved(Primitive primitive, const Plan& chips, std::int64_t first_row) {
  const std::int64_t source = primitive.walk.first - chips.source_row;
  const bool from_source = primitive.own && source >= 0 && source < chips.buffer_rows;
  const std::int64_t old_base = from_source ? chips.source_row : chips.target_row;
  primitive.walk.first += first_row - old_base;
  if (from_source) primitive.target_shift -= chips.target_row - chips.source_row;
  ++primitive.phase;
  return primitive;
}

}  // namespace

Plan with_pair_exchange(const Plan& chips, const CutLimits& limits) {
  Plan plan = chips;
  const std::int64_t half = chips.buffer_rows;
  const std::int64_t unit = unit_rows(chips);
  plan.name = chips.name;
  plan.ranks = static_cast<int>(plan.cores.size());
  plan.buffer_rows = kCoresOfAChip * half;
  plan.phases.insert(plan.phases.begin(), "reduce-scatter pair");
  plan.phases.emplace_back("all-gather pair");
  for (Connection& connection : plan.connections) ++connection.phase;
  for (CorePlan& core : plan.cores) {
    for (Primitive& primitive : core.primitives) {
      // A core's shift also turns source rows into rows of its own half.
      primitive = moved(primitive, chips, chips.target_row + half_of(core.core) * half);
    }
  }
  CutLimits in_units = limits;
  in_units.chunk_rows = static_cast<int>(std::max<std::int64_t>(1, limits.chunk_rows / unit));
  RingCut cut = cut_shard(kCoresOfAChip, half / unit, in_units);
  cut.chunk_rows *= static_cast<int>(unit);
  for (std::size_t i = 0; i < plan.cores.size(); i += kCoresOfAChip) {
    Ring ring;
    ring.members = {plan.cores[i].core, plan.cores[i + 1].core};
    ring.cut = cut;
    ring.first_row = plan.source_row;
    add_reduce_scatter(plan, ring, 0, plan.target_row - plan.source_row);
    ring.first_row = plan.target_row;
    add_all_gather(plan, ring, static_cast<int>(plan.phases.size()) - 1, 0);
  }
  plan.groups.assign(1, {});
  plan.results.clear();
  for (const CorePlan& core : plan.cores) plan.groups[0].push_back(core.core);
  for (std::size_t i = 0; i < plan.cores.size(); ++i) {
    plan.results.emplace_back();
    for (const CorePlan& half_owner : {plan.cores[i], plan.cores[i ^ 1U]}) {
      for (const Result& result : chips.results[at(plan.index_of(half_owner.core))]) {
        const std::int64_t shift = half_of(half_owner.core) * half;
        plan.results[i].push_back({result.target + shift, result.source + shift, result.rows, 0});
      }
    }
  }
  return plan;
}

}  // namespace podsim::plans
