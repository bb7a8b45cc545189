// SPDX-License-Identifier: Apache-2.0
// The prover against a second, plain implementation on all sets of dead chips of a 3 x 3 mesh.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <tuple>

#include "sw/routing/compute_routes.h"
#include "sw/routing/live_graph.h"
#include "sw/routing/route_proof.h"
#include "tests/sw/routing/route_test_support.h"

namespace podsim {
namespace {

using ChannelKey = std::tuple<int, int, int>;  // sender, port, layer

struct PlainVerdict {
  bool all_delivered = true;
  bool deadlock_free = true;
};

/// Walks each packet on its own, hop by hop, and colours the graph depth first.
class PlainChecker {
 public:
  PlainChecker(const RoutingTables& tables, const Topology& topology)
      : tables_(tables), topology_(topology) {}

  PlainVerdict run() {
    PlainVerdict verdict;
    for (int from : topology_.live_chips()) {
      for (int to : topology_.live_chips()) {
        for (int lane = 0; lane < kLocalLanes; ++lane) {
          if (!walk(from, lane, to)) verdict.all_delivered = false;
        }
      }
    }
    for (const auto& [channel, wanted] : edges_) {
      if (closes_cycle(channel)) verdict.deadlock_free = false;
    }
    return verdict;
  }

 private:
  bool walk(int chip, int lane, int to) {
    int input = kLane0 + lane;
    int layer = 0;
    std::optional<ChannelKey> held;
    for (int hop = 0; hop < 200; ++hop) {
      const RouteEntry entry = tables_.entry(chip, input, to);
      if (!entry.valid) return false;
      if (entry.local) return chip == to;
      if (entry.output >= kLinkPorts || !topology_.neighbour(chip, entry.output)) return false;
      if (entry.set_layer) layer = entry.layer;
      const ChannelKey next{chip, entry.output, layer};
      if (held) edges_[*held].insert(next);
      held = next;
      chip = *topology_.neighbour(chip, entry.output);
      input = (entry.output + 2) % 4;
    }
    return false;
  }

  bool closes_cycle(const ChannelKey& channel) {
    if (grey_.count(channel) != 0) return true;
    if (black_.count(channel) != 0) return false;
    grey_.insert(channel);
    for (const ChannelKey& next : edges_[channel]) {
      if (closes_cycle(next)) return true;
    }
    grey_.erase(channel);
    black_.insert(channel);
    return false;
  }

  const RoutingTables& tables_;
  const Topology& topology_;
  std::map<ChannelKey, std::set<ChannelKey>> edges_;
  std::set<ChannelKey> grey_;
  std::set<ChannelKey> black_;
};

void expect_agreement(const RoutingTables& tables, const Topology& topology) {
  const RouteProof proof = prove(tables, topology);
  const PlainVerdict plain = PlainChecker(tables, topology).run();
  EXPECT_EQ(proof.wrong_pairs == 0 && proof.unreachable.empty(), plain.all_delivered);
  EXPECT_EQ(proof.cycle.empty(), plain.deadlock_free);
}

Topology with_dead(unsigned dead, int wraps) {
  Topology topology(MeshShape{3, 3, (wraps & 1) != 0, (wraps & 2) != 0});
  for (int chip = 0; chip < 9; ++chip) {
    if ((dead >> static_cast<unsigned>(chip)) & 1U) topology.fail_chip(topology.coordinate(chip));
  }
  return topology;
}

/// Shortest routes with no care for deadlock: ties by a random choice.
RoutingTables careless_tables(const Topology& topology, std::mt19937& random) {
  const LiveGraph graph(topology);
  RoutingTables tables(topology.chips());
  for (int to : topology.live_chips()) {
    const std::vector<int> hops = graph.hops_from(to);
    for (int chip : topology.live_chips()) {
      for (int input = 0; input < kPorts; ++input) {
        std::vector<int> ports;
        for (int port = 0; port < kLinkPorts; ++port) {
          const int next = graph.neighbour(chip, port);
          if (next < 0 || hops[static_cast<std::size_t>(next)] < 0) continue;
          const int closer = hops[static_cast<std::size_t>(chip)] - 1;
          if (hops[static_cast<std::size_t>(next)] == closer) ports.push_back(port);
        }
        if (!ports.empty()) {
          RouteEntry entry = RouteEntry::to_port(ports[random() % ports.size()]);
          entry.set_layer = random() % 8 == 0;
          entry.layer = static_cast<int>(random() % kVcLayers);
          tables.set(chip, input, to, entry);
        }
        if (chip == to) tables.set(chip, input, to, RouteEntry::deliver());
      }
    }
  }
  return tables;
}

TEST(FaultSets3x3, ComputedTablesPassBothCheckers) {
  for (unsigned dead = 0; dead < 511; ++dead) {
    for (int wraps = 0; wraps < 4; ++wraps) {
      const Topology topology = with_dead(dead, wraps);
      SCOPED_TRACE(::testing::Message() << "dead " << dead << " wraps " << wraps);
      if (!topology.unreachable_chips().empty()) continue;
      const RoutingTables tables = compute(topology);
      EXPECT_TRUE(prove(tables, topology).ok());
      expect_agreement(tables, topology);
    }
  }
}

std::vector<std::pair<Coordinate, int>> links_of(const Topology& topology) {
  std::vector<std::pair<Coordinate, int>> links;
  for (int chip = 0; chip < topology.chips(); ++chip) {
    for (int port : {kEast, kSouth}) {
      if (topology.wired(chip, port)) links.emplace_back(topology.coordinate(chip), port);
    }
  }
  return links;
}

// 12 links: 4096 sets, of which those that leave the mesh in pieces have no routes.
TEST(FaultSets3x3, AllSetsOfLinksAreRoutedByBothMethodsOrNamed) {
  const auto links = links_of(testing::mesh(3, 3));
  ASSERT_EQ(links.size(), 12U);
  int routed = 0;
  for (unsigned dead = 0; dead < 4096; ++dead) {
    Topology topology = testing::mesh(3, 3);
    for (std::size_t i = 0; i < links.size(); ++i) {
      if (((dead >> i) & 1U) != 0) topology.fail_link(links[i].first, links[i].second);
    }
    if (!topology.unreachable_chips().empty()) continue;
    SCOPED_TRACE(::testing::Message() << "dead links " << dead);
    ++routed;
    for (const RoutingMethod method : {RoutingMethod::kAuto, RoutingMethod::kUpDown}) {
      const RoutingTables tables = compute(topology, method);
      EXPECT_TRUE(prove(tables, topology).ok());
      expect_agreement(tables, topology);
    }
  }
  // Connected spanning subgraphs of the 3 x 3 grid, counted by deletion and contraction: T(1, 2) of
  // its Tutte polynomial.
  EXPECT_EQ(routed, 431);
}

TEST(FaultSets3x3, CarelessTablesAreJudgedAlikeByBothCheckers) {
  constexpr unsigned kSeed = 68;
  std::mt19937 random(kSeed);
  int deadlocks = 0;
  for (unsigned dead = 0; dead < 511; ++dead) {
    for (int wraps = 0; wraps < 4; ++wraps) {
      const Topology topology = with_dead(dead, wraps);
      SCOPED_TRACE(::testing::Message()
                   << "seed " << kSeed << " dead " << dead << " wraps " << wraps);
      const RoutingTables tables = careless_tables(topology, random);
      expect_agreement(tables, topology);
      deadlocks += prove(tables, topology).cycle.empty() ? 0 : 1;
    }
  }
  EXPECT_GT(deadlocks, 100);
}

TEST(FaultSets3x3, RandomlySpoiltTablesAreJudgedAlikeByBothCheckers) {
  constexpr unsigned kSeed = 6868;
  std::mt19937 random(kSeed);
  for (int round = 0; round < 2000; ++round) {
    const Topology topology = with_dead(random() % 511, static_cast<int>(random() % 4));
    if (!topology.unreachable_chips().empty()) continue;
    RoutingTables tables = compute(topology);
    for (int i = 0; i < 3; ++i) {
      const int chip = static_cast<int>(random() % 9);
      const int to = static_cast<int>(random() % 9);
      const auto byte = static_cast<std::uint8_t>(random() % 256);
      for (int input = 0; input < kPorts; ++input) {
        tables.set(chip, input, to, RouteEntry::decode(byte));
      }
    }
    SCOPED_TRACE(::testing::Message() << "seed " << kSeed << " round " << round);
    expect_agreement(tables, topology);
  }
}

}  // namespace
}  // namespace podsim
