// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/systemc/memory/dma_bench.h"

namespace podsim::test {
namespace {

class DmaRemote : public testing::Test {
 protected:
  void SetUp() override {
    elaborate();
    core.hbm.fill_random(1);
  }
  /// `rows` rows from HBM row `row` to the same rows of core 6.
  static DmaDescriptor remote(int rows, int row = 0, int lane = -1) {
    DmaDescriptor d = descriptor(rows);
    d[isa::kDmaTarget] = 6;
    d[isa::kDmaSourceRow] = row;
    d[isa::kDmaTargetRow] = row;
    d[isa::kDmaLane] = lane;
    return d;
  }
  std::vector<std::uint32_t> rows_sent() const {
    std::vector<std::uint32_t> rows;
    for (const FakePort::Sent& sent : port.sent) rows.push_back(sent.write.row);
    return rows;
  }
  EventQueue events;
  FakePort port;
  DmaCore core{3, events, port};
};

TEST_F(DmaRemote, HandsOverPacketsThatSayWhereTheyGo) {
  port.packet_size = 1024;
  DmaDescriptor d = remote(3, 40);
  d[isa::kDmaSendSemaphore] = 11;
  d[isa::kDmaReceiveSemaphore] = 12;
  core.engine.start(d, 0);
  run(events);
  ASSERT_EQ(port.sent.size(), 2u);
  const RemoteWrite& first = port.sent[0].write;
  EXPECT_EQ(first.target_core, 6);
  EXPECT_EQ(first.space, isa::Space::kVmem);
  EXPECT_EQ(first.row, 40u);
  EXPECT_EQ(first.semaphore, 12);
  EXPECT_EQ(first.amount, 1024u);
  EXPECT_FALSE(first.last);
  EXPECT_EQ(std::memcmp(first.data.data(), core.hbm.row(40), 1024), 0);
  const RemoteWrite& second = port.sent[1].write;
  EXPECT_EQ(second.row, 42u);
  EXPECT_EQ(second.amount, 512u);
  EXPECT_TRUE(second.last);
  EXPECT_EQ(second.data.bytes(), 512u);
  EXPECT_EQ(port.sent[0].at, 90'000u);       // 40 ns to begin, 50 ns to read
  EXPECT_EQ(core.client.values[11], 1536u);  // the receive semaphore is the target's
  EXPECT_EQ(core.client.values[12], 0u);
  EXPECT_EQ(core.log.dmas.at(0).target_core, 6);
  EXPECT_EQ(core.log.dmas.at(0).to, 90'000u);
  EXPECT_EQ(core.engine.counters().remote_transfers, 1u);
  EXPECT_TRUE(core.engine.idle());
}

TEST_F(DmaRemote, KeepsToOneLane) {
  core.engine.start(remote(5), 0);
  core.engine.start(remote(5, 10, 1), 0);
  run(events);
  for (const FakePort::Sent& sent : port.sent) {
    EXPECT_EQ(sent.lane, sent.write.row < 10 ? 2 : 1);  // core 3 is the second of its chip
  }
}

TEST_F(DmaRemote, WaitsForRoomInItsLaneAndSaysSo) {
  port.set_room(2);
  core.engine.start(remote(5), 0);
  run(events);
  EXPECT_EQ(port.sent.size(), 2u);
  EXPECT_EQ(core.engine.unread_transfers(), 0);
  EXPECT_EQ(core.engine.describe(),
            std::vector<std::string>{"core 3: DMA HBM row 0 -> core 6 VMEM row 0, 1 x 5 rows: 2560 "
                                     "of 2560 bytes read, 1024 handed to lane 2, waits for the "
                                     "lane"});
  port.set_room(100);
  core.engine.lane_ready(0, 400'000);  // another lane
  EXPECT_EQ(port.sent.size(), 2u);
  core.engine.lane_ready(2, 500'000);
  EXPECT_EQ(port.sent.size(), 5u);
  EXPECT_EQ(port.sent.back().at, 500'000u);
  EXPECT_EQ(core.log.dmas.at(0).to, 500'000u);
  EXPECT_TRUE(core.engine.idle());
}

TEST_F(DmaRemote, AFullLaneHoldsTheWindowAndNoMore) {
  port.set_room(0);
  core.engine.start(remote(40), 0);
  run(events);
  EXPECT_EQ(core.hbm.begins.size(), 16u);
  EXPECT_EQ(core.engine.unread_transfers(), 1);
  port.set_room(1);
  core.engine.lane_ready(2, 300'000);
  run(events);
  EXPECT_EQ(core.hbm.begins.size(), 17u);
  EXPECT_EQ(core.hbm.begins.back(), 300'000u);
}

TEST_F(DmaRemote, AFullLaneDoesNotStopAnother) {
  port.set_room(1000);
  port.room[0] = 0;
  core.engine.start(remote(5, 0, 0), 0);
  core.engine.start(remote(5, 10, 3), 0);
  run(events);
  EXPECT_EQ(rows_sent(), (std::vector<std::uint32_t>{10, 11, 12, 13, 14}));
}

TEST_F(DmaRemote, TransfersShareALaneInRoundRobin) {
  port.set_room(0);
  core.engine.start(remote(4, 0), 0);
  core.engine.start(remote(2, 10), 0);
  core.engine.start(remote(3, 20), 0);
  run(events);
  port.set_room(100);
  core.engine.lane_ready(2, 200'000);
  EXPECT_EQ(rows_sent(), (std::vector<std::uint32_t>{0, 10, 20, 1, 11, 21, 2, 22, 3}));
}

TEST_F(DmaRemote, PacketsOfATransferStayInOrderWhenReadsDoNot) {
  port.set_room(0);
  core.engine.start(remote(3), 0);
  events.run_next();          // begins: three reads under way, 50 ns each
  core.hbm.latency = 10'000;  // a later transfer reads faster
  core.engine.start(remote(3, 10), 0);
  port.set_room(100);
  run(events);
  EXPECT_EQ(rows_sent(), (std::vector<std::uint32_t>{10, 11, 12, 0, 1, 2}));
}

TEST_F(DmaRemote, APortMayCallBackFromSend) {
  port.set_room(1);
  port.on_send = [&](FakePort::Sent& sent) {
    port.room[static_cast<std::size_t>(sent.lane)] = 1;
    const int lane = sent.lane;
    core.engine.lane_ready(lane, sent.at);
  };
  core.engine.start(remote(40), 0);
  core.engine.start(remote(40, 100), 0);
  run(events);
  EXPECT_EQ(port.sent.size(), 80u);
  EXPECT_EQ(core.log.dmas.size(), 2u);
  EXPECT_TRUE(core.engine.idle());
}

TEST_F(DmaRemote, AFaultWhileReadingGivesTheLaneBack) {
  port.set_room(0);
  DmaDescriptor bad = remote(20);
  bad[isa::kDmaSourceRow] = 8192 - 4;
  core.engine.start(bad, 0);
  core.engine.start(remote(3, 10), 0);
  run(events);
  EXPECT_EQ(core.client.faults.size(), 1u);
  core.engine.start(remote(3, 20), 150'000);  // takes the place of the one that failed
  run(events);
  port.set_room(100);
  core.engine.lane_ready(2, 300'000);
  EXPECT_EQ(rows_sent(), (std::vector<std::uint32_t>{10, 20, 11, 21, 12, 22}));
  EXPECT_TRUE(core.engine.idle());
  EXPECT_EQ(core.engine.unread_transfers(), 0);
}

}  // namespace
}  // namespace podsim::test
