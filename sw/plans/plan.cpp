// SPDX-License-Identifier: Apache-2.0
#include "sw/plans/plan.h"

#include <algorithm>

#include "firmware/diagnostics/user_error.h"

namespace podsim::plans {

std::int64_t ChunkWalk::row(std::int64_t n) const {
  const std::int64_t i = n % inner;
  const std::int64_t m = n / inner % middle;
  const std::int64_t o = n / inner / middle;
  const bool wrapped = wrap_at > 0 && m >= wrap_at;
  return first + i * inner_step + m * middle_step + o * outer_step + (wrapped ? wrap_step : 0);
}

int Timetable::slot(std::int64_t n) const {
  return start + static_cast<int>(n / burst) * period + static_cast<int>(n % burst);
}

const char* to_string(Combine combine) {
  switch (combine) {
    case Combine::kSumFloat:
      return "fp32 sum";
    case Combine::kMaxFloat:
      return "fp32 max";
    case Combine::kSumBfloat:
      return "bf16 sum";
    case Combine::kMaxBfloat:
      return "bf16 max";
  }
  throw InternalError("no such combination");
}

int Plan::index_of(int core) const {
  const auto found =
      std::lower_bound(cores.begin(), cores.end(), core,
                       [](const CorePlan& plan, int value) { return plan.core < value; });
  if (found == cores.end() || found->core != core) {
    throw InternalError("a plan without core " + std::to_string(core));
  }
  return static_cast<int>(found - cores.begin());
}

int Plan::slots(const CorePlan& core, int phase) const {
  int slots = 0;
  for (const Primitive& primitive : core.primitives) {
    if (primitive.phase == phase) slots = std::max(slots, primitive.when.last_slot() + 1);
  }
  return slots;
}

}  // namespace podsim::plans
