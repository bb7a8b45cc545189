// SPDX-License-Identifier: Apache-2.0
// Each thing that may go wrong on the way of a packet, done by hand.
#include "sw/traffic/traffic_sink.h"

#include <gtest/gtest.h>

#include <optional>

namespace podsim::traffic {
namespace {

constexpr int kSource = 1;
constexpr int kNode = 2;
constexpr int kFlits = 4;

/// A source on node 1 of a 3 x 1 mesh, all of whose packets go to node 2, and the sink there.
class SinkBench {
 public:
  SinkBench() : topology_(shape()), gaps_(0.5), destinations_(to_node_2(), topology_) {
    rules_.measured = {10, 100, 1000};
    rules_.check_data = true;
    source_rules_.fill_data = true;
    source_rules_.carry_data = true;
    source_rules_.lane_rule = config::LaneRule::kRoundRobin;
    sources_.resize(3);
    sources_[kSource] =
        std::make_unique<TrafficSource>(kSource, source_rules_, gaps_, destinations_);
    sink_ = std::make_unique<TrafficSink>(kNode, rules_, sources_);
    from_.packets = &pool_;
    into_.packets = &pool_;
    sources_[kSource]->run(0, 200, from_);
  }

  /// The next packet that waits in a lane.
  std::vector<Flit> packet(int lane) {
    std::vector<Flit> flits;
    auto& queue = from_.lane_in[static_cast<std::size_t>(lane)];
    for (int i = 0; i < kFlits; ++i) {
      flits.push_back(queue.front().flit);
      queue.pop();
    }
    return flits;
  }
  /// Comes out of a lane from `cycle` on; the sink's error, empty if it is content.
  std::string deliver(const std::vector<Flit>& flits, int lane = 0, Cycle cycle = 200) {
    into_.clear_outputs();
    for (const Flit& flit : flits) {
      into_.lane_out[static_cast<std::size_t>(lane)].push_back({cycle++, flit});
    }
    sink_->run(into_);
    return sink_->error();
  }
  TrafficSink& sink() { return *sink_; }
  TrafficSource& source() { return *sources_[kSource]; }

 private:
  static MeshShape shape() {
    MeshShape shape;
    shape.width = 3;
    shape.height = 1;
    return shape;
  }
  static config::TrafficParameters to_node_2() {
    config::TrafficParameters parameters;
    parameters.pattern = static_cast<int>(config::TrafficPattern::kHotspot);
    parameters.hotspots = {{kNode, 0}};
    parameters.hotspot_share = 1;
    return parameters;
  }

  Topology topology_;
  GapDistribution gaps_;
  DestinationRule destinations_;
  SourceRules source_rules_;
  SinkRules rules_;
  std::vector<std::unique_ptr<TrafficSource>> sources_;
  std::unique_ptr<TrafficSink> sink_;
  PacketPool pool_{kFlits};
  RouterPorts from_;
  RouterPorts into_;
};

void expect_error(const std::string& error, const std::string& part) {
  EXPECT_NE(error.find(part), std::string::npos) << "'" << error << "' lacks '" << part << "'";
}

TEST(TrafficSink, IsContentWithPacketsInOrder) {
  SinkBench bench;
  for (int i = 0; i < 6; ++i) {
    const int lane = i % 4;
    EXPECT_EQ(bench.deliver(bench.packet(lane), lane, 200 + 10 * static_cast<Cycle>(i)), "");
  }
  EXPECT_EQ(bench.sink().arrived(), 6u);
}

TEST(TrafficSink, MeasuresFromGenerationToTail) {
  SinkBench bench;
  std::uint32_t sequence = 0;
  while (bench.source().record(sequence).generated < 10) ++sequence;
  const Cycle generated = bench.source().record(sequence).generated;
  for (std::uint32_t i = 0; i < sequence; ++i) {
    bench.deliver(bench.packet(static_cast<int>(i % 4)), static_cast<int>(i % 4));
  }
  EXPECT_EQ(bench.sink().latencies().size(), 0u) << "generated before the measured cycles";
  const int lane = static_cast<int>(sequence % 4);
  EXPECT_EQ(bench.deliver(bench.packet(lane), lane, 300), "");
  ASSERT_EQ(bench.sink().latencies().size(), 1u);
  EXPECT_EQ(bench.sink().latencies().front(), 303 - generated);  // 4 flits: 300 to 303
}

TEST(TrafficSink, CountsFlitsOfTheMeasuredCyclesOnly) {
  SinkBench bench;
  bench.deliver(bench.packet(0), 0, 8);  // cycles 8 to 11, of which 10 and 11 count
  bench.deliver(bench.packet(1), 1, 98);
  EXPECT_EQ(bench.sink().measured_flits(), 4u);
}

TEST(TrafficSink, LeavesOutWhatComesAfterTheEnd) {
  SinkBench bench;
  std::uint32_t sequence = 0;
  while (bench.source().record(sequence).generated < 10) ++sequence;
  for (std::uint32_t i = 0; i <= sequence; ++i) {
    EXPECT_EQ(bench.deliver(bench.packet(static_cast<int>(i % 4)), static_cast<int>(i % 4), 997),
              "");
  }
  EXPECT_EQ(bench.sink().latencies().size(), 0u) << "the tail came at cycle 1000";
}

TEST(TrafficSink, NoticesAPacketThatComesTwice) {
  SinkBench bench;
  const std::vector<Flit> packet = bench.packet(0);
  EXPECT_EQ(bench.deliver(packet), "");
  expect_error(bench.deliver(packet), "twice");
}

TEST(TrafficSink, NoticesPacketsOutOfOrder) {
  SinkBench bench;
  const std::vector<Flit> first = bench.packet(0);
  const std::vector<Flit> second = bench.packet(0);
  EXPECT_EQ(bench.deliver(second), "");
  expect_error(bench.deliver(first), "out of order");
}

TEST(TrafficSink, NoticesAWrongLaneOrNode) {
  SinkBench bench;
  expect_error(bench.deliver(bench.packet(0), 1), "wrong place");
  SinkBench other;
  std::vector<Flit> packet = other.packet(0);
  packet[0].head_word ^= 1;  // the destination
  expect_error(other.deliver(packet), "wrong place");
}

TEST(TrafficSink, NoticesASourceThatSentNoSuchPacket) {
  SinkBench bench;
  std::vector<Flit> packet = bench.packet(0);
  packet[0].head_word += std::uint64_t{1} << 24;  // node 2, which is no source
  expect_error(bench.deliver(packet), "wrong place");
}

TEST(TrafficSink, NoticesAChangedBitOfAnyFlit) {
  for (std::size_t i = 0; i < kFlits; ++i) {
    SinkBench bench;
    std::vector<Flit> packet = bench.packet(0);
    FlitData changed = *packet[i].data;
    changed[7] ^= 1;
    packet[i].data = &changed;
    expect_error(bench.deliver(packet), "wrong data");
  }
}

TEST(TrafficSink, NoticesFlitsThatChangedPlaces) {
  SinkBench bench;
  std::vector<Flit> packet = bench.packet(0);
  std::swap(packet[1], packet[2]);
  expect_error(bench.deliver(packet), "wrong data");
}

TEST(TrafficSink, NoticesAFlitTooFew) {
  SinkBench bench;
  std::vector<Flit> packet = bench.packet(0);
  packet.erase(packet.begin() + 2);
  EXPECT_NE(bench.deliver(packet), "");
  SinkBench cut;
  packet = cut.packet(0);
  packet.pop_back();
  packet.back().tail = true;
  expect_error(cut.deliver(packet), "wrong length");
}

TEST(TrafficSink, NoticesAMissingHeadOrTail) {
  SinkBench headless;
  std::vector<Flit> packet = headless.packet(0);
  packet.erase(packet.begin());
  expect_error(headless.deliver(packet), "no head");
  SinkBench tailless;
  packet = tailless.packet(0);
  packet.pop_back();
  EXPECT_EQ(tailless.deliver(packet), "");
  expect_error(tailless.deliver(tailless.packet(0)), "no tail");
}

TEST(TrafficSink, NoticesAPoisonedPacket) {
  SinkBench bench;
  std::vector<Flit> packet = bench.packet(0);
  packet.back().poison = true;
  expect_error(bench.deliver(packet), "cut");
}

TEST(TrafficSink, TakesPacketsAsTrains) {
  SinkBench bench;
  Flit train = bench.packet(0).front();
  train.tail = true;
  train.count = kFlits;
  EXPECT_EQ(bench.deliver({train}), "");
  EXPECT_EQ(bench.sink().arrived(), 1u);
}

}  // namespace
}  // namespace podsim::traffic
