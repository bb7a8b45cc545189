// SPDX-License-Identifier: Apache-2.0
// Packets on the Verilated routers of damaged pods, under the tables computed for them: random and
// adversarial traffic between all live chips, every packet delivered once and whole, over the links
// that the tables say.
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "sw/routing/compute_routes.h"
#include "sw/routing/route_proof.h"
#include "sw/routing/trace_route.h"
#include "tests/systemc/ici/fabric_bench.h"

namespace podsim::test {
namespace {

constexpr unsigned kSeed = 6401;
constexpr int kHeadAndRow = 9;          // flits of a packet of 512 bytes
constexpr Cycle kLongEnough = 400'000;  // ICI cycles; a jam would last for ever

struct DamagedPod {
  const char* name;
  MeshShape shape;
  void (*damage)(Topology& topology);
  int layers;  ///< that its tables use
};

/// Row by row, joined at alternating ends: too many turns for dimension order.
void make_serpentine(Topology& topology) {
  for (int y = 0; y + 1 < topology.height(); ++y) {
    for (int x = 0; x < topology.width(); ++x) {
      const int open = y % 2 == 0 ? topology.width() - 1 : 0;
      if (x != open) topology.fail_link({x, y}, kSouth);
    }
  }
}

void fail_eight(Topology& topology) {
  for (const Coordinate& at : {Coordinate{0, 1}, {3, 3}, {5, 4}, {2, 6}, {6, 1}})
    topology.fail_chip(at);
  topology.fail_link({4, 6}, kEast);
  topology.fail_link({1, 3}, kSouth);
  topology.fail_link({7, 7}, kNorth);
}

const DamagedPod kPods[] = {
    {"Mesh8x8Healthy", {8, 8}, [](Topology&) {}, 1},
    {"Mesh8x8Chip",
     {8, 8},
     [](Topology& t) {
       t.fail_chip({3, 3});
     },
     2},
    {"Mesh8x8CornerLink",
     {8, 8},
     [](Topology& t) {
       t.fail_link({0, 0}, kEast);
     },
     2},
    {"Mesh8x8Board",
     {8, 8},
     [](Topology& t) {
       t.fail_block({2, 2}, 2, 2);
     },
     2},
    {"Mesh8x8Eight", {8, 8}, fail_eight, 3},
    {"Torus8x8Healthy", {8, 8, true, true}, [](Topology&) {}, 2},
    {"Torus8x8Chip",
     {8, 8, true, true},
     [](Topology& t) {
       t.fail_chip({3, 3});
     },
     2},
    {"Torus8x8Host",
     {8, 8, true, true},
     [](Topology& t) {
       t.fail_block({4, 2}, 4, 2);
     },
     2},
    {"Torus8x8Eight", {8, 8, true, true}, fail_eight, 3},
    {"Slice4x8Board",
     {4, 8, false, true},
     [](Topology& t) {
       t.fail_block({2, 4}, 2, 2);
     },
     2},
    {"Serpentine4x5", {4, 5}, make_serpentine, 1},
    {"Torus3x3Chip",
     {3, 3, true, true},
     [](Topology& t) {
       t.fail_chip({1, 1});
     },
     2},
    {"Torus2x5Link",
     {2, 5, true, true},
     [](Topology& t) {
       t.fail_link({0, 4}, kSouth);
     },
     3},
    {"Torus2x2", {2, 2, true, true}, [](Topology&) {}, 1},
    {"Ring1x7", {1, 7, false, true}, [](Topology&) {}, 2},
    {"Ring7x1Cut",
     {7, 1, true, false},
     [](Topology& t) {
       t.fail_link({2, 0}, kEast);
     },
     1},
    {"One", {1, 1}, [](Topology&) {}, 1},
};

Topology topology_of(const DamagedPod& pod) {
  Topology topology(pod.shape);
  pod.damage(topology);
  return topology;
}

/// Virtual channels that each of so many layers gets: 4, 2 or 1.
int shift_of(int layers) { return layers == 1 ? 2 : layers == 2 ? 1 : 0; }

/// The packets of a test, numbered, and where each must come out.
class Traffic {
 public:
  Traffic(const Topology& topology, int vcs_a_layer)
      : topology_(topology), live_(topology.live_chips()), vcs_(vcs_a_layer) {}

  const std::vector<TestPacket>& packets() const { return packets_; }

  void add(int from, int to, int flits) {
    if (!topology_.alive(from) || !topology_.alive(to)) return;
    TestPacket packet;
    packet.source = from;
    packet.destination = to;
    packet.flits = flits;
    packet.sequence = static_cast<std::uint32_t>(packets_.size());
    packet.source_lane = static_cast<int>(packet.sequence % kLocalLanes);
    packet.destination_lane = static_cast<int>(packet.sequence / kLocalLanes % kLocalLanes);
    // A lane keeps to one channel, so that its packets do not mix.
    packet.vc = packet.source_lane % vcs_;
    packets_.push_back(packet);
  }

  void add_all_pairs() {
    for (std::size_t step = 0; step < live_.size(); ++step) {
      for (std::size_t i = 0; i < live_.size(); ++i) {
        add(live_[i], live_[(i + step) % live_.size()], 1 + static_cast<int>(step % 3));
      }
    }
  }

  void add_random(std::mt19937& random, int count) {
    for (int i = 0; i < count; ++i) {
      add(live_[random() % live_.size()], live_[random() % live_.size()],
          1 + static_cast<int>(random() % kHeadAndRow));
    }
  }

  /// Every chip sends `count` packets to the place that the pattern gives for its own.
  template <class Pattern>
  void add_pattern(Pattern pattern, int count) {
    for (int i = 0; i < count; ++i) {
      for (int from : live_) {
        const Coordinate to = pattern(topology_.coordinate(from));
        if (topology_.contains(to)) add(from, topology_.chip_at(to), kHeadAndRow);
      }
    }
  }

 private:
  const Topology& topology_;
  std::vector<int> live_;
  int vcs_;
  std::vector<TestPacket> packets_;
};

/// Transpose, bit complement, tornado and hotspot, as in the literature; then random traffic.
void add_adversarial(Traffic& traffic, const Topology& topology) {
  const int width = topology.width();
  const int height = topology.height();
  traffic.add_pattern([](Coordinate at) { return Coordinate{at.y, at.x}; }, 20);
  traffic.add_pattern(
      [&](Coordinate at) {
        return Coordinate{width - 1 - at.x, height - 1 - at.y};
      },
      20);
  traffic.add_pattern(
      [&](Coordinate at) {
        return Coordinate{(at.x + (width - 1) / 2) % width, (at.y + (height - 1) / 2) % height};
      },
      20);
  traffic.add_pattern(
      [&](Coordinate) {
        return Coordinate{width / 2, height / 2 - height / 4};
      },
      6);
  std::mt19937 random(kSeed);
  traffic.add_random(random, 100 * topology.live_count());
}

using LinkFlits = std::map<std::pair<int, int>, std::uint64_t>;  // by chip and port

LinkFlits expected_link_flits(const Traffic& traffic, const RoutingTables& tables,
                              const Topology& topology) {
  LinkFlits flits;
  for (const TestPacket& packet : traffic.packets()) {
    const Route route =
        trace_route(tables, topology, packet.source, packet.destination, packet.source_lane);
    for (const RouteHop& hop : route.routers) {
      if (!hop.entry.local) {
        flits[{hop.chip, hop.entry.output}] += static_cast<std::uint64_t>(packet.flits);
      }
    }
  }
  return flits;
}

bool intact(const Delivery& delivery, const TestPacket& packet) {
  std::vector<std::uint64_t> body;
  for (int flit = 1; flit < packet.flits; ++flit) {
    for (int word = 0; word < kFlitWords; ++word) {
      body.push_back(FabricBench::body_word(packet, flit, word));
    }
  }
  return delivery.node == packet.destination && delivery.lane == packet.destination_lane &&
         delivery.head.source == packet.source && delivery.body == body;
}

void expect_each_delivered_once(const Traffic& traffic, const FabricBench& bench) {
  std::vector<int> times(traffic.packets().size(), 0);
  for (const Delivery& delivery : bench.deliveries()) {
    ASSERT_LT(delivery.head.sequence, times.size());
    ++times[delivery.head.sequence];
    EXPECT_TRUE(intact(delivery, traffic.packets()[delivery.head.sequence]))
        << "packet " << delivery.head.sequence;
  }
  for (std::size_t i = 0; i < times.size(); ++i) EXPECT_EQ(times[i], 1) << "packet " << i;
}

void expect_links_used(const LinkFlits& expected, FabricBench& bench, const Topology& topology) {
  for (int chip : topology.live_chips()) {
    for (int port = 0; port < kLinkPorts; ++port) {
      const auto found = expected.find({chip, port});
      EXPECT_EQ(bench.fabric().link_flits(chip, port), found == expected.end() ? 0 : found->second)
          << to_string(topology.coordinate(chip)) << " " << port_name(port);
    }
  }
}

BenchOptions options_for(int layers) {
  BenchOptions options;
  options.layer_shift = shift_of(layers);
  return options;
}

class DamagedTraffic : public ::testing::TestWithParam<DamagedPod> {
 protected:
  DamagedTraffic()
      : topology_(topology_of(GetParam())),
        routes_(compute_routes(topology_)),
        traffic_(topology_, 1 << shift_of(GetParam().layers)) {
    const RouteProof proof = prove(routes_.tables, topology_);
    EXPECT_TRUE(proof.ok()) << to_string(topology_, proof);
    EXPECT_EQ(proof.layers, GetParam().layers);
  }

  void expect_delivered() {
    FabricBench bench(
        topology_,
        [this](int chip, int port, int to) { return routes_.tables.byte(chip, port, to); },
        options_for(GetParam().layers));
    for (const TestPacket& packet : traffic_.packets()) bench.inject(packet);
    ASSERT_TRUE(bench.run(kLongEnough)) << "packets are left in the network";
    expect_each_delivered_once(traffic_, bench);
    expect_links_used(expected_link_flits(traffic_, routes_.tables, topology_), bench, topology_);
  }

  Topology topology_;
  ComputedRoutes routes_;
  Traffic traffic_;
};

TEST_P(DamagedTraffic, AllPairsReachEachOther) {
  traffic_.add_all_pairs();
  expect_delivered();
}

TEST_P(DamagedTraffic, AdversarialAndRandomPatternsAreDelivered) {
  SCOPED_TRACE(::testing::Message() << "seed " << kSeed);
  add_adversarial(traffic_, topology_);
  expect_delivered();
}

INSTANTIATE_TEST_SUITE_P(On, DamagedTraffic, ::testing::ValuesIn(kPods),
                         [](const auto& pod) { return std::string(pod.param.name); });

// What the proof is for: the same ring without its dateline jams under the same traffic.
TEST(DamagedTrafficWithoutDatelines, JamsARing) {
  const Topology topology(MeshShape{7, 1, true, false});
  const RoutingTables tables = compute(topology);
  Traffic traffic(topology, 1);
  traffic.add_pattern([](Coordinate at) { return Coordinate{(at.x + 3) % 7, 0}; }, 200);
  const auto run = [&](std::uint8_t mask) {
    FabricBench bench(topology,
                      [&](int chip, int port, int to) {
                        return static_cast<std::uint8_t>(tables.byte(chip, port, to) & mask);
                      },
                      {});
    for (const TestPacket& packet : traffic.packets()) bench.inject(packet);
    return bench.run(60'000);
  };
  EXPECT_TRUE(run(0xff));
  EXPECT_FALSE(run(0x1f));  // no entry sets a layer
}

}  // namespace
}  // namespace podsim::test
