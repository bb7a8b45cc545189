// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/systemc/core/core_bench.h"

namespace podsim::test {
namespace {

struct Case {
  const char* operation;
  std::uint32_t x;
  std::uint32_t y;
  std::uint32_t expected;  ///< by hand
};

class ScalarOperation : public testing::TestWithParam<Case> {};

/// x in s1, y in s2, 99 in s3; the result in s3.
TEST_P(ScalarOperation, GivesTheResult) {
  CoreBench bench;
  const Case& c = GetParam();
  bench.core.smem().write(0, c.x);
  bench.core.smem().write(1, c.y);
  bench.run(std::string("sld s1, [0]\nsld s2, [1]\nsmov s3, 99\n") + c.operation +
            "\nsst s3, [2]\nhalt");
  ASSERT_EQ(bench.core.state(), CoreState::kHalted) << bench.core.fault().message;
  EXPECT_EQ(bench.core.smem().read(2), c.expected) << c.operation;
}

constexpr std::uint32_t kMinus1 = 0xffffffff;

INSTANTIATE_TEST_SUITE_P(
    All, ScalarOperation,
    testing::Values(Case{"snop", 1, 2, 99}, Case{"smov s3, s1", 7, 0, 7},
                    Case{"smov s3, -3", 0, 0, 0xfffffffd}, Case{"sadd s3, s1, s2", kMinus1, 3, 2},
                    Case{"sadd s3, s1, 0x12345678", 1, 0, 0x12345679},
                    Case{"ssub s3, s1, s2", 2, 3, kMinus1},
                    Case{"smul s3, s1, s2", 0x10001, 0x10001, 0x20001},
                    Case{"sand s3, s1, s2", 0xc, 0xa, 0x8}, Case{"sor s3, s1, s2", 0xc, 0xa, 0xe},
                    Case{"sxor s3, s1, s2", 0xc, 0xa, 0x6}, Case{"sshl s3, s1, s2", 3, 33, 6},
                    Case{"sshr s3, s1, s2", 0x80000000, 31, 1},
                    Case{"ssra s3, s1, s2", 0x80000000, 31, kMinus1},
                    Case{"smin s3, s1, s2", kMinus1, 5, kMinus1},
                    Case{"smax s3, s1, s2", kMinus1, 5, 5}, Case{"sceq s3, s1, s2", 4, 4, 1},
                    Case{"sceq s3, s1, s2", 4, 5, 0}, Case{"scne s3, s1, s2", 4, 5, 1},
                    Case{"scne s3, s1, s2", 4, 4, 0}, Case{"sclt s3, s1, s2", kMinus1, 0, 1},
                    Case{"sclt s3, s1, s2", 3, 3, 0}, Case{"scle s3, s1, s2", 3, 3, 1},
                    Case{"scle s3, s1, s2", 4, 3, 0}, Case{"scltu s3, s1, s2", kMinus1, 0, 0},
                    Case{"scltu s3, s1, s2", 0, kMinus1, 1}, Case{"scmov s3, s1, s2", 1, 5, 5},
                    Case{"scmov s3, s1, s2", 0, 5, 99}, Case{"sld s3, [s1 + s2]", 1, kMinus1, 1},
                    Case{"sst s1, [s2 + 1]\nsld s3, [6]", 55, 5, 55}));

/// The words of SMEM from 16 on, as the program leaves them.
std::vector<std::uint32_t> output(CoreBench& bench, const std::string& source, std::size_t count) {
  bench.run(source);
  EXPECT_EQ(bench.core.state(), CoreState::kHalted) << bench.core.fault().message;
  const auto& words = bench.core.smem().words();
  return {words.begin() + 16, words.begin() + 16 + static_cast<std::ptrdiff_t>(count)};
}

using Words = std::vector<std::uint32_t>;

TEST(Control, BranchesGoWhereTheySay) {
  CoreBench bench;
  EXPECT_EQ(output(bench,
                   "smov s1, 1\nsbz s1, wrong\nsbnz s1, next\nwrong: sst s1, [16]\n"
                   "next: sbnz 0, wrong\nsbz 0, last\nsst s1, [16]\n"
                   "last: sbr end\nsst s1, [16]\nend: sst s1, [17]\nhalt",
                   2),
            (Words{0, 1}));
}

TEST(Control, CallsReturn) {
  CoreBench bench;
  EXPECT_EQ(output(bench,
                   "scall s31, sub\nsst s31, [16]\nsst s5, [17]\nhalt\n"
                   "sub: smov s5, 8\nsret s31",
                   2),
            (Words{1, 8}));
}

TEST(Control, LoopsNest) {
  CoreBench bench;
  EXPECT_EQ(output(bench,
                   "sloop 3, e1\nsloop 4, e2\nsloop 5, e3\nsloop 2, e4\nsadd s1, s1, 1\n"
                   "e4: sadd s2, s2, 1\ne3: sadd s3, s3, 1\ne2: sadd s4, s4, 1\n"
                   "e1: sst s1, [16]\nsst s2, [17]\nsst s3, [18]\nsst s4, [19]\nhalt",
                   4),
            (Words{120, 60, 12, 3}));
}

TEST(Control, LoopsMayEndTogether) {
  CoreBench bench;
  EXPECT_EQ(output(bench,
                   "sloop 3, end\nsadd s2, s2, 1\nsloop 4, end\nsadd s1, s1, 1\n"
                   "end: sst s1, [16]\nsst s2, [17]\nhalt",
                   2),
            (Words{12, 3}));
}

TEST(Control, LoopsWithoutRoundsOrBodyDoNothing) {
  CoreBench bench;
  EXPECT_EQ(output(bench,
                   "sloop 0, a\nsadd s1, s1, 1\na: sloop -5, b\nsadd s1, s1, 1\nb: sloop 7, c\n"
                   "c: sloop 2, end\nsadd s2, s2, 1\nsloop 0, end\nsadd s1, s1, 1\n"
                   "end: sst s1, [16]\nsst s2, [17]\nhalt",
                   2),
            (Words{0, 2}));
}

TEST(Control, ABranchOutOfALoopLeavesIt) {
  CoreBench bench;
  EXPECT_EQ(output(bench,
                   "sloop 2, outer\nsloop 10, inner\nsadd s1, s1, 1\nsceq s2, s1, 3\n"
                   "sbnz s2, inner\nsnop\ninner: sadd s3, s3, 1\n"
                   "outer: sst s1, [16]\nsst s3, [17]\nhalt",
                   2),
            (Words{13, 2}));
}

TEST(Control, ACallOutOfALoopComesBackToIt) {
  CoreBench bench;
  EXPECT_EQ(output(bench,
                   "sloop 5, end\nscall s31, sub\nsadd s2, s2, 1\n"
                   "end: sst s1, [16]\nsst s2, [17]\nhalt\n"
                   "sub: sloop 2, tail\nsadd s1, s1, 1\ntail: sbr back\nsnop\nback: sret s31",
                   2),
            (Words{10, 5}));
}

TEST(Control, AllSlotsReadTheOldState) {
  CoreBench bench;
  EXPECT_EQ(output(bench,
                   "{ smov s1, 3 ; smov s2, 4 }\n{ smov s1, s2 ; smov s2, s1 }\nsst s1, [16]\n"
                   "sst s2, [17]\nsst s1, [20]\n{ sst s2, [20] ; sld s4, [20] }\nsst s4, [18]\n"
                   "{ sst s1, [19] ; sst s2, [19] }\nhalt",
                   5),
            (Words{4, 3, 4, 3, 3}));
}

TEST(Control, StartClearsRegistersButNotMemory) {
  CoreBench bench;
  bench.run("smov s7, 5\nvmov v1, 3\nvst v1, [9]\nsst s7, [16]\nhalt");
  EXPECT_EQ(output(bench, "sst s7, [17]\nvst v1, [17]\nhalt", 2), (Words{5, 0}));
  EXPECT_EQ(bench.vmem_lanes(9)[0], 3u);
  EXPECT_EQ(bench.vmem_lanes(17)[0], 0u);
}

}  // namespace
}  // namespace podsim::test
