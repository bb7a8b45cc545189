// SPDX-License-Identifier: Apache-2.0
// Random 2-D transfers against a plain copy, local and through a network of random delays.
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

#include "tests/systemc/memory/dma_bench.h"

namespace podsim::test {
namespace {

constexpr int kTransfers = 60;

/// Delivers packets to a core after random delays, two at a time in each lane.
class RandomNetwork : public EventHandler {
 public:
  RandomNetwork(unsigned seed, EventQueue& queue, FakePort& fake_port)
      : random(seed), events(queue), port(fake_port) {
    port.set_room(2);
    port.packet_size = 512u << (random() % 4);
    port.on_send = [this](FakePort::Sent& sent) {
      events.schedule(sent.at + 1'000 + random() % 400'000, *this, 0, port.sent.size() - 1);
    };
  }
  void handle_event(Picoseconds now, std::uint32_t, std::uint64_t index) override {
    const int lane = port.sent[index].lane;
    ++port.room[static_cast<std::size_t>(lane)];
    target->deliver(std::move(port.sent[index].write), now);
    source->lane_ready(lane, now);
  }
  std::mt19937 random;
  EventQueue& events;
  FakePort& port;
  DmaEngine* source = nullptr;
  DmaEngine* target = nullptr;
};

/// A transfer whose target blocks lie in rows [base, base + 128) of `space` and do not overlap.
DmaDescriptor random_transfer(std::mt19937& random, int target_core, int space, int base) {
  const auto pick = [&](int low, int high) {
    return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
  };
  DmaDescriptor d{};
  const int rows = pick(1, 20);
  const int blocks = pick(1, 128 / (rows + 2));
  const int stride = pick(rows, rows + 2);
  const bool down = random() % 2 == 0;
  d[isa::kDmaTarget] = target_core;
  d[isa::kDmaSourceSpace] = pick(0, 1);
  d[isa::kDmaSourceRow] = pick(1000, 3000);
  d[isa::kDmaSourceStride] = pick(-7, 20);
  d[isa::kDmaTargetSpace] = space;
  d[isa::kDmaTargetRow] = down ? base + (blocks - 1) * stride : base;
  d[isa::kDmaTargetStride] = down ? -stride : stride;
  d[isa::kDmaBlockRows] = rows;
  d[isa::kDmaBlocks] = blocks;
  d[isa::kDmaSendSemaphore] = pick(-1, 3);
  d[isa::kDmaReceiveSemaphore] = pick(3, 6);  // 3 may be both
  d[isa::kDmaLane] = pick(-1, 19);
  return d;
}

/// What the transfer means, row by row.
void reference_copy(const DmaDescriptor& d, const Bytes& source, Bytes& target) {
  for (int block = 0; block < d[isa::kDmaBlocks]; ++block) {
    for (int row = 0; row < d[isa::kDmaBlockRows]; ++row) {
      const int from = d[isa::kDmaSourceRow] + block * d[isa::kDmaSourceStride] + row;
      const int to = d[isa::kDmaTargetRow] + block * d[isa::kDmaTargetStride] + row;
      std::memcpy(&target[static_cast<std::size_t>(to) * kRow],
                  &source[static_cast<std::size_t>(from) * kRow], kRow);
    }
  }
}

std::uint64_t bytes_of(const DmaDescriptor& d) {
  return static_cast<std::uint64_t>(d[isa::kDmaBlocks]) *
         static_cast<std::uint64_t>(d[isa::kDmaBlockRows]) * kRow;
}

class DmaRandom : public testing::TestWithParam<unsigned> {
 protected:
  void SetUp() override {
    elaborate();
    network.source = &source.engine;
    network.target = &target.engine;
    source.hbm.fill_random(GetParam() + 1);
    source.vmem.fill_random(GetParam() + 2);
  }

  /// Sources are rows 0..4095 of HBM and VMEM, targets rows from 4096 on.
  void run_transfers(DmaCore& receiver, int target_core) {
    std::mt19937 random(GetParam());
    std::array<Bytes, 2> expected = {receiver.hbm.bytes, receiver.vmem.bytes};
    std::array<std::uint64_t, 8> sent{};
    std::array<std::uint64_t, 8> received{};
    for (int i = 0; i < kTransfers; ++i) {
      const int space = i % 2;
      const DmaDescriptor d = random_transfer(random, target_core, space, 4096 + i / 2 * 128);
      reference_copy(d, source.at(d[isa::kDmaSourceSpace]).bytes,
                     expected[static_cast<std::size_t>(space)]);
      if (d[9] >= 0) sent[static_cast<std::size_t>(d[9])] += bytes_of(d);
      received[static_cast<std::size_t>(d[10])] += bytes_of(d);
      source.engine.start(d, random() % 2'000'000);
    }
    run(events);
    EXPECT_TRUE(source.engine.idle() && target.engine.idle());
    EXPECT_TRUE(source.client.faults.empty() && target.client.faults.empty());
    EXPECT_EQ(source.client.read_out.size(), static_cast<std::size_t>(kTransfers));
    EXPECT_EQ(source.log.dmas.size(), static_cast<std::size_t>(kTransfers));
    EXPECT_TRUE(receiver.hbm.bytes == expected[0]);
    EXPECT_TRUE(receiver.vmem.bytes == expected[1]);
    for (std::size_t s = 0; s < 8; ++s) {
      const bool same = &receiver == &source;
      EXPECT_EQ(source.client.values[s], sent[s] + (same ? received[s] : 0)) << s;
      EXPECT_EQ(target.client.values[s], same ? 0 : received[s]) << s;
    }
  }

  EventQueue events;
  FakePort port;
  RandomNetwork network{GetParam(), events, port};
  DmaCore source{0, events, port};
  DmaCore target{1, events, port};
};

TEST_P(DmaRandom, LocalTransfersCopyExactly) { run_transfers(source, -1); }

TEST_P(DmaRandom, RemoteTransfersCopyExactly) { run_transfers(target, 1); }

TEST_P(DmaRandom, ARemoteSemaphoreNeverPassesTheDataWritten) {
  constexpr std::size_t kRows = 100;
  target.client.on_raise = [&](int) {
    std::size_t there = 0;
    for (std::size_t r = 0; r < kRows; ++r) {
      there += std::memcmp(source.hbm.row(r), target.vmem.row(r), kRow) == 0 ? kRow : 0;
    }
    EXPECT_LE(target.client.values[8], there);
  };
  DmaDescriptor d = descriptor(kRows);
  d[isa::kDmaTarget] = 1;
  d[isa::kDmaReceiveSemaphore] = 8;
  source.engine.start(d, 0);
  run(events);
  EXPECT_EQ(target.client.values[8], kRows * kRow);
}

INSTANTIATE_TEST_SUITE_P(Seeds, DmaRandom, testing::Range(1u, 9u));

/// All that a run of random transfers shows, for a given seed.
std::vector<FakeClient::Raise> raises_of_a_run() {
  EventQueue events;
  FakePort port;
  RandomNetwork network(5, events, port);
  DmaCore source(0, events, port);
  DmaCore target(1, events, port);
  network.source = &source.engine;
  network.target = &target.engine;
  elaborate();
  std::mt19937 random(6);
  for (int i = 0; i < kTransfers; ++i) {
    source.engine.start(random_transfer(random, i % 3 - 1, 0, 4096 + 64 * i), random() % 1'000'000);
  }
  run(events);
  std::vector<FakeClient::Raise> all = source.client.raises;
  all.insert(all.end(), target.client.raises.begin(), target.client.raises.end());
  return all;
}

TEST(DmaDeterminism, ARunIsAPureFunctionOfItsInputs) {
  const auto first = raises_of_a_run();
  sc_core::sc_curr_simcontext = new sc_core::sc_simcontext;
  sc_core::sc_default_global_context = sc_core::sc_curr_simcontext;
  EXPECT_FALSE(first.empty());
  EXPECT_EQ(first, raises_of_a_run());
}

}  // namespace
}  // namespace podsim::test
