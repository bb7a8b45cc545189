// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/systemc/memory/dma_bench.h"

namespace podsim::test {
namespace {

class DmaArrivalsTest : public testing::Test {
 protected:
  void SetUp() override { elaborate(); }
  static RemoteWrite write(isa::Space space, std::uint32_t row, std::size_t bytes) {
    return {
        2, space, row, 30, static_cast<std::uint32_t>(bytes), false, block_of(bytes, std::byte{7})};
  }
  std::string fault_of(RemoteWrite bad) {
    core.client.faults.clear();
    core.engine.deliver(std::move(bad), 0);
    EXPECT_TRUE(core.engine.idle());
    return core.client.faults.empty() ? "none" : core.client.faults.front();
  }
  EventQueue events;
  FakePort port;
  DmaCore core{2, events, port};
};

TEST_F(DmaArrivalsTest, WritesAfterTheWriteLatencyAndThenRaises) {
  core.engine.deliver(write(isa::Space::kVmem, 5, 1024), 100'000);
  EXPECT_FALSE(core.engine.idle());
  EXPECT_EQ(core.engine.describe(),
            std::vector<std::string>{"core 2: arriving write of 1024 bytes to VMEM row 5"});
  run(events);
  EXPECT_EQ(core.vmem.begins, std::vector<Picoseconds>{120'000});
  const std::vector<FakeClient::Raise> expected = {{30, 1024, 130'000}};  // VMEM takes 10 ns
  EXPECT_EQ(core.client.raises, expected);
  EXPECT_EQ(*core.vmem.row(6), std::byte{7});
  EXPECT_EQ(*core.vmem.row(7), std::byte{0});
  EXPECT_EQ(core.engine.counters().bytes_written, 1024u);
  EXPECT_TRUE(core.engine.idle());
  EXPECT_TRUE(core.engine.describe().empty());
}

TEST_F(DmaArrivalsTest, WithoutDataOnlyTheSemaphoreRises) {
  RemoteWrite signal = write(isa::Space::kVmem, 0, 0);
  signal.amount = 3;
  core.engine.deliver(std::move(signal), 100'000);
  run(events);
  const std::vector<FakeClient::Raise> expected = {{30, 3, 120'000}};
  EXPECT_EQ(core.client.raises, expected);
  EXPECT_TRUE(core.vmem.begins.empty());
}

TEST_F(DmaArrivalsTest, WithoutASemaphoreNothingRises) {
  RemoteWrite silent = write(isa::Space::kSmem, 31, 512);
  silent.semaphore = -1;
  core.engine.deliver(std::move(silent), 0);
  run(events);
  EXPECT_TRUE(core.client.raises.empty());
  EXPECT_EQ(*core.smem.row(31), std::byte{7});
}

TEST_F(DmaArrivalsTest, Dma008ForWritesThatThisCoreCannotCarryOut) {
  EXPECT_EQ(fault_of(write(isa::Space::kSmem, 31, 1024)),
            "DMA-008: arriving write of 1024 bytes to SMEM row 31: rows 31..32 are outside SMEM "
            "rows 0..31");
  EXPECT_EQ(fault_of(write(isa::Space::kVmem, 0xffff'ffff, 512)),
            "DMA-008: arriving write of 512 bytes to VMEM row 4294967295: rows "
            "4294967295..4294967295 are outside VMEM rows 0..32767");
  EXPECT_EQ(fault_of(write(isa::Space::kVmem, 0, 500)),
            "DMA-008: arriving write of 500 bytes to VMEM row 0: not whole rows of 512 bytes");
  EXPECT_EQ(fault_of(write(static_cast<isa::Space>(9), 0, 512)),
            "DMA-008: arriving write: space 9 is outside 0..3");
  RemoteWrite astray = write(isa::Space::kVmem, 0, 512);
  astray.target_core = 3;
  EXPECT_EQ(fault_of(std::move(astray)), "DMA-008: arriving write for core 3 at core 2");
  RemoteWrite bad_semaphore = write(isa::Space::kVmem, 0, 512);
  bad_semaphore.semaphore = 256;
  EXPECT_EQ(fault_of(std::move(bad_semaphore)),
            "DMA-008: arriving write of 512 bytes to VMEM row 0: semaphore 256 is outside -1..255");
}

TEST_F(DmaArrivalsTest, Dma009WhenTheMemoryRefuses) {
  core.engine.deliver(write(isa::Space::kHbm, 8192, 512), 0);  // the bench's HBM ends there
  run(events);
  EXPECT_EQ(core.client.faults,
            std::vector<std::string>{"DMA-009: the memory refused to write HBM rows 8192..8192: "
                                     "TLM_ADDRESS_ERROR_RESPONSE"});
  EXPECT_TRUE(core.client.raises.empty());
  EXPECT_TRUE(core.engine.idle());
}

}  // namespace
}  // namespace podsim::test
