// SPDX-License-Identifier: Apache-2.0
#include "sw/collectives/bandwidth_model.h"

#include <gtest/gtest.h>

#include "firmware/diagnostics/user_error.h"

namespace podsim {
namespace {

TEST(BandwidthColumns, AreThoseOfNcclTests) {
  const BandwidthColumns columns = all_reduce_columns(1'000'000, 0.001, 4);
  EXPECT_DOUBLE_EQ(columns.algbw, 1e9);
  EXPECT_DOUBLE_EQ(columns.busbw, 1.5e9);
  EXPECT_THROW(all_reduce_columns(1, 0.0, 4), UserError);
  EXPECT_THROW(all_reduce_columns(1, 1.0, 0), UserError);
}

TEST(BandwidthModel, CountsExchangesAndSteps) {
  const RingPlan plan = make_ring_plan(Topology(MeshShape{2, 2}), 8 * 128 * 1000);
  BandwidthModel model;
  model.link_bytes_per_second = 512e6;  // a row takes 1 us
  model.pair_bytes_per_second = 1024e6;
  model.step_seconds = 0.5e-6;
  // Shards of 1000 rows: 2 exchanges of 4000 rows at 0.5 us, 6 steps of 1000 us, 8 latencies.
  EXPECT_NEAR(model.seconds(plan), 4000e-6 + 6000e-6 + 4e-6, 1e-12);
  EXPECT_NEAR(model.latency_seconds(plan), 4e-6, 1e-15);
}

}  // namespace
}  // namespace podsim
