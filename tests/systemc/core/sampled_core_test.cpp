// SPDX-License-Identifier: Apache-2.0
// A core on sampled data, or on none, beside one on full data: the same cycles, and the sampled
// lane bit by bit.
#include <gtest/gtest.h>

#include <iostream>
#include <memory>
#include <optional>

#include "tests/systemc/core/core_bench.h"
#include "tests/systemc/core/random_vectors.h"

namespace podsim::test {
namespace {

constexpr int kBundles = 400;

/// The words of VMEM row by row that the sampled lane of full data must show.
std::uint32_t lane_of(CoreBench& full, int row, std::uint32_t lane) {
  std::array<std::uint32_t, isa::kLanes> words{};
  full.core.vmem().read_rows(static_cast<std::uint32_t>(row), 1, words.data());
  return words[lane];
}

class SampledCore : public testing::TestWithParam<unsigned> {
 protected:
  SampledCore() {
    scale.mode = DataMode::kSampled;
    scale.lane = random() % isa::kLanes;
    full = std::make_unique<CoreBench>();
    sampled = std::make_unique<CoreBench>(CoreParameters{}, scale);
    none = std::make_unique<CoreBench>(CoreParameters{}, DataScale{DataMode::kNone, 0});
    std::cout << "seed " << seed() << ": core_test --gtest_filter='Seeds/SampledCore.*/"
              << seed() - 1 << "'\n";
  }
  static unsigned seed() { return GetParam(); }
  void fill(int rows) {
    for (int row = 0; row < rows; row += 8) {
      const Lanes lanes = interesting_lanes(random);
      for (CoreBench* bench : {full.get(), sampled.get(), none.get()}) {
        bench->core.vmem().memory().write_bytes(static_cast<std::uint64_t>(row), lanes.data(),
                                                sizeof lanes);
      }
    }
  }
  void run(const std::vector<isa::Bundle>& program) {
    for (CoreBench* bench : {full.get(), sampled.get(), none.get()}) {
      bench->core.start(program, 0);
      bench->run();
      ASSERT_EQ(bench->core.state(), CoreState::kHalted) << bench->core.fault().message;
    }
  }
  void expect_same_cycles() {
    for (CoreBench* bench : {sampled.get(), none.get()}) {
      EXPECT_EQ(bench->core.cycle(), full->core.cycle());
      EXPECT_EQ(bench->core.counters().bundles, full->core.counters().bundles);
      EXPECT_EQ(bench->core.counters().vector_ops, full->core.counters().vector_ops);
      EXPECT_EQ(bench->core.counters().mxu_products, full->core.counters().mxu_products);
      EXPECT_EQ(bench->core.counters().stall_cycles, full->core.counters().stall_cycles);
    }
  }
  /// Gives the number of unknown rows.
  int expect_same_lane() {
    int unknown = 0;
    const RowMemory& memory = sampled->core.vmem().memory();
    for (int row = 0; row < RandomVectors::kLastRow; ++row) {
      const auto index = static_cast<std::uint64_t>(row);
      if (!memory.origin(index).known()) {
        ++unknown;
      } else {
        EXPECT_EQ(memory.word(index), lane_of(*full, row, scale.lane)) << "row " << row;
      }
    }
    return unknown;
  }

  std::mt19937 random{seed()};
  DataScale scale;
  std::unique_ptr<CoreBench> full;
  std::unique_ptr<CoreBench> sampled;
  std::unique_ptr<CoreBench> none;
};

TEST_P(SampledCore, EveryLanewiseOperationGivesTheLaneOfFullData) {
  fill(RandomVectors::kRows);
  run(RandomVectors(seed(), false).program(kBundles));
  expect_same_cycles();
  EXPECT_EQ(expect_same_lane(), 0);
}

TEST_P(SampledCore, WhatItKnowsBesideCrossLaneUnitsIsTheLaneOfFullData) {
  fill(RandomVectors::kRows);
  run(RandomVectors(seed(), true).program(kBundles));
  expect_same_cycles();
  const int unknown = expect_same_lane();
  EXPECT_GT(unknown, 0);
  EXPECT_LT(unknown, RandomVectors::kLastRow);
}

INSTANTIATE_TEST_SUITE_P(Seeds, SampledCore, testing::Range(1u, 21u));

class Unknown : public testing::Test {
 protected:
  static DataScale sampled() { return {DataMode::kSampled, 5}; }
  /// The bundle that made the row unknown; nothing if it is known.
  std::optional<std::uint32_t> since(std::uint64_t row) {
    const Origin origin = bench.core.vmem().memory().origin(row);
    if (origin.known()) return std::nullopt;
    EXPECT_EQ(origin.core(), 6);
    return origin.bundle();
  }
  void run(const std::string& source) {
    bench.run(source);
    ASSERT_EQ(bench.core.state(), CoreState::kHalted) << bench.core.fault().message;
  }
  CoreBench bench{{}, sampled()};
};

constexpr auto kKnown = std::nullopt;

TEST_F(Unknown, IsWhatACrossLaneOperationGivesSinceItsPush) {
  run("vmov v1, 7\n xsum v1\n xrot v1, 3\n xpop v2\n xpop v3\n"
      "vst v1, [0 + 0]\n vst v2, [8 + 0]\n vst v3, [16 + 0]\n halt");
  EXPECT_EQ(since(0), kKnown);
  EXPECT_EQ(since(8), 1u);
  EXPECT_EQ(since(16), 2u);
  EXPECT_EQ(since(23), 2u);
  EXPECT_EQ(since(24), kKnown);
}

TEST_F(Unknown, IsAProductOfTheMxu) {
  run("mwl mxu1, v0\n mlatch mxu1\n mmul mxu1, v0\n mpop v1, mxu1\n vst v1, [0 + 0]\n halt");
  EXPECT_EQ(since(3), 2u);
}

TEST_F(Unknown, IsAllThatIsComputedOfIt) {
  run("vmov v1, 7\n xsum v1\n xpop v2\n vaddf v3, v1, v2\n vaddf v4, v3, v1\n vnegf v5, v4\n"
      "vmov v6, v5\n vmov v7, 1\n vst v6, [0 + 0]\n vst v7, [8 + 0]\n halt");
  EXPECT_EQ(since(0), 1u);
  EXPECT_EQ(since(8), kKnown);
}

TEST_F(Unknown, EndsWhereItIsOverwritten) {
  run("xsum v1\n xpop v2\n vst v2, [0 + 0]\n vmov v2, 1\n vst v2, [4 + 0]\n halt");
  EXPECT_EQ(since(3), 0u);
  EXPECT_EQ(since(4), kKnown);
  EXPECT_EQ(since(11), kKnown);
}

TEST_F(Unknown, ComesBackWithALoadOfItsRow) {
  run("xsum v1\n xpop v2\n vst v2, [0 + 0], 1, 4\n vld v3, [0 + 0]\n vst v3, [8 + 0]\n halt");
  EXPECT_EQ(since(2), 0u);
  EXPECT_EQ(since(8), kKnown);
  EXPECT_EQ(since(9), kKnown);
  EXPECT_EQ(since(10), 0u);
}

TEST_F(Unknown, TurnsWithTheSublanes) {
  run("xsum v1\n xpop v2\n vst v2, [0 + 0], 1, 1\n vld v3, [0 + 0]\n vsrot v4, v3, 3\n"
      "vst v4, [8 + 0]\n halt");
  for (std::uint64_t s = 0; s < 8; ++s) {  // sublane s of v4 is sublane s + 3 of v3
    EXPECT_EQ(since(8 + s), s == 5 ? std::optional<std::uint32_t>(0) : kKnown) << s;
  }
}

TEST_F(Unknown, IsNotSelectedByAKnownMask) {
  run("xsum v1\n xpop v2\n vsubl v3\n vclti m1, v3, 2\n vsel v4, v2, v3, m1\n vst v4, [0 + 0]\n"
      "vst v2, [16 + 0], 1, 255, m1\n halt");
  EXPECT_EQ(since(1), 0u);
  EXPECT_EQ(since(2), kKnown);
  EXPECT_EQ(bench.core.vmem().memory().word(2), 2u);
  EXPECT_EQ(since(17), 0u);
  EXPECT_EQ(since(18), kKnown);
}

TEST_F(Unknown, IsWhatAnUnknownMaskDecides) {
  run("vmov v3, 1\n xsum v1\n xpop v2\n vceqi m1, v2, 0\n mnot m2, m1\n vsel v4, v3, v3, m2\n"
      "vst v4, [0 + 0]\n vst v3, [8 + 0], 1, 255, m1\n halt");
  EXPECT_EQ(since(0), 1u);
  EXPECT_EQ(since(8), 1u);
}

TEST_F(Unknown, DoesNotSurviveTheStartOfAProgramInRegisters) {
  run("xsum v1\n xpop v2\n halt");
  run("vst v2, [0 + 0]\n halt");
  EXPECT_EQ(since(0), kKnown);
}

TEST_F(Unknown, LaneNumbersAreThoseOfTheSampledLane) {
  run("vlane v1\n vst v1, [0 + 0]\n halt");
  EXPECT_EQ(bench.core.vmem().memory().word(7), 5u);
}

}  // namespace
}  // namespace podsim::test
