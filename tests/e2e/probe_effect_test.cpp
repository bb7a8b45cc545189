// SPDX-License-Identifier: Apache-2.0
// Watching a run never changes it: every probe and the waves together against none.
#include <gtest/gtest.h>

#include "systemc/probe/packet_statistics.h"
#include "systemc/probe/phase_table.h"
#include "systemc/probe/timeline.h"
#include "tests/e2e/all_reduce_run.h"

namespace podsim::test {
namespace {

TEST(ProbeEffect, AllProbesAndWavesChangeNoCycleAndNoBit) {
  Topology topology = mesh(4, 4);
  topology.fail_block({0, 2}, 2, 2);
  AllReduceSetup setup;
  const AllReduceResult unwatched = all_reduce(topology, setup);

  TimelineOptions options;
  options.packets = true;
  options.minimum_stall = 0;
  Timeline timeline(testing::TempDir() + "/probe_effect.json", {}, Clock(940'000'000), 4, options);
  PhaseTable phases;
  PacketStatistics packets;
  ObserverList observers;
  observers.add(timeline);
  observers.add(phases);
  observers.add(packets);
  setup.observer = &observers;
  setup.waves.file = testing::TempDir() + "/probe_effect.fst";
  setup.waves.chips = topology.live_chips();
  const AllReduceResult watched = all_reduce(topology, setup);

  EXPECT_EQ(watched.digest, unwatched.digest);
  EXPECT_EQ(watched.outcome.duration(), unwatched.outcome.duration());
  EXPECT_GT(timeline.close(watched.outcome.ended).events, 0u);
}

TEST(ProbeEffect, ThreadsChangeNothing) {
  AllReduceSetup setup;
  setup.parameters.threads = 1;
  const AllReduceResult one = all_reduce(mesh(4, 4), setup);
  for (const int threads : {2, 3, 5}) {
    setup.parameters.threads = threads;
    const AllReduceResult more = all_reduce(mesh(4, 4), setup);
    EXPECT_EQ(more.digest, one.digest) << threads;
    EXPECT_EQ(more.outcome.duration(), one.outcome.duration()) << threads;
  }
}

}  // namespace
}  // namespace podsim::test
