// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/systemc/core/core_bench.h"
#include "tests/systemc/core/number_reference.h"

namespace podsim::test {
namespace {

using Word = std::uint32_t;

Lanes run(CoreBench& bench, const std::string& push, const Lanes& x) {
  bench.set_vmem(0, x);
  bench.run("vld v1, [0]\n" + push + "\nxpop v2\nvst v2, [8]\nhalt");
  EXPECT_EQ(bench.core.state(), CoreState::kHalted) << bench.core.fault().message;
  return bench.vmem_lanes(8);
}

/// The documented tree: halves added lane by lane, seven times.
Word reduce(const Word* lanes, Word (*combine)(Word, Word)) {
  std::vector<Word> values(lanes, lanes + 128);
  while (values.size() > 1) {
    const std::size_t half = values.size() / 2;
    for (std::size_t l = 0; l < half; ++l) values[l] = combine(values[l], values[l + half]);
    values.resize(half);
  }
  return values[0];
}

TEST(Xlu, RotatesByAnyAmount) {
  CoreBench bench;
  std::mt19937 random(1);
  const Lanes x = interesting_lanes(random);
  for (const int amount : {0, 1, 5, 127, 128, 131, -1, -130}) {
    const Lanes y = run(bench, "xrot v1, " + std::to_string(amount), x);
    for (std::size_t i = 0; i < 1024; ++i) {
      const std::size_t from = (i % 128 + static_cast<std::size_t>(amount + 256)) % 128;
      ASSERT_EQ(y[i], x[i / 128 * 128 + from]) << amount;
    }
  }
}

TEST(Xlu, ReducesInHalves) {
  CoreBench bench;
  std::mt19937 random(2);
  const std::pair<std::string, Word (*)(Word, Word)> kCases[] = {
      {"xsum", reference::add}, {"xmax", reference::maximum}, {"xmin", reference::minimum}};
  for (int round = 0; round < 60; ++round) {
    Lanes x = interesting_lanes(random);
    // Mostly ordinary values: a NaN anywhere hides the rest of its sublane.
    for (Word& lane : x) {
      if (round > 0) lane = 0x3e000000u + random() % 0x2000000u + (random() << 31);
      if (round > 30 && random() % 64 == 0) lane = random() & 0x80ffffffu;
    }
    for (const auto& [operation, combine] : kCases) {
      const Lanes y = run(bench, operation + " v1", x);
      for (std::size_t i = 0; i < 1024; ++i) {
        ASSERT_EQ(y[i], reduce(x.data() + i / 128 * 128, combine)) << operation;
      }
    }
  }
}

TEST(Xlu, TransposesAllRows) {
  CoreBench bench;
  std::vector<Word> rows(128 * 128);
  for (Word i = 0; i < rows.size(); ++i) rows[i] = i * 2654435761u;
  bench.core.vmem().write_rows(0, 128, rows.data());
  bench.run(
      "smov s1, 0\nsloop 15, last\nvld v1, [s1]\nxtr v1\nsadd s1, s1, 8\n"
      "last: vld v1, [s1]\nxtrl v1\nsmov s1, 1000\nsloop 16, end\nxpop v2\nvst v2, [s1]\n"
      "sadd s1, s1, 8\nend: halt");
  ASSERT_EQ(bench.core.state(), CoreState::kHalted) << bench.core.fault().message;
  std::vector<Word> result(128 * 128);
  bench.core.vmem().read_rows(1000, 128, result.data());
  for (std::size_t i = 0; i < 128; ++i) {
    for (std::size_t j = 0; j < 128; ++j) ASSERT_EQ(result[i * 128 + j], rows[j * 128 + i]);
  }
}

TEST(Xlu, RowsNotAddedAreZero) {
  CoreBench bench;
  bench.run(
      "vmov v1, 7\nxtr v1\nxtrl v1\nsloop 15, end\nxpop v2\nend: xpop v3\nvst v3, [0]\nxtrl v1\n"
      "sloop 15, end2\nxpop v2\nend2: xpop v3\nvst v3, [8]\nhalt");
  ASSERT_EQ(bench.core.state(), CoreState::kHalted) << bench.core.fault().message;
  const Lanes two = bench.vmem_lanes(0);
  const Lanes one = bench.vmem_lanes(8);
  for (std::size_t i = 0; i < 1024; ++i) {
    EXPECT_EQ(two[i], i % 128 < 16 ? 7u : 0u);
    EXPECT_EQ(one[i], i % 128 < 8 ? 7u : 0u);
  }
}

TEST(Xlu, GivesResultsInOrder) {
  CoreBench bench;
  bench.run("vlane v1\nxrot v1, 1\nxrot v1, 2\nxpop v2\nxpop v3\nvst v2, [0]\nvst v3, [8]\nhalt");
  EXPECT_EQ(bench.vmem_lanes(0)[0], 1u);
  EXPECT_EQ(bench.vmem_lanes(8)[0], 2u);
}

}  // namespace
}  // namespace podsim::test
