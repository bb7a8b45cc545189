// SPDX-License-Identifier: Apache-2.0
// All-reduces while links err and break: right to the bit, or a report of what was lost.
#include <gtest/gtest.h>

#include "tests/e2e/all_reduce_run.h"

namespace podsim::test {
namespace {

AllReduceSetup with_link_layer(const std::vector<FaultRule>& faults) {
  AllReduceSetup setup;
  setup.parameters.ici.link_layer = true;
  setup.parameters.faults = faults;
  setup.count = 4000;
  return setup;
}

FaultRule bit_errors(Coordinate at, int port, double rate) {
  FaultRule rule;
  rule.kind = FaultKind::kBitErrors;
  rule.at = at;
  rule.port = port;
  rule.bit_error_rate = rate;
  return rule;
}

FaultRule cut(Coordinate at, int port, Cycle from, Cycle to, bool both = true) {
  FaultRule rule;
  rule.kind = FaultKind::kLink;
  rule.at = at;
  rule.port = port;
  rule.from = from;
  rule.to = to;
  rule.both_directions = both;
  return rule;
}

void expect_right(const AllReduceResult& result) {
  EXPECT_EQ(result.outcome.status, RunStatus::kHalted);
  EXPECT_EQ(result.wrong, 0u);
}

TEST(LinkFault, ALinkLayerWithoutFaultsCostsLatencyOnly) {
  const AllReduceResult plain = all_reduce(mesh(4, 2), {});
  const AllReduceResult layered = all_reduce(mesh(4, 2), with_link_layer({}));
  expect_right(layered);
  EXPECT_GT(layered.outcome.duration(), plain.outcome.duration());
  EXPECT_LT(layered.outcome.duration(), plain.outcome.duration() * 11 / 10);
}

// One frame in 2000 at 1e-6, one in 20 at 1e-4.
TEST(LinkFault, BitErrorsAreReplayedAway) {
  for (const double rate : {1e-6, 1e-5, 1e-4}) {
    expect_right(all_reduce(mesh(4, 2), with_link_layer({bit_errors({0, 0}, kEast, rate),
                                                         bit_errors({2, 1}, kWest, rate)})));
  }
}

TEST(LinkFault, BitErrorsGiveOneResultWhateverTheHostDoes) {
  AllReduceSetup setup = with_link_layer({bit_errors({1, 0}, kEast, 3e-5)});
  const AllReduceResult expected = all_reduce(mesh(4, 2), setup);
  for (const std::int64_t window : {1, 7, 52}) {
    setup.parameters.ici.window = window;
    EXPECT_EQ(all_reduce(mesh(4, 2), setup).digest, expected.digest) << "window " << window;
  }
  setup.parameters.threads = 2;
  EXPECT_EQ(all_reduce(mesh(4, 2), setup).digest, expected.digest);
  setup.parameters.seed = 2;
  EXPECT_NE(all_reduce(mesh(4, 2), setup).digest, expected.digest);
}

// Shorter than the patience of the retries: nothing is lost.
TEST(LinkFault, AShortFlapDelaysOnly) {
  for (const bool both : {true, false}) {
    expect_right(all_reduce(mesh(4, 2), with_link_layer({cut({1, 0}, kEast, 9000, 9800, both)})));
  }
}

TEST(LinkFault, ACutLinkIsReportedAndNothingHangs) {
  for (const bool both : {true, false}) {
    const AllReduceResult result =
        all_reduce(mesh(4, 2), with_link_layer({cut({1, 0}, kEast, 9000, kNever, both)}));
    ASSERT_EQ(result.outcome.status, RunStatus::kFault) << "both " << both;
    EXPECT_TRUE(result.outcome.fault->id == "LINK-001" || result.outcome.fault->id == "NIC-002")
        << result.outcome.fault->message;
  }
}

// Each setting of the link layer acts: on when a cut is noticed, or on whether the link comes back.
TEST(LinkFault, EverySettingActs) {
  AllReduceSetup setup = with_link_layer({cut({1, 0}, kEast, 9000, 9800)});
  setup.parameters.faults.push_back(bit_errors({0, 1}, kEast, 1e-4));
  const std::uint64_t before = all_reduce(mesh(4, 2), setup).digest;
  const auto changed = [&](auto change) {
    AllReduceSetup other = setup;
    change(other.parameters.ici.link);
    return all_reduce(mesh(4, 2), other).digest != before;
  };
  EXPECT_TRUE(changed([](LinkSettings& link) { link.retry_timeout = 200; }));
  EXPECT_TRUE(changed([](LinkSettings& link) { link.max_retries = 0; }));
  EXPECT_TRUE(changed([](LinkSettings& link) { link.keep_alive = 8; }));
  EXPECT_TRUE(changed([](LinkSettings& link) { link.silence_limit = 100; }));
  EXPECT_TRUE(changed([](LinkSettings& link) { link.train_limit = 16; }));
}

// RTL and twin of every router side by side, whatever happens to the links: a difference throws.
TEST(LinkFault, TwinsWithLinkLayerEqualTheRtl) {
  std::vector<std::vector<FaultRule>> cases = {
      {},
      {bit_errors({0, 0}, kEast, 1e-4)},
      {cut({1, 0}, kEast, 9000, 9800)},
      {cut({1, 0}, kEast, 9000, kNever)},
      {cut({1, 0}, kEast, 9000, 16'000, false), bit_errors({2, 0}, kEast, 3e-5)}};
  FaultRule death;
  death.at = {2, 0};
  death.from = 9000;
  cases.push_back({death});
  for (const std::vector<FaultRule>& faults : cases) {
    AllReduceSetup setup = with_link_layer(faults);
    setup.count = 1500;
    setup.parameters.ici.model = static_cast<int>(RouterModel::kRtl);
    const AllReduceResult rtl = all_reduce(mesh(4, 2), setup);
    setup.parameters.ici.model = static_cast<int>(RouterModel::kLockstep);
    EXPECT_EQ(all_reduce(mesh(4, 2), setup).digest, rtl.digest);
    setup.parameters.ici.model = static_cast<int>(RouterModel::kCycle);
    EXPECT_EQ(all_reduce(mesh(4, 2), setup).digest, rtl.digest);
  }
}

TEST(LinkFault, AChipThatDiesIsNoticedByItsNeighbours) {
  FaultRule death;
  death.at = {2, 0};
  death.from = 9000;
  const AllReduceResult result = all_reduce(mesh(4, 2), with_link_layer({death}));
  ASSERT_EQ(result.outcome.status, RunStatus::kFault);
  EXPECT_TRUE(result.outcome.fault->id == "LINK-001" || result.outcome.fault->id == "NIC-002")
      << result.outcome.fault->message;
}

}  // namespace
}  // namespace podsim::test
