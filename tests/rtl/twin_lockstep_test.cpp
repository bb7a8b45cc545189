// SPDX-License-Identifier: Apache-2.0
// The C++ twin against the RTL: equal in every cycle.
#include <gtest/gtest.h>

#include "twin_bench.h"

namespace podsim::rtl_test {
namespace {

constexpr std::array<Variant, 6> kVariants = {Variant::kFast,       Variant::kTraced,
                                              Variant::kNarrow4Vcs, Variant::kNarrow2Vcs,
                                              Variant::kNarrow1Vc,  Variant::kWide2Vcs};

class TwinLockStep : public testing::TestWithParam<Variant> {
 protected:
  void expect_equal(const Stimuli& stimuli, unsigned seed, std::uint64_t flits) {
    TwinBench bench(GetParam(), stimuli, seed);
    EXPECT_EQ(bench.run(flits), "") << "after " << bench.flits_out() << " flits";
  }
};

INSTANTIATE_TEST_SUITE_P(Twin, TwinLockStep, testing::ValuesIn(kVariants),
                         [](const auto& variant) { return name(variant.param); });

TEST_P(TwinLockStep, RandomTraffic) { expect_equal({}, 1, 40'000); }

TEST_P(TwinLockStep, FullLoadWithoutStalls) {
  Stimuli full;
  full.gap = full.hold = 0;
  expect_equal(full, 2, 40'000);
}

TEST_P(TwinLockStep, BackPressure) {
  Stimuli slow;
  slow.gap = 0.05;
  slow.hold = 0.9;
  expect_equal(slow, 3, 15'000);
}

TEST_P(TwinLockStep, PacketsOfOneFlit) {
  Stimuli single;
  single.longest = 1;
  expect_equal(single, 4, 15'000);
}

TEST_P(TwinLockStep, TablesAndLinksRewrittenUnderTraffic) {
  Stimuli rewrites;
  rewrites.rewrite = 0.1;
  rewrites.headless = 0.02;
  expect_equal(rewrites, 5, 15'000);
}

/// Ten million flits, for the nightly suite.
class TwinSoak : public TwinLockStep {};

INSTANTIATE_TEST_SUITE_P(Nightly, TwinSoak, testing::ValuesIn(kVariants),
                         [](const auto& variant) { return name(variant.param); });

TEST_P(TwinSoak, EqualsTheRtlOverMillionsOfFlits) {
  for (unsigned seed = 100; seed < 120; ++seed) {
    Stimuli stimuli;
    stimuli.gap = 0.05 * (seed % 10);
    stimuli.hold = 0.11 * (seed % 9);
    stimuli.longest = 1 + static_cast<int>(seed % 13);
    stimuli.rewrite = seed % 3 == 0 ? 0.05 : 0;
    stimuli.headless = seed % 3 == 0 ? 0.01 : 0;
    expect_equal(stimuli, seed, 90'000);
  }
}

}  // namespace
}  // namespace podsim::rtl_test
