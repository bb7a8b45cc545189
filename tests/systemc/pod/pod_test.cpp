// SPDX-License-Identifier: Apache-2.0
#include "systemc/pod/pod.h"

#include <gtest/gtest.h>

#include <numeric>
#include <set>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "firmware/diagnostics/user_error.h"
#include "tests/systemc/pod/pod_bench.h"

namespace podsim::test {
namespace {

constexpr int kRows = 40;
constexpr int kBytes = kRows * isa::kRowBytes;

std::vector<std::int32_t> pattern(int core) {
  std::vector<std::int32_t> words(kBytes / 4);
  std::iota(words.begin(), words.end(), core * 1'000'000);
  return words;
}

/// Every core sends 40 rows of its HBM to the VMEM of the core `step` further on, waits for its
/// own, adds 1 to each word and stores the rows behind them.
const char* const kRotate = R"(
    smov s1, 0
    dma 0
    wait 1, 20480            // 40 rows from the neighbour
    wait 2, 20480            // own rows read
    dwait
    smov s2, 0
    sloop 5, done
    vld v0, [s2 + 0]
    vaddi v1, v0, 1
    vst v1, [s2 + 100]
    sadd s2, s2, 8
done:
    halt
)";

struct RotateResult {
  RunStatus status;
  Picoseconds duration;
  std::uint64_t digest;
};

void prepare_rotate(Pod& pod, int step) {
  const int cores = 2 * pod.topology().chips();
  for (int core = 0; core < cores; ++core) {
    const auto data = pattern(core);
    pod.write_hbm(core, 0, data.data(), kBytes);
    pod.write_smem(
        core, 0,
        descriptor((core + step) % cores, isa::Space::kHbm, 0, isa::Space::kVmem, 0, kRows, 2, 1));
  }
}

void expect_rotated(const Pod& pod, int step) {
  const int cores = 2 * pod.topology().chips();
  for (int core = 0; core < cores; ++core) {
    std::vector<std::int32_t> got(kBytes / 4);
    pod.read_vmem(core, 100, got.data(), kBytes);
    std::vector<std::int32_t> want = pattern((core - step + cores) % cores);
    for (std::int32_t& word : want) word += 1;
    EXPECT_EQ(got, want) << "core " << core;
  }
}

RotateResult rotate(const PodParameters& parameters, const WaveRequest& waves = {}) {
  ObserverList observers;
  Pod pod(parameters, mesh(3, 2), observers, waves);
  load_dimension_order(pod);
  prepare_rotate(pod, 5);
  const assembler::Program image = program(kRotate);
  const RunOutcome first = pod.run(image);
  expect_rotated(pod, 5);
  const RunOutcome second = pod.run(image);
  EXPECT_EQ(first.status, RunStatus::kHalted) << describe(first, pod.topology());
  EXPECT_EQ(second.status, RunStatus::kHalted) << describe(second, pod.topology());
  return {second.status, first.duration() + second.duration(), pod.digest()};
}

TEST(Pod, MovesDataBetweenAllCores) {
  const RotateResult result = rotate({});
  EXPECT_GT(result.duration, 500'000u);  // a hop takes about a microsecond
  EXPECT_LT(result.duration, 20'000'000u);
}

// A chip or router that looks into its own window's future shows as a changed digest.
TEST(Pod, EveryWindowGivesTheSameResultAndCycles) {
  PodParameters parameters;
  const RotateResult expected = rotate(parameters);
  for (std::int64_t window : {1, 5, 17, 52}) {
    parameters.ici.window = window;
    const RotateResult result = rotate(parameters);
    EXPECT_EQ(result.digest, expected.digest) << "window " << window;
    EXPECT_EQ(result.duration, expected.duration) << "window " << window;
  }
}

TEST(Pod, ThreadsAndWavesChangeNothing) {
  PodParameters parameters;
  parameters.threads = 1;
  const RotateResult expected = rotate(parameters);
  parameters.threads = 3;
  EXPECT_EQ(rotate(parameters).digest, expected.digest);
  WaveRequest waves;
  waves.file = testing::TempDir() + "/pod_waves.fst";
  waves.chips = {1, 4};
  const RotateResult traced = rotate(parameters, waves);
  EXPECT_EQ(traced.digest, expected.digest);
  EXPECT_EQ(traced.duration, expected.duration);
}

/// Writes down everything that it hears of.
class Witness : public Observer {
 public:
  void on_marker(const MarkerEvent& e) override { add({e.core, e.cycle, e.time, e.span}); }
  void on_stall(const StallEvent& e) override { add({e.core, e.from, e.to, e.bundle}); }
  void on_dma(const DmaEvent& e) override { add({e.core, e.from, e.to, e.bytes}); }
  void on_packet(const PacketEvent& e) override {
    add({e.source_chip, e.from, e.to, e.sequence});
    threads.insert(std::this_thread::get_id());
  }
  using Event = std::tuple<int, std::uint64_t, std::uint64_t, std::uint64_t>;
  void add(const Event& event) { events.push_back(event); }
  std::vector<Event> events;
  std::set<std::thread::id> threads;
};

// 16 chips are enough to be run on several threads.
TEST(Pod, ChipsOnSeveralThreadsAnnounceTheSameInTheSameOrder) {
  std::vector<Witness::Event> expected;
  std::uint64_t digest = 0;
  for (const int threads : {1, 2, 3}) {
    PodParameters parameters;
    parameters.threads = threads;
    parameters.ici.model = static_cast<int>(RouterModel::kCycle);
    Witness witness;
    Pod pod(parameters, mesh(4, 4), witness);
    load_dimension_order(pod);
    prepare_rotate(pod, 5);
    const RunOutcome outcome = pod.run(program(kRotate));
    ASSERT_EQ(outcome.status, RunStatus::kHalted) << describe(outcome, pod.topology());
    expect_rotated(pod, 5);
    if (threads == 1) {
      expected = witness.events;
      digest = pod.digest();
      EXPECT_GT(expected.size(), 1000u);
    }
    EXPECT_EQ(witness.events, expected) << threads;
    EXPECT_EQ(pod.digest(), digest) << threads;
    EXPECT_EQ(witness.threads, std::set<std::thread::id>{std::this_thread::get_id()});
  }
}

TEST(Pod, RemoteSignalsArrive) {
  ObserverList observers;
  Pod pod({}, mesh(2, 2), observers);
  load_dimension_order(pod);
  // Core 0 signals all others; each answers; core 0 waits for seven answers.
  const assembler::Program image = program(R"(
    sld s1, [0 + 0]
    sbnz s1, other
    smov s2, 1
    sloop 7, sent
    rsig s2, 3, 1
    sadd s2, s2, 1
sent:
    wait 4, 7
    halt
other:
    wait 3, 1
    rsig 0, 4, 1
    halt
)");
  for (int core = 0; core < 8; ++core) pod.write_smem(core, 0, {core});
  const RunOutcome outcome = pod.run(image);
  EXPECT_EQ(outcome.status, RunStatus::kHalted) << describe(outcome, pod.topology());
}

TEST(Pod, ASemaphoreThatNobodyRaisesIsADeadlock) {
  ObserverList observers;
  Pod pod({}, mesh(2, 2), observers);
  load_dimension_order(pod);
  pod.expect_sender(3, 9, "chip (0,0) core 0, ring step 4");
  const assembler::Program image =
      program("  sld s1, [0 + 0]\n  sbz s1, out\n  wait 9, 77\nout:\n  halt\n");
  pod.write_smem(3, 0, {1});
  const RunOutcome outcome = pod.run(image);
  ASSERT_EQ(outcome.status, RunStatus::kDeadlock);
  ASSERT_EQ(outcome.waiting.size(), 1u);
  EXPECT_EQ(outcome.waiting[0].core, 3);
  EXPECT_EQ(outcome.waiting[0].wait.semaphore, 9);
  EXPECT_EQ(outcome.waiting[0].place.line, 3);
  const std::string text = describe(outcome, pod.topology());
  EXPECT_NE(text.find("chip (1,0) core 1 at test.tasm:3"), std::string::npos) << text;
  EXPECT_NE(
      text.find("semaphore 9 >= 77, which is 0; expected from chip (0,0) core 0, ring step 4"),
      std::string::npos)
      << text;
}

TEST(Pod, ARouteWithoutAnEntryIsAFault) {
  ObserverList observers;
  Pod pod({}, mesh(2, 1), observers);
  load_dimension_order(pod);
  pod.load_routes(1, kWest, {0x00, 0x00});
  const assembler::Program image = program("  rsig 2, 3, 1\n  halt\n");
  const RunOutcome outcome = pod.run(image, {0}, {});
  ASSERT_EQ(outcome.status, RunStatus::kFault);
  ASSERT_TRUE(outcome.fault);
  EXPECT_EQ(outcome.fault->id, "ROUTE-020");
  EXPECT_NE(outcome.fault->message.find("router of chip (1,0)"), std::string::npos);
}

TEST(Pod, ARouteIntoADeadLinkIsAFault) {
  ObserverList observers;
  Topology topology = mesh(2, 2);
  topology.fail_link({0, 0}, kEast);
  Pod pod({}, topology, observers);
  load_dimension_order(pod);
  const assembler::Program image = program("  rsig 2, 3, 1\n  halt\n");
  const RunOutcome outcome = pod.run(image, {0}, {});
  ASSERT_EQ(outcome.status, RunStatus::kFault);
  ASSERT_TRUE(outcome.fault);
  EXPECT_EQ(outcome.fault->id, "ROUTE-020");
  EXPECT_NE(outcome.fault->message.find("packet 0 from chip 0 to chip 1"), std::string::npos)
      << outcome.fault->message;
}

TEST(Pod, ARouteThatDeliversAtTheWrongChipIsAFault) {
  ObserverList observers;
  Pod pod({}, mesh(3, 1), observers);
  load_dimension_order(pod);
  pod.load_routes(1, kWest, {0x18, 0x18, 0x18});
  const assembler::Program image = program("  rsig 4, 3, 1\n  halt\n");
  const RunOutcome outcome = pod.run(image, {0}, {});
  ASSERT_EQ(outcome.status, RunStatus::kFault);
  ASSERT_TRUE(outcome.fault);
  EXPECT_EQ(outcome.fault->id, "NIC-001");
}

// Two routers that send a packet back and forth for ever.
TEST(Pod, APacketThatGoesRoundIsAFaultThatNamesIt) {
  ObserverList observers;
  PodParameters parameters;
  parameters.ici.hang_limit = 2000;
  Pod pod(parameters, mesh(2, 1), observers);
  load_dimension_order(pod);
  pod.load_routes(1, kWest, {0x0b, 0x0b});  // back west
  pod.load_routes(0, kEast, {0x09, 0x09});  // back east
  const assembler::Program image = program("  rsig 2, 3, 1\n  halt\n");
  const RunOutcome outcome = pod.run(image, {0}, {});
  ASSERT_EQ(outcome.status, RunStatus::kFault);
  ASSERT_TRUE(outcome.fault);
  EXPECT_EQ(outcome.fault->id, "ROUTE-021");
  EXPECT_NE(outcome.fault->message.find("packet 0 from chip (0,0) to chip (1,0) goes round"),
            std::string::npos)
      << outcome.fault->message;
}

// Four links in a circle, each full of packets for two links on: a true deadlock of the network.
// Planted: a hang counter that movement elsewhere resets, or packets read from the wrong buffer.
TEST(Pod, APacketDeadlockEndsAndNamesEveryPacket) {
  ObserverList observers;
  PodParameters parameters;
  parameters.ici.hang_limit = 5'000;
  Pod pod(parameters, mesh(2, 2), observers);
  const std::vector<int> clockwise = {0, 1, 3, 2};
  const std::vector<int> port = {kEast, kSouth, kWest, kNorth};
  for (std::size_t i = 0; i < 4; ++i) {
    std::vector<std::uint8_t> entries(4, static_cast<std::uint8_t>(0x08 | port[i]));
    entries[static_cast<std::size_t>(clockwise[i])] = 0x18;
    for (int input = 0; input < kPorts; ++input) pod.load_routes(clockwise[i], input, entries);
    const int across = clockwise[(i + 2) % 4];
    for (int core = 0; core < 2; ++core) {
      pod.write_smem(2 * clockwise[i] + core, 0,
                     descriptor(2 * across + core, isa::Space::kVmem, 0, isa::Space::kVmem, 4096,
                                2000, -1, 1));
    }
  }
  const RunOutcome outcome = pod.run(program("  dma 0\n  wait 1, 1024000\n  halt\n"));
  ASSERT_EQ(outcome.status, RunStatus::kDeadlock);
  EXPECT_EQ(outcome.waiting.size(), 8u);
  std::set<std::pair<int, int>> full;  // chip and input port
  for (const StuckPacket& packet : outcome.packets) {
    EXPECT_GT(packet.buffer.flits, 0);
    full.insert({packet.chip, packet.buffer.port});
  }
  EXPECT_TRUE(full.count({1, kWest}) == 1 && full.count({3, kNorth}) == 1 &&
              full.count({2, kEast}) == 1 && full.count({0, kSouth}) == 1);
  const std::string text = describe(outcome, pod.topology());
  EXPECT_NE(text.find("in the router of chip (1,0), input W VC 0"), std::string::npos) << text;
  EXPECT_NE(text.find("DMA transfers in progress"), std::string::npos) << text;
}

TEST(Pod, FaultsNameChipCoreAndLine) {
  ObserverList observers;
  Pod pod({}, mesh(2, 1), observers);
  load_dimension_order(pod);
  const RunOutcome outcome = pod.run(program("  delay 2\n  check 0, 42\n  halt\n"), {3}, {});
  ASSERT_EQ(outcome.status, RunStatus::kFault);
  ASSERT_TRUE(outcome.fault);
  EXPECT_TRUE(outcome.fault->is_check);
  EXPECT_NE(outcome.fault->message.find("chip (1,0) core 1, test.tasm:2"), std::string::npos)
      << outcome.fault->message;
}

TEST(Pod, ABadDescriptorIsAFault) {
  ObserverList observers;
  Pod pod({}, mesh(2, 1), observers);
  load_dimension_order(pod);
  pod.write_smem(0, 0, descriptor(99, isa::Space::kVmem, 0, isa::Space::kVmem, 0, 1, -1, 1));
  const RunOutcome outcome = pod.run(program("  dma 0\n  wait 1, 512\n  halt\n"), {0}, {});
  ASSERT_EQ(outcome.status, RunStatus::kFault);
  EXPECT_NE(outcome.fault->message.find("99"), std::string::npos) << outcome.fault->message;
}

// Verilator 5.006 hangs when a model is destroyed in the context of another.
TEST(Pod, TwoPodsMayExistAndEndInTheReverseOrder) {
  ObserverList observers;
  Pod outer({}, mesh(2, 1), observers);
  load_dimension_order(outer);
  {
    Pod inner({}, mesh(1, 2), observers);
    load_dimension_order(inner);
    EXPECT_EQ(inner.run(program("  rsig 2, 224, 1\n  halt\n"), {0}, {}).status, RunStatus::kHalted);
  }
  EXPECT_EQ(outer.run(program("  rsig 2, 224, 1\n  halt\n"), {0}, {}).status, RunStatus::kHalted);
}

TEST(Pod, DeadChipsHaveNoCores) {
  Topology topology = mesh(2, 2);
  topology.fail_chip({1, 0});
  ObserverList observers;
  Pod pod({}, topology, observers);
  EXPECT_EQ(pod.live_cores(), (std::vector<int>{0, 1, 4, 5, 6, 7}));
  EXPECT_THROW(pod.write_smem(2, 0, {1}), UserError);
}

TEST(Pod, HostAccessOutsideAMemoryIsRefused) {
  ObserverList observers;
  Pod pod({}, mesh(1, 1), observers);
  const std::vector<char> row(isa::kRowBytes);
  EXPECT_THROW(pod.write_vmem(0, isa::kVmemRows, row.data(), row.size()), UserError);
  EXPECT_THROW(pod.write_smem(0, isa::kSmemWords, {1}), UserError);
  EXPECT_NO_THROW(pod.write_vmem(0, isa::kVmemRows - 1, row.data(), row.size()));
}

TEST(Pod, InterruptStopsARun) {
  ObserverList observers;
  Pod pod({}, mesh(1, 1), observers);
  load_dimension_order(pod);
  RunLimits limits;
  limits.interrupted = [] { return true; };
  EXPECT_EQ(pod.run(program("again:\n  sbr again\n  halt\n"), {0}, limits).status,
            RunStatus::kInterrupted);
}

TEST(Pod, RefusesWavesOfARouterWithoutSignals) {
  PodParameters parameters;
  parameters.ici.model = static_cast<int>(RouterModel::kTlm);
  WaveRequest waves;
  waves.file = testing::TempDir() + "/no_waves.fst";
  waves.chips = {1};
  try {
    rotate(parameters, waves);
    FAIL() << "no error";
  } catch (const UserError& error) {
    EXPECT_EQ(error.id(), "WAVE-003");
    EXPECT_NE(error.message().find("(1,0)"), std::string::npos) << error.message();
  }
  parameters.routers = {{{{1, 0}, 1, 1}, RouterModel::kCycle}};
  EXPECT_EQ(rotate(parameters, waves).status, RunStatus::kHalted);
}

}  // namespace
}  // namespace podsim::test
