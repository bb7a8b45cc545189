// SPDX-License-Identifier: Apache-2.0
// The C++ twin of the router with link layer against the RTL: equal in every cycle, whatever
// happens to the frames between links.
#include <gtest/gtest.h>

#include "layered_bench.h"

namespace podsim::rtl_test {
namespace {

constexpr std::array<Variant, 7> kVariants = {
    Variant::kLinkTraced, Variant::kLinkShallow4, Variant::kLinkShallow2, Variant::kLinkShallow1,
    Variant::kLinkDeep4,  Variant::kLinkDeep2,    Variant::kLinkDeep1};

class LayeredLockStep : public testing::TestWithParam<Variant> {
 protected:
  /// Gives what the links went through, so that a test can ask whether its faults did anything.
  LinkStatus expect_equal(const LinkStimuli& stimuli, unsigned seed, std::uint64_t flits) {
    LayeredBench bench(make_router(GetParam()), stimuli, seed);
    EXPECT_EQ(bench.run(flits), "") << "after " << bench.flits_out() << " flits";
    return bench.totals();
  }
};

INSTANTIATE_TEST_SUITE_P(Twin, LayeredLockStep, testing::ValuesIn(kVariants),
                         [](const auto& variant) { return name(variant.param); });

TEST_P(LayeredLockStep, SoundLinks) {
  const LinkStatus links = expect_equal({}, 1, 25'000);
  EXPECT_EQ(links.trainings, kLinks);
  EXPECT_EQ(links.downs, 0u);
  EXPECT_EQ(links.replays, 0u);
}

TEST_P(LayeredLockStep, DamagedAndLostFrames) {
  LinkStimuli stimuli;
  stimuli.flip = stimuli.drop = 0.01;
  stimuli.noise = 0.002;
  const LinkStatus links = expect_equal(stimuli, 2, 15'000);
  EXPECT_GT(links.crc_errors, 10u);
  EXPECT_GT(links.replays, 10u);
}

TEST_P(LayeredLockStep, WiresGoDeadForATime) {
  LinkStimuli stimuli;
  stimuli.silence = 0.001;
  stimuli.retrain = 0.0005;
  const LinkStatus links = expect_equal(stimuli, 3, 15'000);
  EXPECT_GT(links.downs, 3u);
  EXPECT_GT(links.dropped, 0u);
  EXPECT_GT(links.uncertain, 0u);
}

TEST_P(LayeredLockStep, LinksRetrainedDisabledAndRefused) {
  LinkStimuli stimuli;
  stimuli.retrain = 0.002;
  stimuli.disable = 0.001;
  stimuli.misfit = 0.02;
  stimuli.settings = 0.01;
  stimuli.flip = 0.002;
  const LinkStatus links = expect_equal(stimuli, 4, 15'000);
  EXPECT_GT(links.downs, 3u);
}

class LayeredReplay : public LayeredLockStep {};

INSTANTIATE_TEST_SUITE_P(Twin, LayeredReplay,
                         testing::Values(Variant::kLinkTraced, Variant::kLinkShallow4,
                                         Variant::kLinkShallow2),
                         [](const auto& variant) { return name(variant.param); });

// Everything that can befall a link while it sends flits again, which it does nearly always.
TEST_P(LayeredReplay, FaultsWhileFlitsGoOutAgain) {
  LinkStimuli stimuli;
  stimuli.gap = 0;
  stimuli.flip = stimuli.drop = 0.03;
  stimuli.silence = 0.0003;
  stimuli.retrain = 0.001;
  stimuli.disable = 0.0003;
  stimuli.misfit = 0.01;
  stimuli.settings = 0.002;
  const LinkStatus links = expect_equal(stimuli, 5, 20'000);
  EXPECT_GT(links.replays, 100u);
  EXPECT_GT(links.downs, 20u);
}

/// Many seeds with mixed faults, for the nightly suite.
class LayeredSoak : public LayeredLockStep {};

INSTANTIATE_TEST_SUITE_P(Nightly, LayeredSoak, testing::ValuesIn(kVariants),
                         [](const auto& variant) { return name(variant.param); });

TEST_P(LayeredSoak, EqualsTheRtlUnderAllFaults) {
  for (unsigned seed = 100; seed < 120; ++seed) {
    LinkStimuli stimuli;
    stimuli.gap = 0.1 * (seed % 8);
    stimuli.flip = 0.004 * (seed % 3);
    stimuli.drop = 0.003 * (seed % 4);
    stimuli.noise = seed % 5 == 0 ? 0.01 : 0;
    stimuli.silence = seed % 2 == 0 ? 0.0008 : 0;
    stimuli.retrain = 0.0005;
    stimuli.disable = seed % 6 == 0 ? 0.0005 : 0;
    stimuli.misfit = seed % 7 == 0 ? 0.01 : 0;
    stimuli.settings = seed % 3 == 0 ? 0.002 : 0;
    stimuli.longest = 1 + static_cast<int>(seed % 13);
    expect_equal(stimuli, seed, 25'000);
  }
}

}  // namespace
}  // namespace podsim::rtl_test
