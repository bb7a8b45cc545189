// SPDX-License-Identifier: Apache-2.0
#include "sw/campaign/campaign.h"

#include <gtest/gtest.h>

#include <set>

#include "sw/routing/compute_routes.h"

namespace podsim::campaign {
namespace {

Topology mesh(int side) {
  MeshShape shape;
  shape.width = side;
  shape.height = side;
  return Topology(shape);
}

TrialSetup setup_on(const Topology& topology, RouterModel model) {
  TrialSetup setup = {{}, topology, compute(topology)};
  setup.pod.ici.link_layer = true;
  setup.pod.ici.model = static_cast<int>(model);
  setup.pod.threads = 1;
  return setup;
}

// Newcombe, Statistics in Medicine 17 (1998), table I, method 3: 81/263, 15/148, 0/20, 1/29.
TEST(WilsonInterval, GivesPublishedValues) {
  const auto expect = [](int hits, int trials, double low, double high) {
    const Interval interval = wilson_interval(hits, trials);
    EXPECT_NEAR(interval.low, low, 5e-5) << hits << "/" << trials;
    EXPECT_NEAR(interval.high, high, 5e-5) << hits << "/" << trials;
  };
  expect(81, 263, 0.2553, 0.3662);
  expect(15, 148, 0.0624, 0.1605);
  expect(0, 20, 0.0000, 0.1611);
  expect(1, 29, 0.0061, 0.1718);
}

TEST(PlanFault, TakesSitesInTurnAndDiffersFromTrialToTrial) {
  std::set<std::string> texts;
  for (std::uint64_t trial = 0; trial < 5 * kSites; ++trial) {
    const PlannedFault fault = plan_fault(1, trial, mesh(4), 500, 3500);
    EXPECT_EQ(static_cast<std::uint64_t>(fault.site), trial % kSites);
    EXPECT_GE(fault.at, 500u);
    EXPECT_LT(fault.at, 3500u);
    EXPECT_EQ(fault.dead_node >= 0, fault.links.empty());
    texts.insert(fault.text);
    EXPECT_EQ(plan_fault(1, trial, mesh(4), 500, 3500).text, fault.text);
  }
  EXPECT_GT(texts.size(), 4u * kSites);
}

TrialResult counted(int sent, int arrived, std::uint64_t reported) {
  TrialResult result;
  result.sent = sent;
  result.arrived = arrived;
  result.reported = reported;
  result.detected = reported != 0;
  return result;
}

TEST(Judge, CallsLossSilentUnlessEveryPacketIsAccountedFor) {
  EXPECT_EQ(judge(counted(10, 10, 0), true), Verdict::kNoEffect);
  EXPECT_EQ(judge(counted(10, 10, 1), true), Verdict::kCorrected);
  EXPECT_EQ(judge(counted(10, 8, 2), true), Verdict::kReported);
  EXPECT_EQ(judge(counted(10, 8, 1), true), Verdict::kSilent);
  EXPECT_EQ(judge(counted(10, 8, 0), true), Verdict::kSilent);
  EXPECT_EQ(judge(counted(10, 10, 0), false), Verdict::kHang);
  TrialResult wrong = counted(10, 9, 5);
  wrong.wrong = 1;
  EXPECT_EQ(judge(wrong, true), Verdict::kSilent);
  TrialResult twice = counted(10, 10, 5);
  twice.repeated = 1;
  EXPECT_EQ(judge(twice, true), Verdict::kSilent);
}

TEST(Campaign, ASampleEndsWithoutSilentCorruptionOrHang) {
  const CampaignResult result =
      run_campaign(setup_on(mesh(4), RouterModel::kCycle), 4 * kSites, [](int) { return true; });
  EXPECT_TRUE(result.failures.empty()) << campaign_text(result);
  const SiteCounts total = result.total();
  EXPECT_EQ(total.trials, 4 * kSites);
  // Cuts and deaths lose packets; single bits do not.
  EXPECT_GE(total.by_verdict[static_cast<std::size_t>(Verdict::kReported)], kSites);
  EXPECT_GE(total.by_verdict[static_cast<std::size_t>(Verdict::kCorrected)], kSites);
}

TEST(Campaign, RtlAndTwinGiveTheSameTrials) {
  const TrialSetup rtl = setup_on(mesh(2), RouterModel::kRtl);
  const TrialSetup twin = setup_on(mesh(2), RouterModel::kCycle);
  for (std::uint64_t trial = 0; trial < kSites; ++trial) {
    const TrialResult a = run_trial(rtl, trial);
    const TrialResult b = run_trial(twin, trial);
    EXPECT_EQ(a.rest, b.rest) << a.fault.text;
    EXPECT_EQ(a.verdict, b.verdict) << a.fault.text;
    EXPECT_EQ(a.arrived, b.arrived) << a.fault.text;
    EXPECT_EQ(a.reported, b.reported) << a.fault.text;
  }
}

TEST(Campaign, ANetworkThatIsCutOffInTheMiddleOfItsWorkCountsAsHung) {
  TrialSetup setup = setup_on(mesh(2), RouterModel::kCycle);
  setup.patience = 1500;
  EXPECT_EQ(run_trial(setup, 3).verdict, Verdict::kHang);
}

}  // namespace
}  // namespace podsim::campaign
