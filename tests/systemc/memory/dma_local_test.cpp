// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/systemc/memory/dma_bench.h"

namespace podsim::test {
namespace {

using Raise = FakeClient::Raise;

class DmaLocal : public testing::Test {
 protected:
  void SetUp() override {
    elaborate();
    core.hbm.fill_random(1);
  }
  EventQueue events;
  FakePort port;
  DmaCore core{2, events, port};
};

// With the bench's memories a read of HBM takes 50 ns and a write to VMEM 10 ns; a transfer begins
// 40 ns after its operation.
TEST_F(DmaLocal, OneBurstByHand) {
  DmaDescriptor d = descriptor(8);
  d[isa::kDmaSendSemaphore] = 3;
  d[isa::kDmaReceiveSemaphore] = 4;
  core.engine.start(d, 1'000);
  EXPECT_EQ(core.engine.unread_transfers(), 1);
  run(events);
  EXPECT_EQ(core.hbm.begins, std::vector<Picoseconds>{41'000});
  EXPECT_EQ(core.vmem.begins, std::vector<Picoseconds>{91'000});
  const std::vector<Raise> expected = {{3, 4096, 91'000}, {4, 4096, 101'000}};
  EXPECT_EQ(core.client.raises, expected);
  EXPECT_EQ(core.client.read_out, std::vector<Picoseconds>{91'000});
  EXPECT_EQ(std::memcmp(core.hbm.row(0), core.vmem.row(0), 8 * kRow), 0);
  EXPECT_TRUE(core.engine.idle());
}

TEST_F(DmaLocal, AnnouncesTheTransferAtItsEnd) {
  core.engine.start(descriptor(8), 1'000);
  run(events);
  ASSERT_EQ(core.log.dmas.size(), 1u);
  const DmaEvent& event = core.log.dmas[0];
  EXPECT_EQ(event.core, 2);
  EXPECT_EQ(event.target_core, -1);
  EXPECT_EQ(event.from, 41'000u);
  EXPECT_EQ(event.to, 101'000u);
  EXPECT_EQ(event.bytes, 4096u);
}

TEST_F(DmaLocal, HoldsAtMostItsWindowOfBursts) {
  core.engine.start(descriptor(8 * 20), 0);  // 20 bursts, 16 in flight
  run(events);
  ASSERT_EQ(core.hbm.begins.size(), 20u);
  EXPECT_EQ(core.hbm.begins[15], 40'000u);
  EXPECT_EQ(core.hbm.begins[16], 100'000u);  // when the first has been written
  EXPECT_EQ(core.log.dmas[0].to, 160'000u);
}

TEST_F(DmaLocal, TheOwnNumberAsTargetIsLocal) {
  DmaDescriptor d = descriptor();
  d[isa::kDmaTarget] = 2;
  core.engine.start(d, 0);
  run(events);
  EXPECT_TRUE(port.sent.empty());
  EXPECT_EQ(std::memcmp(core.hbm.row(0), core.vmem.row(0), kRow), 0);
  EXPECT_EQ(core.engine.counters().local_transfers, 1u);
  EXPECT_EQ(core.engine.counters().remote_transfers, 0u);
}

TEST_F(DmaLocal, ReachesEverySpaceFromEverySpace) {
  for (int source = 0; source < 4; ++source) {
    for (int target = 0; target < 4; ++target) {
      core.at(source).fill_random(static_cast<unsigned>(10 + source));
      DmaDescriptor d = descriptor(3);
      d[isa::kDmaSourceSpace] = source;
      d[isa::kDmaTargetSpace] = target;
      d[isa::kDmaTargetRow] = 20;
      core.engine.start(d, 0);
      run(events);
      EXPECT_EQ(std::memcmp(core.at(source).row(0), core.at(target).row(20), 3 * kRow), 0)
          << source << " to " << target;
    }
  }
  EXPECT_EQ(core.engine.counters().bytes_read, 16 * 3 * kRow);
  EXPECT_EQ(core.engine.counters().bytes_written, 16 * 3 * kRow);
}

TEST_F(DmaLocal, TheReceiveSemaphoreNeverPassesTheDataWritten) {
  constexpr std::size_t kRows = 200;
  int raises = 0;
  core.client.on_raise = [&](int semaphore) {
    if (semaphore != 9) return;
    std::size_t there = 0;
    for (std::size_t r = 0; r < kRows; ++r) {
      there += std::memcmp(core.hbm.row(r), core.vmem.row(r), kRow) == 0 ? kRow : 0;
    }
    EXPECT_LE(core.client.values[9], there);
    ++raises;
  };
  DmaDescriptor d = descriptor(kRows);
  d[isa::kDmaReceiveSemaphore] = 9;
  core.engine.start(d, 0);
  run(events);
  EXPECT_EQ(raises, 25);
  EXPECT_EQ(core.client.values[9], kRows * kRow);
}

TEST_F(DmaLocal, TheSourceIsFreeOnceTheSendSemaphoreHasItsBytes) {
  const Bytes original(core.hbm.bytes.begin(), core.hbm.bytes.begin() + 100 * kRow);
  core.client.on_raise = [&](int semaphore) {
    if (semaphore != 5 || core.client.values[5] != 100 * kRow) return;
    std::fill(core.hbm.bytes.begin(), core.hbm.bytes.end(), std::byte{0});
  };
  DmaDescriptor d = descriptor(100);
  d[isa::kDmaSendSemaphore] = 5;
  core.engine.start(d, 0);
  run(events);
  EXPECT_EQ(std::memcmp(original.data(), core.vmem.row(0), original.size()), 0);
}

TEST_F(DmaLocal, UnreadEndsWithTheLastReadNotWithTheWrite) {
  core.engine.start(descriptor(8), 0);
  while (events.next_time() <= 90'000) events.run_next();
  EXPECT_EQ(core.engine.unread_transfers(), 0);
  EXPECT_FALSE(core.engine.idle());
}

TEST_F(DmaLocal, ABadDescriptorIsAFaultAndMovesNothing) {
  core.engine.start(descriptor(0), 77);
  EXPECT_EQ(core.client.faults,
            std::vector<std::string>{"DMA-005: block rows 0 is outside 1..8388607"});
  EXPECT_EQ(core.client.fault_times, std::vector<Picoseconds>{77});
  EXPECT_TRUE(core.engine.idle());
  EXPECT_EQ(core.engine.unread_transfers(), 0);
  EXPECT_TRUE(events.empty());
}

TEST_F(DmaLocal, AReadThatTheMemoryRefusesIsAFault) {
  DmaDescriptor d = descriptor(8 * 30);
  d[isa::kDmaSourceRow] = 8192 - 16;  // the bench's HBM ends at row 8192
  core.engine.start(d, 0);
  run(events);
  EXPECT_EQ(core.client.faults,
            std::vector<std::string>{"DMA-009: the memory refused to read HBM rows 8192..8199: "
                                     "TLM_ADDRESS_ERROR_RESPONSE"});
  EXPECT_TRUE(core.engine.idle());
  EXPECT_EQ(core.engine.unread_transfers(), 0);
}

TEST_F(DmaLocal, AWriteThatTheMemoryRefusesIsAFault) {
  DmaDescriptor d = descriptor(8 * 30);
  d[isa::kDmaSourceSpace] = 1;
  d[isa::kDmaTargetSpace] = 0;
  d[isa::kDmaTargetRow] = 8192 - 4;
  core.engine.start(d, 0);
  run(events);
  ASSERT_EQ(core.client.faults.size(), 1u);
  EXPECT_EQ(core.client.faults[0],
            "DMA-009: the memory refused to write HBM rows 8188..8195: "
            "TLM_ADDRESS_ERROR_RESPONSE");
  EXPECT_TRUE(core.engine.idle());
  EXPECT_EQ(core.engine.unread_transfers(), 0);
}

TEST_F(DmaLocal, DescribesTransfersInTheOrderOfTheirStart) {
  core.engine.start(descriptor(8 * 20), 0);
  DmaDescriptor d = descriptor(1);
  d[isa::kDmaTargetSpace] = 2;
  core.engine.start(d, 60'000);
  while (events.next_time() <= 90'000) events.run_next();
  const std::vector<std::string> expected = {
      "core 2: DMA HBM row 0 -> VMEM row 0, 1 x 160 rows: 65536 of 81920 bytes read, 0 written",
      "core 2: DMA HBM row 0 -> SMEM row 0, 1 x 1 rows: not begun"};
  EXPECT_EQ(core.engine.describe(), expected);
  run(events);
  EXPECT_TRUE(core.engine.describe().empty());
}

TEST_F(DmaLocal, AClientMayStartATransferFromACall) {
  core.client.on_raise = [&](int semaphore) {
    if (semaphore != 1) return;
    DmaDescriptor next = descriptor(8);
    next[isa::kDmaTargetRow] = 100;
    core.engine.start(next, events.next_time());
  };
  DmaDescriptor d = descriptor(24);
  d[isa::kDmaSendSemaphore] = 1;
  core.engine.start(d, 0);
  run(events);
  EXPECT_EQ(core.log.dmas.size(), 4u);
  EXPECT_EQ(std::memcmp(core.hbm.row(0), core.vmem.row(100), 8 * kRow), 0);
  EXPECT_TRUE(core.engine.idle());
}

}  // namespace
}  // namespace podsim::test
