// SPDX-License-Identifier: Apache-2.0
#include "sw/collectives/host_all_reduce.h"

#include <fmt/format.h>

#include <cmath>

#include "firmware/diagnostics/user_error.h"

namespace podsim {
namespace {

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

void require_shape(const RingPlan& plan, const std::vector<std::vector<float>>& inputs) {
  bool right = inputs.size() == plan.cores.size();
  for (const auto& input : inputs)
    right = right && static_cast<std::int64_t>(input.size()) == plan.count;
  if (right) return;
  throw UserError("COLL-012", fmt::format("the all-reduce takes {} arrays of {} elements",
                                          plan.ranks(), plan.count));
}

/// For each half and position: the ranks of the core that reduces it and of its peer.
struct Ranks {
  explicit Ranks(const RingPlan& plan) : own(plan.cores.size()), peer(plan.cores.size()) {
    const int n = plan.chips();
    for (int rank = 0; rank < plan.ranks(); ++rank) {
      const CorePlan& core = plan.cores[at(rank)];
      own[at(core.half * n + core.position)] = rank;
      for (int other = 0; other < plan.ranks(); ++other) {
        if (plan.cores[at(other)].core != core.peer_core) continue;
        peer[at(core.half * n + core.position)] = other;
      }
    }
  }
  std::vector<int> own;
  std::vector<int> peer;
};

}  // namespace

float flush_to_zero(float x) {
  return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.0F, x) : x;
}

float core_add(float x, float y) { return flush_to_zero(flush_to_zero(x) + flush_to_zero(y)); }

std::vector<float> host_all_reduce(const RingPlan& plan,
                                   const std::vector<std::vector<float>>& inputs) {
  require_shape(plan, inputs);
  const Ranks ranks(plan);
  const int n = plan.chips();
  const std::int64_t shard_elements = plan.shard_rows * kPlanRowElements;
  std::vector<float> result(at(plan.count));
  for (std::int64_t element = 0; element < plan.count; ++element) {
    const int shard = static_cast<int>(element / shard_elements);  // half * N + shard of the half
    const int half = shard / n;
    float sum = 0;
    for (int step = 0; step < n; ++step) {
      const std::size_t place = at(half * n + (shard + step) % n);
      const float own = core_add(inputs[at(ranks.own[place])][at(element)],
                                 inputs[at(ranks.peer[place])][at(element)]);
      sum = step == 0 ? own : core_add(own, sum);
    }
    result[at(element)] = sum;
  }
  return result;
}

std::vector<double> double_reference(const RingPlan& plan,
                                     const std::vector<std::vector<float>>& inputs) {
  require_shape(plan, inputs);
  std::vector<double> sums(at(plan.count), 0.0);
  for (const std::vector<float>& input : inputs) {
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += static_cast<double>(input[i]);
  }
  return sums;
}

double sum_error_bound(const std::vector<float>& values) {
  const auto n = static_cast<double>(values.size());
  const double rounding = (n - 1) * std::ldexp(1.0, -24);
  const double growth = rounding / (1 - rounding);
  double magnitude = 0;
  for (float value : values) magnitude += std::fabs(static_cast<double>(value));
  return growth * magnitude + (2 * n - 1) * std::ldexp(1.0, -126) * (1 + growth);
}

}  // namespace podsim
