// SPDX-License-Identifier: Apache-2.0
// Pods that keep one lane of their data, or none, beside one that keeps all.
#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <iostream>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "firmware/diagnostics/user_error.h"
#include "systemc/core/smem.h"
#include "systemc/core/vmem.h"
#include "systemc/ici/router_model.h"
#include "tests/systemc/core/random_vectors.h"
#include "tests/systemc/pod/pod_bench.h"

namespace podsim::test {
namespace {

constexpr std::int64_t kLane = 77;
constexpr int kCores = 12;  // of 3 x 2 chips
constexpr int kRows = RandomVectors::kLastRow;

PodParameters parameters_of(DataMode mode, RouterModel model = RouterModel::kCycle) {
  PodParameters parameters;
  parameters.data = static_cast<int>(mode);
  parameters.sample_lane = kLane;
  parameters.ici.model = static_cast<int>(model);
  return parameters;
}

struct BenchPod {
  explicit BenchPod(const PodParameters& parameters) : pod(parameters, mesh(3, 2), observers) {
    load_dimension_order(pod);
  }
  RunOutcome run(const assembler::Program& image) {
    RunOutcome outcome = pod.run(image);
    EXPECT_EQ(outcome.status, RunStatus::kHalted) << describe(outcome, pod.topology());
    return outcome;
  }
  ObserverList observers;
  Pod pod;
};

std::vector<std::uint32_t> random_rows(std::mt19937& random, int rows) {
  std::vector<std::uint32_t> words(static_cast<std::size_t>(rows) * isa::kLanes);
  for (std::uint32_t& word : words) word = static_cast<std::uint32_t>(random());
  return words;
}

/// The error of a call that must throw one.
std::string error_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const UserError& error) {
    return error.what();
  }
  return "none";
}

/// Three transfers of a core to others: HBM and VMEM, whole and strided.
const char* const kExchange = R"(
    dma 0
    dma 12
    dma 24
    wait 1, 81920            // 40 x 4 rows, from two cores
    wait 2, 19456            // 38 rows
    dwait
    halt
)";

void prepare_exchange(Pod& pod, std::mt19937& random) {
  constexpr int kVmem = static_cast<int>(isa::Space::kVmem);
  constexpr int kHbm = static_cast<int>(isa::Space::kHbm);
  const auto row = [&random](int low, int high) {
    return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
  };
  for (int core = 0; core < kCores; ++core) {
    const int stride = row(4, 20);
    pod.write_smem(
        core, 0,
        {(core + 5) % kCores, kVmem, row(0, 100), kHbm, 500, 4, 20, stride, row(4, 9), -1, 1, -1});
    pod.write_smem(
        core, 12,
        {(core + 3) % kCores, kHbm, row(0, 100), kVmem, row(0, 100), 80, 1, 0, 0, -1, 1, -1});
    pod.write_smem(core, 24,
                   {-1, kHbm, row(0, 300), kVmem, row(200, 700), 2, 19, row(2, 9), 3, 2, -1, -1});
  }
}

/// What a run of random programs and exchanges by turns shows.
struct Result {
  std::unique_ptr<BenchPod> bench;
  std::vector<Picoseconds> durations;
};

Result run_random(const PodParameters& parameters, unsigned seed) {
  std::mt19937 random(seed);
  Result result;
  result.bench = std::make_unique<BenchPod>(parameters);
  Pod& pod = result.bench->pod;
  for (int core = 0; core < kCores; ++core) {
    const std::vector<std::uint32_t> vmem = random_rows(random, kRows);
    const std::vector<std::uint32_t> hbm = random_rows(random, kRows);
    pod.write_vmem(core, 0, vmem.data(), vmem.size() * 4);
    pod.write_hbm(core, 0, hbm.data(), hbm.size() * 4);
  }
  prepare_exchange(pod, random);
  const assembler::Program exchange = program(kExchange);
  for (unsigned round = 0; round < 2; ++round) {
    assembler::Program image;
    image.name = "random";
    image.bundles = RandomVectors(2 * seed + round, round == 1).program(100);
    result.durations.push_back(result.bench->run(image).duration());
    result.durations.push_back(result.bench->run(exchange).duration());
  }
  return result;
}

/// Counts rows of all cores that sampled data do not know; the others must show the lane.
int expect_same_lane(const Pod& full, Pod& sampled) {
  int unknown = 0;
  const auto compare = [&](const RowMemory& memory, const std::vector<std::uint32_t>& expected) {
    for (std::uint64_t row = 0; row < kRows; ++row) {
      if (!memory.origin(row).known()) {
        ++unknown;
      } else {
        EXPECT_EQ(memory.word(row), expected[row]) << "row " << row;
      }
    }
  };
  for (int core = 0; core < kCores; ++core) {
    compare(sampled.core(core).vmem().memory(), full.read_vmem_words(core, 0, kRows));
    std::vector<std::uint32_t> found(1);
    for (int row = 0; row < kRows; ++row) {
      try {
        found = sampled.read_hbm_words(core, row, 1);
        EXPECT_EQ(found, full.read_hbm_words(core, row, 1)) << "row " << row;
      } catch (const UserError&) {
        ++unknown;
      }
    }
  }
  return unknown;
}

class RandomData : public testing::TestWithParam<unsigned> {};

TEST_P(RandomData, TakesTheSameTimeAndShowsTheSameLane) {
  const unsigned seed = GetParam();
  std::cout << "seed " << seed << ": pod_test --gtest_filter='Seeds/RandomData.*/" << seed - 1
            << "'\n";
  const RouterModel model = seed % 2 == 0 ? RouterModel::kCycle : RouterModel::kTlm;
  const Result full = run_random(parameters_of(DataMode::kFull, model), seed);
  {
    const Result none = run_random(parameters_of(DataMode::kNone, model), seed);
    EXPECT_EQ(none.durations, full.durations);
  }
  const Result sampled = run_random(parameters_of(DataMode::kSampled, model), seed);
  EXPECT_EQ(sampled.durations, full.durations);
  const int unknown = expect_same_lane(full.bench->pod, sampled.bench->pod);
  EXPECT_GT(unknown, 0);
  EXPECT_LT(unknown, kCores * kRows);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomData, testing::Range(1u, 5u));

struct NetworkCase {
  const char* name;
  RouterModel model;
  bool link_layer;
  std::int64_t payload;
};

class DataOver : public testing::TestWithParam<NetworkCase> {
 protected:
  static PodParameters with(DataMode mode) {
    PodParameters parameters = parameters_of(mode, GetParam().model);
    parameters.ici.link_layer = GetParam().link_layer;
    parameters.ici.packet_payload_bytes = GetParam().payload;
    return parameters;
  }
};

/// Every core sends 40 rows of HBM to the VMEM of another, of which some are unknown, and 4 rows of
/// SMEM to its SMEM.
const char* const kSend = R"(
    xsum v0
    xpop v1
    vst v1, [9 + 0]
    dma 0
    dma 12
    dma 24
    wait 1, 22528
    wait 2, 512
    dwait
    halt
)";

void prepare_send(Pod& pod) {
  constexpr auto kHbm = isa::Space::kHbm;
  constexpr auto kVmem = isa::Space::kVmem;
  constexpr auto kSmem = isa::Space::kSmem;
  for (int core = 0; core < kCores; ++core) {
    const int target = (core + 5) % kCores;
    std::vector<std::uint32_t> words(40 * isa::kLanes);
    for (std::size_t i = 0; i < words.size(); ++i) {
      words[i] = static_cast<std::uint32_t>(core) << 24 | static_cast<std::uint32_t>(i);
    }
    pod.write_hbm(core, 0, words.data(), words.size() * 4);
    pod.write_smem(core, 0, descriptor(target, kHbm, 0, kVmem, 100, 40, -1, 1));
    pod.write_smem(core, 12, descriptor(target, kSmem, 2, kSmem, 20, 4, -1, 1));
    pod.write_smem(core, 24, descriptor(target, kVmem, 13, kVmem, 300, 1, -1, 2));
    std::vector<std::int32_t> scalars(4 * isa::kLanes);
    for (std::size_t i = 0; i < scalars.size(); ++i) {
      scalars[i] = core * 1000 + static_cast<int>(i);
    }
    pod.write_smem(core, 2 * isa::kLanes, scalars);
  }
}

void expect_scalars(Pod& pod) {
  for (int core = 0; core < kCores; ++core) {
    const int source = (core - 5 + kCores) % kCores;
    for (int i = 0; i < 4 * isa::kLanes; ++i) {
      EXPECT_EQ(pod.read_smem(core, 20 * isa::kLanes + i), source * 1000 + i);
    }
  }
}

TEST_P(DataOver, ThisNetworkTakesTheSameTimeAndArrives) {
  Picoseconds full_time = 0;
  {
    BenchPod full(with(DataMode::kFull));
    prepare_send(full.pod);
    full_time = full.run(program(kSend)).duration();
    expect_scalars(full.pod);
  }
  {
    BenchPod none(with(DataMode::kNone));
    prepare_send(none.pod);
    EXPECT_EQ(none.run(program(kSend)).duration(), full_time);
    expect_scalars(none.pod);
  }
  BenchPod sampled(with(DataMode::kSampled));
  prepare_send(sampled.pod);
  EXPECT_EQ(sampled.run(program(kSend)).duration(), full_time);
  expect_scalars(sampled.pod);
  for (int core = 0; core < kCores; ++core) {
    const int source = (core - 5 + kCores) % kCores;
    const std::vector<std::uint32_t> found = sampled.pod.read_vmem_words(core, 100, 40);
    for (std::size_t row = 0; row < 40; ++row) {
      EXPECT_EQ(found[row], static_cast<std::uint32_t>(source) << 24 |
                                static_cast<std::uint32_t>(row * isa::kLanes + kLane));
    }
    const Origin origin = sampled.pod.core(core).vmem().memory().origin(300);
    EXPECT_EQ(origin.core(), source);
    EXPECT_EQ(origin.bundle(), 0u);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Routers, DataOver,
    testing::Values(NetworkCase{"Cycle", RouterModel::kCycle, false, 512},
                    NetworkCase{"CycleLongPackets", RouterModel::kCycle, false, 8192},
                    NetworkCase{"CycleLinkLayer", RouterModel::kCycle, true, 1024},
                    NetworkCase{"Tlm", RouterModel::kTlm, false, 512},
                    NetworkCase{"TlmLongPackets", RouterModel::kTlm, false, 32'768},
                    NetworkCase{"RtlHandle", RouterModel::kHandle, false, 512},
                    NetworkCase{"Rtl", RouterModel::kRtl, false, 1024},
                    NetworkCase{"Lockstep", RouterModel::kLockstep, false, 512}),
    [](const auto& network) { return network.param.name; });

TEST(SampledPod, WavesOfItsRoutersChangeNothing) {
  BenchPod plain(parameters_of(DataMode::kSampled));
  prepare_send(plain.pod);
  plain.run(program(kSend));
  ObserverList observers;
  WaveRequest waves;
  waves.file = testing::TempDir() + "/sampled_waves.fst";
  waves.chips = {1};
  Pod traced(parameters_of(DataMode::kSampled), mesh(3, 2), observers, waves);
  load_dimension_order(traced);
  prepare_send(traced);
  EXPECT_EQ(traced.run(program(kSend)).status, RunStatus::kHalted);
  EXPECT_EQ(traced.digest(), plain.pod.digest());
}

TEST(SampledPod, NamesTheLineWhereAnUnknownValueArose) {
  BenchPod sampled(parameters_of(DataMode::kSampled));
  prepare_send(sampled.pod);
  sampled.run(program(kSend));
  sampled.run(program("\n\n\n snop\n halt"));  // another program runs in the meantime
  EXPECT_EQ(sampled.pod.read_vmem_words(7, 299, 1), std::vector<std::uint32_t>{0});
  EXPECT_EQ(error_of([&] { sampled.pod.read_vmem_words(7, 299, 2); }),
            "error [DATA-002]: chip (0,1) core 1: VMEM row 300 is unknown: chip (1,0) core 0, "
            "test.tasm:2:5, bundle 0 gave it, a cross-lane operation on sampled data (run it with "
            "pod.data = \"full\")");
}

TEST(SampledPod, TheHostReadsAndWritesItsLane) {
  BenchPod sampled(parameters_of(DataMode::kSampled));
  sampled.pod.write_hbm_words(3, 100, {1, 2, 3});
  sampled.pod.write_vmem_words(3, 100, {4, 5});
  EXPECT_EQ(sampled.pod.read_hbm_words(3, 99, 5), (std::vector<std::uint32_t>{0, 1, 2, 3, 0}));
  EXPECT_EQ(sampled.pod.read_vmem_words(3, 101, 2), (std::vector<std::uint32_t>{5, 0}));
  EXPECT_EQ(error_of([&] { sampled.pod.read_vmem_words(3, isa::kVmemRows - 1, 2); }).substr(0, 15),
            "error [POD-004]");
}

TEST(SampledPod, Data003WhenTheHostReadsWhatIsNotKept) {
  std::vector<std::uint32_t> row(isa::kLanes);
  BenchPod sampled(parameters_of(DataMode::kSampled));
  EXPECT_EQ(error_of([&] { sampled.pod.read_hbm(0, 7, row.data(), 512); }),
            "error [DATA-003]: HBM row 7 is not kept whole (it is with pod.data = \"full\")");
  BenchPod none(parameters_of(DataMode::kNone));
  none.pod.write_vmem(0, 7, row.data(), 512);
  EXPECT_EQ(error_of([&] { none.pod.read_vmem(0, 7, row.data(), 512); }).substr(0, 16),
            "error [DATA-003]");
  EXPECT_EQ(error_of([&] { none.pod.read_vmem_words(0, 7, 1); }).substr(0, 16), "error [DATA-003]");
}

TEST(SampledPod, Data001WhenRowsGoToAMemoryThatNeedsThemWhole) {
  for (const DataMode mode : {DataMode::kSampled, DataMode::kNone, DataMode::kFull}) {
    BenchPod bench(parameters_of(mode));
    bench.pod.write_smem(2, 0, descriptor(5, isa::Space::kHbm, 3, isa::Space::kSmem, 8, 2, -1, -1));
    const RunOutcome outcome = bench.pod.run(program(" dma 0\n dwait\n halt"), {2}, {});
    if (mode == DataMode::kFull) {
      EXPECT_EQ(outcome.status, RunStatus::kHalted);
      continue;
    }
    ASSERT_EQ(outcome.status, RunStatus::kFault);
    EXPECT_EQ(outcome.fault->id, "DATA-001");
    EXPECT_NE(outcome.fault->message.find("chip (1,0) core 0"), std::string::npos)
        << outcome.fault->message;
    EXPECT_NE(outcome.fault->message.find("HBM row 3 -> core 5 SMEM row 8, 1 x 2 rows"),
              std::string::npos)
        << outcome.fault->message;
  }
}

TEST(SampledPod, RowsOfSmemGoToVmemAsTheirLane) {
  BenchPod sampled(parameters_of(DataMode::kSampled));
  std::vector<std::int32_t> words(2 * isa::kLanes);
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = 5000 + static_cast<int>(i);
  sampled.pod.write_smem(0, isa::kLanes, words);
  sampled.pod.write_smem(0, 0,
                         descriptor(3, isa::Space::kSmem, 1, isa::Space::kVmem, 8, 2, -1, -1));
  sampled.pod.write_smem(0, 12,
                         descriptor(-1, isa::Space::kSmem, 1, isa::Space::kHbm, 9, 2, -1, -1));
  EXPECT_EQ(sampled.pod.run(program(" dma 0\n dma 12\n dwait\n halt"), {0}, {}).status,
            RunStatus::kHalted);
  const std::vector<std::uint32_t> expected = {5000 + kLane, 5128 + kLane};
  EXPECT_EQ(sampled.pod.read_vmem_words(3, 8, 2), expected);
  EXPECT_EQ(sampled.pod.read_hbm_words(0, 9, 2), expected);
}

}  // namespace
}  // namespace podsim::test
