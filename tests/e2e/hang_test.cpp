// SPDX-License-Identifier: Apache-2.0
// A run that cannot end stops, and says who waits for whom.
#include <gtest/gtest.h>

#include "firmware/asm/assembler.h"
#include "sw/collectives/ring_plan.h"
#include "tests/e2e/all_reduce_run.h"

namespace podsim::test {
namespace {

constexpr int kVmem = static_cast<int>(isa::Space::kVmem);

std::string name_core(const Topology& topology, int core) {
  return "chip " + to_string(topology.coordinate(core / 2)) + " core " + std::to_string(core % 2);
}

// One rank that never comes is what every user of collectives has looked for.
TEST(Hang, NamesTheCoreThatIsMissingFromAnAllReduce) {
  const Topology topology = mesh(4, 2);
  AllReduceSetup setup;
  setup.absent = {5};
  const AllReduceResult result = all_reduce(topology, setup);
  ASSERT_EQ(result.outcome.status, RunStatus::kDeadlock);
  EXPECT_EQ(result.outcome.waiting.size(), 15u);
  const std::string text = describe(result.outcome, topology);
  for (int core = 0; core < 16; ++core) {
    const bool waits = text.find(name_core(topology, core) + " at ") != std::string::npos;
    EXPECT_EQ(waits, core != 5) << text;
  }
  EXPECT_NE(text.find("expected from core 5 ("), std::string::npos) << text;
}

/// Tables that send everything clockwise round a 2 x 2 mesh: a cycle among the channels.
void load_circular_routes(Pod& pod) {
  constexpr int kClockwise[] = {kEast, kSouth, kNorth, kWest};  // chips (0,0) (1,0) (0,1) (1,1)
  constexpr int kValid = 8;
  constexpr int kLocal = 16;
  for (int chip = 0; chip < 4; ++chip) {
    std::vector<std::uint8_t> entries(4, static_cast<std::uint8_t>(kValid | kClockwise[chip]));
    entries[static_cast<std::size_t>(chip)] = kValid | kLocal;
    for (int port = 0; port < kPorts; ++port) pod.load_routes(chip, port, entries);
  }
}

struct Jam {
  RunOutcome outcome;
  Cycle stopped;  ///< ICI cycle at which podsim gave up
};

/// Every core sends `rows` rows to the chip that is three hops away, over all four lanes.
Jam jam(std::int64_t hang_limit, int rows) {
  PodParameters parameters;
  parameters.ici.hang_limit = hang_limit;
  Observer observer;
  Pod pod(parameters, mesh(2, 2), observer);
  load_circular_routes(pod);
  constexpr int kThreeHops[] = {2, 0, 3, 1};
  for (int core = 0; core < 8; ++core) {
    const int to = 2 * kThreeHops[core / 2] + core % 2;
    for (int lane = 0; lane < 4; ++lane)
      pod.write_smem(core, 12 * lane,
                     {to, kVmem, 0, kVmem, 8192, rows, 1, rows, rows, -1, 1, lane});
  }
  RunOutcome outcome =
      pod.run(assembler::assemble("dma 0\ndma 12\ndma 24\ndma 36\nwait 1, " +
                                      std::to_string(4 * rows * isa::kRowBytes) + "\ndwait\nhalt\n",
                                  "jam.tasm"));
  return {std::move(outcome), pod.ici_clock().first_edge_at_or_after(pod.now())};
}

TEST(Hang, StopsAJammedNetworkAfterTheHangLimitAndTellsWhereThePacketsAre) {
  const Jam jammed = jam(1000, 1024);
  const RunOutcome& early = jammed.outcome;
  ASSERT_EQ(early.status, RunStatus::kDeadlock) << describe(early, mesh(2, 2));
  EXPECT_FALSE(early.packets.empty());
  EXPECT_EQ(early.waiting.size(), 8u);
  const std::string text = describe(early, mesh(2, 2));
  EXPECT_NE(text.find("packet"), std::string::npos) << text;
  const Jam later = jam(51'000, 1024);
  EXPECT_EQ(later.outcome.packets.size(), early.packets.size());
  // The pod's time between runs is a multiple of 1024 cycles.
  EXPECT_NEAR(static_cast<double>(later.stopped - jammed.stopped), 50'000, 2048);
}

TEST(Hang, LetsTheSameRoutesPassWithLittleTraffic) {
  EXPECT_EQ(jam(1000, 1).outcome.status, RunStatus::kHalted);
}

// The next program would race with the transfer.
TEST(Hang, HaltWithATransferUnderWayIsAFaultThatNamesIt) {
  Observer observer;
  Pod pod({}, mesh(1, 1), observer);
  pod.load_routes(0, kLane0, {0x18});
  pod.write_smem(0, 0, {-1, kVmem, 0, kVmem, 64, 32, 1, 32, 32, -1, -1, -1});
  const RunOutcome outcome = pod.run(assembler::assemble("dma 0\nhalt\n", "race.tasm"), {0}, {});
  ASSERT_EQ(outcome.status, RunStatus::kFault);
  EXPECT_EQ(outcome.fault->id, "CORE-022");
  for (const char* part : {"chip (0,0) core 0", "race.tasm:2", "left at halt: 1 transfers"})
    EXPECT_NE(outcome.fault->message.find(part), std::string::npos) << outcome.fault->message;
}

}  // namespace
}  // namespace podsim::test
