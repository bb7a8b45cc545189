// SPDX-License-Identifier: Apache-2.0
#include "sw/collectives/bandwidth_model.h"

#include <fmt/format.h>

#include "firmware/diagnostics/user_error.h"

namespace podsim {
namespace {

double row_bytes(std::int64_t rows) {
  return static_cast<double>(rows) * kPlanRowElements * sizeof(float);
}

}  // namespace

BandwidthColumns all_reduce_columns(std::int64_t bytes, double seconds, int ranks) {
  if (!(seconds > 0) || ranks < 1) {
    throw UserError("COLL-013", fmt::format("no bandwidth from {} s on {} ranks", seconds, ranks),
                    {}, "a time above 0 and at least 1 rank");
  }
  BandwidthColumns columns;
  columns.algbw = static_cast<double>(bytes) / seconds;
  columns.busbw = columns.algbw * 2 * (ranks - 1) / ranks;
  return columns;
}

double BandwidthModel::latency_seconds(const RingPlan& plan) const {
  return 2 * plan.chips() * step_seconds;
}

double BandwidthModel::seconds(const RingPlan& plan) const {
  const double exchanges = 2 * row_bytes(plan.half_rows()) / pair_bytes_per_second;
  const double ring = 2 * (plan.chips() - 1) * row_bytes(plan.shard_rows) / link_bytes_per_second;
  return latency_seconds(plan) + exchanges + ring;
}

}  // namespace podsim
