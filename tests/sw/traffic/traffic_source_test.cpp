// SPDX-License-Identifier: Apache-2.0
#include "sw/traffic/traffic_source.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "sw/traffic/test_packet.h"

namespace podsim::traffic {
namespace {

using config::LaneRule;
using config::VcRule;

constexpr int kNode = 5;

/// A source of a 4 x 4 mesh with a router that takes a flit a cycle from each lane.
class SourceBench {
 public:
  SourceBench(double load, const SourceRules& rules)
      : rules_(rules), gaps_(load / rules.packet_flits), destinations_({}, Topology(MeshShape{})) {
    ports_.packets = &pool_;
    source_ = std::make_unique<TrafficSource>(kNode, rules_, gaps_, destinations_);
  }

  struct Sent {
    Cycle taken;
    int lane;
    Cycle ready;
    std::uint64_t word;
    int vc;
    bool tail;
    auto key() const { return std::tie(taken, lane, ready, word, vc, tail); }
    bool operator==(const Sent& o) const { return key() == o.key(); }
  };

  /// Cycles [0, end) in windows; `stalled` lanes are never taken from.
  std::vector<Sent> run(Cycle end, Cycle window, const std::set<int>& stalled = {}) {
    std::vector<Sent> sent;
    for (Cycle from = 0; from < end; from += window) {
      ports_.clear_outputs();
      source_->run(from, from + window, ports_);
      for (Cycle cycle = from; cycle < from + window; ++cycle) {
        for (int lane = 0; lane < kRouterLanes; ++lane) {
          if (stalled.count(lane) == 0) take(cycle, lane, sent);
        }
      }
      source_->note_taken(ports_);
    }
    return sent;
  }
  TrafficSource& source() { return *source_; }

 private:
  void take(Cycle cycle, int lane, std::vector<Sent>& sent) {
    auto& queue = ports_.lane_in[static_cast<std::size_t>(lane)];
    if (queue.empty() || queue.front().cycle > cycle) return;
    const Flit& flit = queue.front().flit;
    sent.push_back({cycle, lane, queue.front().cycle, flit.head_word, flit.vc, flit.tail});
    if (flit.tail) ports_.lane_taken[static_cast<std::size_t>(lane)].push_back(cycle);
    queue.pop();
  }

  SourceRules rules_;
  GapDistribution gaps_;
  DestinationRule destinations_;
  PacketPool pool_{8};
  RouterPorts ports_;
  std::unique_ptr<TrafficSource> source_;
};

SourceRules rules_with(LaneRule lane_rule, VcRule vc_rule) {
  SourceRules rules;
  rules.lane_rule = lane_rule;
  rules.vc_rule = vc_rule;
  rules.vcs = 4;
  rules.taken_latency = 64;
  return rules;
}

TEST(TrafficSource, OffersTheLoadThatIsAskedFor) {
  constexpr Cycle kCycles = 64'000;
  for (const double load : {0.05, 0.4, 2.0}) {
    SourceBench bench(load, {});
    const auto sent = bench.run(kCycles, 32);
    // Bernoulli with p = load / 4: standard deviation of the packets sqrt(n p (1 - p)).
    const double p = load / 4;
    EXPECT_NEAR(static_cast<double>(sent.size()) / 4, kCycles * p,
                5 * std::sqrt(kCycles * p * (1 - p)) + 4);
  }
}

TEST(TrafficSource, DoesTheSameInWindowsOfAnyLength) {
  for (const LaneRule lanes :
       {LaneRule::kRoundRobin, LaneRule::kDestination, LaneRule::kLeastOccupied}) {
    for (const VcRule vcs : {VcRule::kLane, VcRule::kDestination, VcRule::kLeastOccupied}) {
      const SourceRules rules = rules_with(lanes, vcs);
      const auto one_by_one = SourceBench(2.5, rules).run(3200, 1);
      ASSERT_GT(one_by_one.size(), 6000u);
      EXPECT_EQ(SourceBench(2.5, rules).run(3200, 32), one_by_one);
      EXPECT_EQ(SourceBench(2.5, rules).run(3200, 64), one_by_one);
    }
  }
}

TEST(TrafficSource, NumbersItsPacketsAndSaysWhoSentThem) {
  const auto sent = SourceBench(1.0, {}).run(4000, 32);
  std::set<std::uint32_t> sequences;
  std::map<int, int> flits_of_open_packet;
  for (const SourceBench::Sent& flit : sent) {
    int& flits = flits_of_open_packet[flit.lane];
    const bool head = flits == 0;
    EXPECT_EQ(flit.word != 0, head);
    if (head) {
      const HeadWord word{flit.word};
      EXPECT_EQ(word.source(), kNode);
      EXPECT_EQ(word.lane(), flit.lane);
      EXPECT_TRUE(sequences.insert(word.sequence()).second) << "twice";
    }
    ++flits;
    EXPECT_EQ(flit.tail, flits == 4);
    if (flit.tail) flits = 0;
    EXPECT_GE(flit.taken, flit.ready);
  }
  EXPECT_EQ(*sequences.rbegin() + 1, sequences.size()) << "a number was left out";
}

TEST(TrafficSource, SpreadsPacketsByItsRules) {
  const auto pairs_of = [](const SourceRules& rules) {
    std::map<std::pair<int, int>, std::set<int>> destinations;  // by lane and VC
    for (const auto& flit : SourceBench(2.0, rules).run(6400, 32)) {
      if (flit.word != 0) {
        destinations[{flit.lane, flit.vc}].insert(HeadWord{flit.word}.destination());
      }
    }
    return destinations;
  };
  const auto by_lane = pairs_of(rules_with(LaneRule::kRoundRobin, VcRule::kLane));
  ASSERT_EQ(by_lane.size(), 4u);
  for (const auto& [place, unused] : by_lane) EXPECT_EQ(place.first, place.second);
  EXPECT_EQ(pairs_of(rules_with(LaneRule::kLeastOccupied, VcRule::kLeastOccupied)).size(), 16u);
  // By destination: each destination uses one lane and one VC.
  std::size_t uses = 0;
  for (const auto& [unused, destinations] :
       pairs_of(rules_with(LaneRule::kDestination, VcRule::kDestination))) {
    uses += destinations.size();
  }
  EXPECT_EQ(uses, 16u);
}

TEST(TrafficSource, LeavesAStalledLaneAloneIfItMayChoose) {
  SourceBench bench(1.0, rules_with(LaneRule::kLeastOccupied, VcRule::kLane));
  const auto sent = bench.run(32'000, 32, {2});
  // Some packets sit in lane 2 for ever; the others have three lanes, which is enough.
  EXPECT_GT(sent.size(), 31'000u * 9 / 10);
  EXPECT_LT(bench.source().generated() - sent.size() / 4, 64u);
}

TEST(TrafficSource, KeepsTheRecordsOfPacketsUnderWay) {
  SourceBench bench(2.0, {});
  bench.run(6400, 32);  // far more than the records it starts with; none arrives
  ASSERT_GT(bench.source().generated(), 2500u);
  Cycle last = 0;
  for (std::uint32_t i = 0; i < bench.source().generated(); ++i) {
    const PacketRecord& record = bench.source().record(i);
    EXPECT_FALSE(record.arrived);
    EXPECT_LT(record.destination, 16u);
    EXPECT_GE(record.generated, last);
    last = record.generated;
  }
}

TEST(TrafficSource, FallsSilentWhenStopped) {
  SourceBench bench(1.0, {});
  bench.run(320, 32);
  bench.source().stop();
  const std::uint64_t generated = bench.source().generated();
  const auto rest = bench.run(640, 32);
  EXPECT_EQ(bench.source().generated(), generated);
  EXPECT_EQ(bench.source().next_packet(), kNever);
  EXPECT_LE(rest.size(), 4u * 36) << "only what a lane had been given";
}

}  // namespace
}  // namespace podsim::traffic
