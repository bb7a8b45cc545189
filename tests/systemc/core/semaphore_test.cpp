// SPDX-License-Identifier: Apache-2.0
// Semaphores, waits, transfers and signals, markers: where a core sees and is seen.
#include <gtest/gtest.h>

#include "firmware/diagnostics/user_error.h"
#include "tests/systemc/core/core_bench.h"

namespace podsim::test {
namespace {

constexpr Picoseconds kPeriod = 1064;  // rounded up; edge n is at ceil(n * 1063.83)

TEST(Semaphore, AWaitTakesWhatItWaitedFor) {
  CoreBench bench;
  bench.run(
      "sig 5, 7\nwait 5, 3\nrdsem s1, 5\nsst s1, [0]\nwait 5, 4\nrdsem s1, 5\nsst s1, [1]\nhalt");
  ASSERT_EQ(bench.core.state(), CoreState::kHalted) << bench.core.fault().message;
  EXPECT_EQ(bench.core.smem().read(0), 4u);
  EXPECT_EQ(bench.core.smem().read(1), 0u);
  EXPECT_EQ(bench.core.semaphore(5), 0u);
}

TEST(Semaphore, AWaitingCoreSaysForWhat) {
  CoreBench bench;
  bench.run("snop\nwait 9, 100\nhalt");
  bench.core.raise_semaphore(9, 40, 5 * kPeriod);
  ASSERT_EQ(bench.core.state(), CoreState::kWaiting);
  EXPECT_EQ(bench.core.next_time(), kNever);
  const WaitInfo wait = bench.core.wait_info();
  EXPECT_EQ(wait.cause, StallCause::kSemaphoreWait);
  EXPECT_EQ(wait.semaphore, 9);
  EXPECT_EQ(wait.needed, 100u);
  EXPECT_EQ(wait.value, 40u);
  EXPECT_EQ(wait.bundle, 1u);
}

TEST(Semaphore, ARaiseWakesAtTheNextEdge) {
  CoreBench bench;
  bench.run("snop\n{ wait 9, 100 ; smov s1, 1 }\nhalt");
  bench.core.raise_semaphore(9, 99, 5000);
  bench.core.raise_semaphore(9, 2, 10000);  // edge 10 is at 10639
  ASSERT_EQ(bench.core.state(), CoreState::kRunning);
  EXPECT_EQ(bench.core.next_time(), 10639u);
  bench.run();
  EXPECT_EQ(bench.core.state(), CoreState::kFailed);  // one is left
  EXPECT_EQ(bench.core.fault().message, "left at halt: semaphore 9 = 1");
  EXPECT_EQ(bench.core.cycle(), 11u);
  EXPECT_EQ(bench.stalls(StallCause::kSemaphoreWait), 9u);
  ASSERT_EQ(bench.stall_events.size(), 1u);
  EXPECT_EQ(bench.stall_events[0].from, 1u);
  EXPECT_EQ(bench.stall_events[0].to, 10u);
  EXPECT_EQ(bench.stall_events[0].bundle, 1u);
}

TEST(Semaphore, ARaiseExactlyAtAnEdgeIsSeenThere) {
  CoreBench bench;
  bench.run("wait 9, 1\nhalt");
  bench.core.raise_semaphore(9, 1, 10639);
  EXPECT_EQ(bench.core.next_time(), 10639u);
}

TEST(Semaphore, ABarrierOutlivesItsProgram) {
  CoreBench bench;
  bench.run("sig 224, 3\nhalt");
  ASSERT_EQ(bench.core.state(), CoreState::kHalted);
  bench.core.raise_semaphore(224, 1, 50000);
  bench.core.start(bundles("bar 224, 5\nhalt"), 100000);
  bench.run();
  ASSERT_EQ(bench.core.state(), CoreState::kWaiting);
  EXPECT_EQ(bench.core.wait_info().cause, StallCause::kBarrierWait);
  bench.core.raise_semaphore(224, 1, 200000);
  bench.run();
  EXPECT_EQ(bench.core.state(), CoreState::kHalted);
  EXPECT_EQ(bench.stalls(StallCause::kBarrierWait), 188u - 94u);
}

TEST(Semaphore, OthersDoNotWake) {
  CoreBench bench;
  bench.run("wait 9, 1\nhalt");
  bench.core.raise_semaphore(8, 1, 5000);
  bench.core.transfer_read(5000);
  EXPECT_EQ(bench.core.state(), CoreState::kWaiting);
}

TEST(Semaphore, RaisingNoneIsAnInternalError) {
  CoreBench bench;
  EXPECT_THROW(bench.core.raise_semaphore(256, 1, 0), InternalError);
  EXPECT_THROW(bench.core.raise_semaphore(-1, 1, 0), InternalError);
}

TEST(Transfer, ReadsItsDescriptorAtIssueAndReturns) {
  CoreBench bench;
  for (std::uint32_t i = 0; i < 12; ++i) bench.core.smem().write(32 + i, i * 11 - 3);
  bench.start("smov s1, 77\nsmov s2, 32\n{ dma s2 ; sst s1, [33] }\nsnop\nhalt");
  bench.core.run_until(kNever);
  EXPECT_EQ(bench.core.state(), CoreState::kRunning);
  ASSERT_EQ(bench.transfers.size(), 1u);
  EXPECT_EQ(bench.transfers[0].at, 2128u);  // cycle 2
  for (std::size_t i = 0; i < 12; ++i) {
    EXPECT_EQ(bench.transfers[0].descriptor[i], static_cast<std::int32_t>(i) * 11 - 3);
  }
  EXPECT_EQ(bench.core.smem().read(33), 77u);
  EXPECT_EQ(bench.core.next_time(), 3192u);
  EXPECT_EQ(bench.core.counters().dma_starts, 1u);
  bench.run();
  EXPECT_EQ(bench.core.state(), CoreState::kHalted);
}

TEST(Transfer, DwaitWaitsUntilAllIsRead) {
  CoreBench bench;
  bench.unread = 2;
  bench.run("dwait\nhalt");
  ASSERT_EQ(bench.core.state(), CoreState::kWaiting);
  EXPECT_EQ(bench.core.wait_info().cause, StallCause::kDmaWait);
  EXPECT_EQ(bench.core.wait_info().value, 2u);
  bench.unread = 1;
  bench.core.transfer_read(3000);
  EXPECT_EQ(bench.core.state(), CoreState::kWaiting);
  bench.unread = 0;
  bench.core.transfer_read(10639);
  bench.run();
  EXPECT_EQ(bench.core.state(), CoreState::kHalted);
  EXPECT_EQ(bench.core.cycle(), 11u);
  EXPECT_EQ(bench.stalls(StallCause::kDmaWait), 10u);
}

TEST(Transfer, DwaitWithNothingUnreadGoesOn) {
  CoreBench bench;
  bench.run("dwait\nhalt");
  EXPECT_EQ(bench.core.state(), CoreState::kHalted);
  EXPECT_EQ(bench.core.cycle(), 1u);
}

TEST(Signal, GoesToTheEnvironmentAndReturns) {
  CoreBench bench;
  bench.start("smov s1, 9\nrsig s1, 17, 300\nhalt");
  bench.core.run_until(kNever);
  EXPECT_EQ(bench.core.state(), CoreState::kRunning);
  ASSERT_EQ(bench.signals.size(), 1u);
  EXPECT_EQ(bench.signals[0].core, 9);
  EXPECT_EQ(bench.signals[0].semaphore, 17);
  EXPECT_EQ(bench.signals[0].amount, 300u);
  EXPECT_EQ(bench.signals[0].at, 1064u);
}

TEST(Marker, TellsCoreTimeAndSpan) {
  CoreBench bench;
  bench.run("smov s1, 40\nmark s1, 1\nmark s1, 0\nmark 41, 2\nhalt");
  ASSERT_EQ(bench.markers.size(), 3u);
  EXPECT_EQ(bench.markers[0].core, 6);
  EXPECT_EQ(bench.markers[0].cycle, 1u);
  EXPECT_EQ(bench.markers[0].time, 1064u);
  EXPECT_EQ(bench.markers[0].span, 40u);
  EXPECT_EQ(bench.markers[0].kind, MarkerEvent::kBegin);
  EXPECT_EQ(bench.markers[1].kind, MarkerEvent::kEnd);
  EXPECT_EQ(bench.markers[2].kind, MarkerEvent::kNote);
}

TEST(Failure, OfTheChipStopsTheCore) {
  CoreBench bench;
  bench.run("snop\nwait 1, 1\nhalt");
  bench.core.fail("DMA-003", "no such row", 10000);
  EXPECT_EQ(bench.core.state(), CoreState::kFailed);
  EXPECT_EQ(bench.core.fault().id, "DMA-003");
  EXPECT_EQ(bench.core.fault().bundle, 1u);
  EXPECT_EQ(bench.core.fault().cycle, 10u);
  EXPECT_EQ(bench.core.next_time(), kNever);
}

}  // namespace
}  // namespace podsim::test
