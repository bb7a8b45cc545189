// SPDX-License-Identifier: Apache-2.0
// The router through its pins: directed cases.
#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <sstream>

#include "router_bench.h"

namespace podsim::rtl_test {
namespace {

using ici_csr::Counter;
using ici_csr::VcState;
using ici_csr::VcWord;

/// Cycles from the one in which a flit is on the input pins to the one in which it is on the
/// output pins, in a router that holds nothing else.
constexpr std::uint64_t kLatency = 4;

class EveryVariant : public ::testing::TestWithParam<Variant> {
 protected:
  RouterBench bench_{GetParam()};
  unsigned vcs_ = bench_.shape().vcs;
};

INSTANTIATE_TEST_SUITE_P(Router, EveryVariant,
                         ::testing::Values(Variant::kFast, Variant::kTraced, Variant::kNarrow4Vcs,
                                           Variant::kNarrow1Vc),
                         [](const auto& info) { return name(info.param); });

// Catches: ports permuted, wrong reset values, parameters that do not reach the registers.
TEST_P(EveryVariant, ReportsItsParameters) {
  const Shape& shape = bench_.shape();
  bench_.model().set_node(0xbeef);
  bench_.run(1);
  EXPECT_EQ(bench_.read(ici_csr::kId), ici_csr::kIdValue);
  EXPECT_EQ(bench_.read(ici_csr::kVersion), ici_csr::kVersionValue);
  EXPECT_EQ(bench_.read(ici_csr::kParams), shape.flit_bits | shape.vcs << 16 | 8U << 20);
  EXPECT_EQ(bench_.read(ici_csr::kDepths), shape.link_depth | shape.lane_depth << 16);
  EXPECT_EQ(bench_.read(ici_csr::kTableEntries), shape.table_entries);
  EXPECT_EQ(bench_.read(ici_csr::kNodeId), 0xbeefU);
  EXPECT_EQ(bench_.read(ici_csr::kLinkEnable), 0xfU);
  EXPECT_EQ(bench_.read(ici_csr::kStatus), 0U);
  for (unsigned p = 0; p < kLinks; ++p) {
    for (unsigned v = 0; v < vcs_; ++v) {
      EXPECT_EQ(bench_.read(ici_csr::credits(p, v)), shape.link_depth);
    }
  }
}

// Catches: any pair of ports wired wrongly, a VC not kept, a change of the pipeline's length.
TEST_P(EveryVariant, PacketFromEveryPortToEveryPortTakesFourCycles) {
  std::uint32_t sequence = 0;
  for (unsigned in = 0; in < kPorts; ++in) {
    for (unsigned out = 0; out < kPorts; ++out) {
      for (unsigned vc = 0; vc < vcs_; ++vc) {
        bench_.route_all(1, out < kLinks ? ici_csr::route_to(out) : ici_csr::route_local());
        bench_.run(4);
        const unsigned flits = bench_.shape().lane_depth < 3 ? 2 : 3;
        const std::size_t before = bench_.departures().size();
        const std::uint64_t start = bench_.cycle() + 1;
        bench_.send(in, vc, {1, out & 3U, in, sequence++, flits}, out, vc);
        bench_.drain();
        ASSERT_EQ(bench_.departures().size(), before + flits);
        for (unsigned i = 0; i < flits; ++i) {
          EXPECT_EQ(bench_.departures()[before + i].cycle, start + kLatency + i)
              << "from " << in << " to " << out << " VC " << vc << " flit " << i;
        }
      }
    }
  }
}

/// Routers whose lane buffers cover their own round trip of 4 cycles.
class DeepLanes : public EveryVariant {};

INSTANTIATE_TEST_SUITE_P(Router, DeepLanes, ::testing::Values(Variant::kFast, Variant::kTraced),
                         [](const auto& info) { return name(info.param); });

// Catches: a bubble between packets of one VC, whether to the same output or to another.
TEST_P(DeepLanes, BackToBackPacketsOfOneVcLeaveNoBubble) {
  for (unsigned d = 0; d < 4; ++d) bench_.route_all(d, ici_csr::route_to(d));
  bench_.run(3);
  for (unsigned i = 0; i < 40; ++i) {
    const unsigned to = i < 20 ? 1 : i % 4;
    bench_.send(4, 0, {to, 0, 4, i, 1 + i % 3}, to, 0);
  }
  bench_.drain();
  const auto& out = bench_.departures();
  EXPECT_EQ(out.back().cycle - out.front().cycle + 1, out.size());
}

// FC-58. Catches: a single-flit packet lost or merged when it follows a tail to the same output.
TEST_P(EveryVariant, SingleFlitPacketsBehindTailsArrive) {
  for (unsigned d = 0; d < 4; ++d) bench_.route_all(d, ici_csr::route_to(d));
  std::mt19937 random(58);
  std::uint32_t packets = 0;
  for (unsigned i = 0; i < 400; ++i) {
    const unsigned in = random() % kPorts;
    const unsigned vc = random() % vcs_;
    const unsigned to = random() % 2;
    bench_.send(in, vc, {to, 0, in, i, random() % 3 == 0 ? 9U : 1U}, to, vc);
    ++packets;
  }
  bench_.drain();
  std::uint32_t in_total = 0;
  std::uint32_t out_total = 0;
  for (unsigned p = 0; p < kPorts; ++p) {
    in_total += bench_.read(ici_csr::counter(p, Counter::kPacketsIn));
    out_total += bench_.read(ici_csr::counter(p, Counter::kPacketsOut));
  }
  EXPECT_EQ(in_total, packets);
  EXPECT_EQ(out_total, packets);
}

// Catches: a route taken from another port's table, a broadcast that misses a port.
TEST_P(EveryVariant, RouteDependsOnTheInputPort) {
  for (unsigned in = 0; in < kPorts; ++in) bench_.route(in, 2, ici_csr::route_to(in % 4));
  for (unsigned in = 0; in < kPorts; ++in) {
    EXPECT_EQ(bench_.read(ici_csr::table(in, 2)), ici_csr::route_to(in % 4));
    bench_.send(in, 0, {2, 0, in, in, 2}, in % 4, 0);
  }
  bench_.drain();
  bench_.route_all(2, ici_csr::route_to(3));
  for (unsigned in = 0; in < kPorts; ++in) {
    EXPECT_EQ(bench_.read(ici_csr::table(in, 2)), ici_csr::route_to(3));
    bench_.send(in, 0, {2, 0, in, 100 + in, 2}, 3, 0);
  }
  bench_.drain();
  EXPECT_EQ(bench_.departures().size(), 2U * 2 * kPorts);
}

// Catches: a layer ignored, set though not asked for, or used as the input VC.
TEST_P(EveryVariant, EntryMovesThePacketToItsLayer) {
  std::uint32_t sequence = 0;
  for (unsigned layer = 0; layer < vcs_; ++layer) {
    bench_.route_all(3, ici_csr::route_to_layer(1, layer));
    for (unsigned vc = 0; vc < vcs_; ++vc) {
      bench_.send(0, vc, {3, 0, 0, sequence++, 4}, 1, layer);
      bench_.drain();
    }
  }
}

// Catches: a shift that loses the packet's place within its layer, or moves it without being told.
TEST_P(EveryVariant, LayersOfTwoVirtualChannelsKeepThePlaceInTheLayer) {
  if (vcs_ == 4) bench_.write(ici_csr::kLayerShift, 1);
  std::uint32_t sequence = 0;
  for (unsigned layer = 0; layer < vcs_ / 2; ++layer) {
    bench_.route_all(3, ici_csr::route_to_layer(1, layer));
    for (unsigned vc = 0; vc < vcs_; ++vc) {
      const unsigned moved = vcs_ == 4 ? layer * 2 + vc % 2 : layer;
      bench_.send(0, vc, {3, 0, 0, sequence++, 4}, 1, moved);
      bench_.drain();
    }
  }
  bench_.route_all(3, ici_csr::route_to(1));
  for (unsigned vc = 0; vc < vcs_; ++vc) bench_.send(0, vc, {3, 0, 0, sequence++, 4}, 1, vc);
  bench_.drain();
}

// Catches: a source of packets that keeps an output from the others (input ports, then VCs).
TEST_P(EveryVariant, ContendedOutputIsSharedEqually) {
  bench_.route_all(0, ici_csr::route_local());
  bench_.run(3);
  for (unsigned i = 0; i < 300; ++i) {
    for (unsigned in = 0; in < kPorts; ++in) bench_.send(in, 0, {0, 2, in, i, 4}, 6, 0);
  }
  bench_.run(1600);
  std::array<unsigned, kPorts> packets{};
  for (const Departure& d : bench_.departures()) {
    if (d.flit.head) ++packets[d.flit.words[0] >> 24 & 0xffff];
  }
  for (unsigned in = 0; in < kPorts; ++in) {
    EXPECT_NEAR(packets[in], packets[0], 1) << "input " << in;
    // 1600 cycles / 8 inputs / 4 flits; a lane buffer of 2 flits is below its round trip.
    if (bench_.shape().lane_depth >= 4) {
      EXPECT_NEAR(packets[in], 50, 2) << "input " << in;
    }
  }
  bench_.drain();
}

// Catches: counters that miss or double events, or count stalls of an idle router.
TEST_P(EveryVariant, CountersCountFlitsPacketsAndStalls) {
  bench_.route_all(1, ici_csr::route_to(1));
  bench_.send(5, 0, {1, 0, 5, 1, 5}, 1, 0);
  bench_.drain();
  bench_.run(50);
  EXPECT_EQ(bench_.read(ici_csr::counter(5, Counter::kFlitsIn)), 5U);
  EXPECT_EQ(bench_.read(ici_csr::counter(5, Counter::kPacketsIn)), 1U);
  EXPECT_EQ(bench_.read(ici_csr::counter(1, Counter::kFlitsOut)), 5U);
  EXPECT_EQ(bench_.read(ici_csr::counter(1, Counter::kPacketsOut)), 1U);
  EXPECT_EQ(bench_.read(ici_csr::counter(1, Counter::kFlitsIn)), 0U);
  EXPECT_EQ(bench_.read(ici_csr::counter(5, Counter::kFlitsOut)), 0U);
  EXPECT_EQ(bench_.read(ici_csr::counter(5, Counter::kStallCycles)), 0U);
  // Credits held back: the flits beyond the link's credits stall until they return.
  bench_.set_hold(1);
  bench_.send(5, 0, {1, 0, 5, 2, bench_.shape().link_depth + 1}, 1, 0);
  bench_.run(bench_.shape().link_depth * 4 + 40);
  const std::uint32_t stalls = bench_.read(ici_csr::counter(5, Counter::kStallCycles));
  bench_.run(10);
  EXPECT_EQ(bench_.read(ici_csr::counter(5, Counter::kStallCycles)), stalls + 12);
  EXPECT_EQ(bench_.read(ici_csr::credits(1, 0)), 0U);
  bench_.set_hold(0);
  bench_.drain();
  EXPECT_EQ(bench_.read(ici_csr::credits(1, 0)), bench_.shape().link_depth);
}

// Catches: a hang report that names the wrong packet, port or state.
TEST_P(EveryVariant, StatusTellsWhereBlockedPacketsSit) {
  const unsigned depth = bench_.shape().link_depth;
  bench_.route_all(1, ici_csr::route_to(3));
  bench_.set_hold(1);
  bench_.send(2, 0, {1, 0, 2, 77, depth + 1}, 3, 0);  // takes all credits, then sits
  bench_.run(depth * 2 + 20);
  bench_.send(6, 0, {1, 0, 6, 78, 2}, 3, 0);  // waits for the output VC
  bench_.run(20);
  const auto status = [&](unsigned port, VcWord word) {
    return bench_.read(ici_csr::vc_status(port, 0, word));
  };
  EXPECT_EQ(status(2, VcWord::kState), static_cast<unsigned>(VcState::kActive) | 3U << 4);
  EXPECT_EQ(status(2, VcWord::kFlits), 1U);
  EXPECT_EQ(status(2, VcWord::kNodes), 1U | 2U << 16);
  EXPECT_EQ(status(2, VcWord::kSequence), 77U);
  EXPECT_EQ(status(6, VcWord::kState), static_cast<unsigned>(VcState::kWaiting) | 3U << 4);
  EXPECT_EQ(status(6, VcWord::kFlits), 2U);
  EXPECT_EQ(status(6, VcWord::kNodes), 1U | 6U << 16);
  EXPECT_EQ(status(6, VcWord::kSequence), 78U);
  EXPECT_EQ(status(0, VcWord::kState), 0U);
  EXPECT_EQ(bench_.read(ici_csr::kStatus), 1U);
  bench_.set_hold(0);
  bench_.drain();
  EXPECT_EQ(status(2, VcWord::kState), 0U);
  EXPECT_EQ(status(6, VcWord::kState), 0U);
}

// Catches: an address of the C++ header that is not the one of the package.
TEST(Csr, HeaderAgreesWithThePackage) {
  std::ifstream file(RTL_DIR "/ici_pkg.sv");
  std::stringstream text;
  text << file.rdbuf();
  const std::string package = text.str();
  const auto value = [&](const std::string& constant) {
    std::smatch match;
    const std::regex pattern(" " + constant + " = [0-9]+'[hd]([0-9a-fA-F_]+);");
    if (!std::regex_search(package, match, pattern)) return ~0UL;
    std::string digits = match[1];
    digits.erase(std::remove(digits.begin(), digits.end(), '_'), digits.end());
    return std::stoul(digits, nullptr, 16);
  };
  const std::vector<std::pair<const char*, unsigned long>> pairs = {
      {"CSR_ID_VALUE", ici_csr::kIdValue},
      {"CSR_VERSION_VALUE", ici_csr::kVersionValue},
      {"CSR_ID", ici_csr::kId},
      {"CSR_VERSION", ici_csr::kVersion},
      {"CSR_PARAMS", ici_csr::kParams},
      {"CSR_DEPTHS", ici_csr::kDepths},
      {"CSR_TABLE_ENTRIES", ici_csr::kTableEntries},
      {"CSR_NODE_ID", ici_csr::kNodeId},
      {"CSR_LINK_ENABLE", ici_csr::kLinkEnable},
      {"CSR_STATUS", ici_csr::kStatus},
      {"CSR_ERROR_STATUS", ici_csr::kErrorStatus},
      {"CSR_ERROR_COUNT", ici_csr::kErrorCount},
      {"CSR_ERROR_NODES", ici_csr::kErrorNodes},
      {"CSR_ERROR_SEQ", ici_csr::kErrorSequence},
      {"CSR_STALL_CYCLES", static_cast<unsigned>(Counter::kStallCycles)},
      {"CSR_ROUTE_ERRORS", static_cast<unsigned>(Counter::kRouteErrors)},
      {"VC_DRAINING", static_cast<unsigned>(VcState::kDraining)},
      {"CAUSE_NO_HEAD", static_cast<unsigned>(ici_csr::Cause::kNoHead)},
      {"CAUSE_LAYER_RANGE", static_cast<unsigned>(ici_csr::Cause::kLayerRange)},
  };
  for (const auto& [constant, expected] : pairs) EXPECT_EQ(value(constant), expected) << constant;
}

}  // namespace
}  // namespace podsim::rtl_test
