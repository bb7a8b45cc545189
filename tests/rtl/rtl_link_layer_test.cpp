// SPDX-License-Identifier: Apache-2.0
// The link layer between routers: rate and latency of good wires, everything that bad ones do.
#include <gtest/gtest.h>

#include "topology.h"

namespace podsim::rtl_test {
namespace {

using ici_csr::LinkState;
using ici_csr::LinkWord;

const Topology kPair{2, 1};

/// Timers short enough for a test, long enough for a flight of `flight` cycles.
void set_timers(NetworkBench& network, unsigned flight) {
  network.write_all(ici_csr::kRetryTimeout, 2 * flight + 40);
  network.write_all(ici_csr::kKeepAlive, 24);
  network.write_all(ici_csr::kSilenceLimit, 8 * flight + 400);
  network.write_all(ici_csr::kRetrainPause, 2 * flight + 40);
  network.write_all(ici_csr::kTrainLimit, 8 * flight + 200);
}

unsigned vcs_of(Variant variant) { return make_router(variant)->shape().vcs; }

struct Case {
  Variant variant;
  unsigned flight;
  bool one_vc;
};
class GoodWires : public testing::TestWithParam<Case> {};

// Catches: a bubble at packet ends, an acknowledgement that takes a flit's place, a replay buffer
// or credits short of the round trip, a register too many.
TEST_P(GoodWires, CarryAFlitACycleBothWays) {
  const auto [variant, flight, one_vc] = GetParam();
  auto network = make_network(kPair, variant, flight, 1);
  network->settle(10000);
  const std::uint64_t start = network->cycle();
  const unsigned vcs = one_vc ? 1 : vcs_of(variant);
  const unsigned packets = 200;
  for (unsigned i = 0; i < packets; ++i) {
    network->send(0, 0, i % vcs, 1, 0, 8);
    network->send(1, 0, i % vcs, 0, 0, 8);
  }
  network->settle(20000);
  network->expect_all_whole();
  EXPECT_EQ(network->flits_out(), 2U * 8 * packets);
  // On the pins in cycle 1; 4 cycles a router; a register before the wires, two behind them.
  EXPECT_EQ(network->first_out() - start, 1 + 4 + 1 + flight + 2 + 4);
  EXPECT_EQ(network->last_out() - network->first_out() + 1, 8U * packets);
  EXPECT_EQ(network->losses().replays, 0U);
}

INSTANTIATE_TEST_SUITE_P(
    Rtl, GoodWires,
    testing::Values(Case{Variant::kLinkDeep4, 1, false}, Case{Variant::kLinkDeep4, 52, false},
                    Case{Variant::kLinkDeep4, 52, true}, Case{Variant::kLinkDeep4, 110, false},
                    Case{Variant::kLinkDeep2, 52, true}, Case{Variant::kLinkDeep1, 57, true},
                    Case{Variant::kLinkDeep4, 122, false}, Case{Variant::kLinkShallow4, 2, false},
                    Case{Variant::kLinkTraced, 52, true}),
    [](const testing::TestParamInfo<Case>& info) {
      return name(info.param.variant) + "Flight" + std::to_string(info.param.flight) +
             (info.param.one_vc ? "OneVc" : "AllVcs");
    });

// Catches: keep-alive without a reason, an acknowledgement that is answered for ever.
TEST(LinkLayer, IsSilentWhenNothingIsUnderWay) {
  auto network = make_network(kPair, Variant::kLinkDeep4, 52, 1);
  network->settle(10000);
  network->send(0, 0, 0, 1, 0, 5);
  network->settle(10000);
  network->expect_all_whole();
  const std::uint64_t frames = network->frames();
  network->run(5000);
  EXPECT_EQ(network->frames(), frames);
  EXPECT_FALSE(network->busy(0));
  EXPECT_FALSE(network->busy(1));
  EXPECT_EQ(network->state(0, kEast), LinkState::kActive);
}

struct Storm {
  Variant variant;
  unsigned flight;
  Weather weather;
  const char* name;
};
class BadWires : public testing::TestWithParam<Storm> {};

// Catches: a field outside the CRC, a lost credit, a flit taken twice or out of order, a request
// for a replay that is lost for good, an acknowledgement of what never came.
TEST_P(BadWires, LoseNothing) {
  const Storm& storm = GetParam();
  for (unsigned seed = 1; seed <= 3; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    auto network = make_network(kPair, storm.variant, storm.flight, seed);
    set_timers(*network, storm.flight);
    network->write_all(ici_csr::kMaxRetries, 200);
    network->write_all(ici_csr::kSilenceLimit, 60000);
    network->settle(10000);
    network->weather(0, kEast) = storm.weather;
    network->weather(1, kWest) = storm.weather;
    send_random(*network, 60, 12, vcs_of(storm.variant), seed);
    ASSERT_NO_THROW(network->settle(400000));
    ASSERT_NO_THROW(network->expect_all_whole());
    const Losses losses = network->losses();
    EXPECT_EQ(losses.downs + losses.dropped + losses.poisoned + losses.uncertain, 0U);
    EXPECT_GT(losses.replays, 0U);
    if (storm.weather.corrupt > 0) EXPECT_GT(losses.crc_errors, 0U);
    EXPECT_FALSE(network->error(0) || network->error(1));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Rtl, BadWires,
    testing::Values(Storm{Variant::kLinkShallow4, 3, {0.02, 0, 0, false}, "Errors"},
                    Storm{Variant::kLinkShallow4, 3, {0.3, 0, 0.05, false}, "ManyErrorsAndNoise"},
                    Storm{Variant::kLinkDeep4, 52, {0.01, 0.01, 0.01, false}, "ErrorsAndLosses"},
                    Storm{Variant::kLinkDeep4, 120, {0.003, 0.003, 0, false}, "LongFlight"},
                    Storm{Variant::kLinkDeep2, 9, {0, 0.1, 0, false}, "Losses"},
                    Storm{Variant::kLinkDeep1, 1, {0.1, 0.02, 0.1, false}, "OneVc"},
                    Storm{Variant::kLinkTraced, 52, {0.005, 0, 0, false}, "WideFlits"}),
    [](const testing::TestParamInfo<Storm>& info) {
      return name(info.param.variant) + info.param.name;
    });

class Cuts : public testing::TestWithParam<std::tuple<Variant, unsigned, unsigned>> {};

// Catches: a packet lost without a trace, one delivered twice over a new training, a cut packet
// without its tail, anything that waits for ever for a dead link, stale credits after training.
TEST_P(Cuts, LoseNothingWithoutTellingSo) {
  const auto [variant, flight, directions] = GetParam();
  std::uint64_t downs = 0;
  std::uint64_t cut = 0;
  for (unsigned seed = 1; seed <= 4; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed * 77);
    auto network = make_network({3, 1}, variant, flight, seed);
    set_timers(*network, flight);
    network->write_all(ici_csr::kMaxRetries, 3);
    network->write_all(ici_csr::kMaxTrainings, 200);
    network->settle(10000);
    send_random(*network, 150, 12, vcs_of(variant), seed);
    for (int flap = 0; flap < 5; ++flap) {
      network->run(random() % 300);
      network->weather(0, kEast).cut = (directions & 1) != 0;
      network->weather(1, kWest).cut = (directions & 2) != 0;
      network->run(random() % (20 * flight + 1500));
      network->weather(0, kEast).cut = false;
      network->weather(1, kWest).cut = false;
    }
    ASSERT_NO_THROW(network->settle(400000));
    ASSERT_NO_THROW(network->expect_all_accounted());
    const Losses losses = network->losses();
    downs += losses.downs;
    cut += network->cut();
    const bool lost = network->whole() != network->sent();
    EXPECT_EQ(network->error(0) || network->error(1) || network->error(2),
              lost || losses.dropped + losses.uncertain + losses.poisoned + losses.drained > 0);
    // The link works again.
    EXPECT_EQ(network->state(0, kEast), LinkState::kActive);
    const std::uint64_t whole = network->whole();
    for (unsigned i = 0; i < 30; ++i) network->send(0, i % 4, 0, 1 + i % 2, i % 4, 5);
    ASSERT_NO_THROW(network->settle(20000));
    EXPECT_EQ(network->whole(), whole + 30);
  }
  EXPECT_GT(downs, 0U) << "the cuts did no harm: the test shows nothing";
  EXPECT_GT(cut, 0U);
}

std::string cut_name(const testing::TestParamInfo<std::tuple<Variant, unsigned, unsigned>>& info) {
  const std::vector<std::string> which = {"", "East", "West", "Both"};
  return name(std::get<0>(info.param)) + "Flight" + std::to_string(std::get<1>(info.param)) +
         which.at(std::get<2>(info.param));
}

INSTANTIATE_TEST_SUITE_P(Rtl, Cuts,
                         testing::Combine(testing::Values(Variant::kLinkShallow4,
                                                          Variant::kLinkDeep4, Variant::kLinkDeep1),
                                          testing::Values(2U, 52U), testing::Values(1U, 2U, 3U)),
                         cut_name);

// Catches: a router that waits for credits of a dead link, or keeps itself busy training for ever.
TEST(LinkLayer, ComesToRestWhenALinkStaysDead) {
  auto network = make_network({3, 1}, Variant::kLinkShallow4, 5, 1);
  set_timers(*network, 5);
  network->settle(10000);
  send_random(*network, 40, 9, 4, 1);
  network->run(150);
  network->weather(0, kEast).cut = true;
  network->weather(1, kWest).cut = true;
  ASSERT_NO_THROW(network->settle(200000));
  ASSERT_NO_THROW(network->expect_all_accounted());
  EXPECT_GT(network->losses().drained, 0U);
  EXPECT_EQ(network->state(0, kEast), LinkState::kDown);
  EXPECT_EQ(network->state(1, kWest), LinkState::kDown);
  EXPECT_EQ(network->state(1, kEast), LinkState::kActive);
  EXPECT_EQ(network->read(0, ici_csr::kErrorStatus) >> 12 & 7,
            static_cast<unsigned>(ici_csr::Cause::kLinkDown));
  EXPECT_GT(network->whole(), 0U);
}

// Catches: routers that talk though their parameters differ.
TEST(LinkLayer, RefusesAnEndWithOtherParameters) {
  for (const Variant other : {Variant::kLinkDeep4, Variant::kLinkDeep1}) {
    NetworkBench network({Variant::kLinkShallow4, other}, 1);
    network.join(0, kEast, 1, kWest, 4);
    set_timers(network, 4);
    network.write(0, ici_csr::kLinkEnable, 1U << kEast);
    network.write(1, ici_csr::kLinkEnable, 1U << kWest);
    network.settle(20000);
    EXPECT_EQ(network.state(0, kEast), LinkState::kRefused);
    EXPECT_EQ(network.state(1, kWest), LinkState::kRefused);
    EXPECT_TRUE(network.error(0) && network.error(1));
    EXPECT_EQ(network.losses().trainings, 0U);
    EXPECT_NE(network.read(0, kEast, LinkWord::kPeer), network.read(1, kWest, LinkWord::kPeer));
  }
}

// Flits of another width are frames of another length: no CRC fits, so none is ever good.
TEST(LinkLayer, NeverTrainsWithFlitsOfAnotherWidth) {
  NetworkBench network({Variant::kLinkDeep4, Variant::kLinkTraced}, 1);
  network.join(0, kEast, 1, kWest, 4);
  set_timers(network, 4);
  network.write(0, ici_csr::kLinkEnable, 1U << kEast);
  network.write(1, ici_csr::kLinkEnable, 1U << kWest);
  network.settle(40000);
  EXPECT_EQ(network.state(0, kEast), LinkState::kDown);
  EXPECT_EQ(network.state(1, kWest), LinkState::kDown);
  EXPECT_GT(network.losses().crc_errors, 0U);
  EXPECT_EQ(network.losses().trainings, 0U);
}

// Catches: a restart of one end that the other does not notice; sequence numbers of before.
TEST(LinkLayer, TrainsAgainWhenToldSo) {
  auto network = make_network(kPair, Variant::kLinkShallow4, 6, 1);
  set_timers(*network, 6);
  network->settle(10000);
  for (unsigned round = 1; round <= 3; ++round) {
    for (unsigned i = 0; i < 25; ++i) network->send(round % 2, i % 4, i % 4, 1 - round % 2, 0, 4);
    network->settle(10000);
    network->expect_all_whole();
    network->write(0, ici_csr::kRetrain, 1U << kEast);
    network->settle(10000);
    EXPECT_EQ(network->state(0, kEast), LinkState::kActive);
    EXPECT_EQ(network->state(1, kWest), LinkState::kActive);
    EXPECT_EQ(network->read(0, kEast, LinkWord::kTrainings), round + 1);
    EXPECT_EQ(network->read(1, kWest, LinkWord::kTrainings), round + 1);
  }
  EXPECT_FALSE(network->error(0) || network->error(1)) << "an idle link lost nothing";
}

// Catches: a RETRAIN that comes before the pause is over and is forgotten.
TEST(LinkLayer, RemembersThatItIsToTrain) {
  auto network = make_network(kPair, Variant::kLinkShallow4, 6, 1);
  set_timers(*network, 6);
  network->write(0, ici_csr::kAutoRetrain, 0);
  network->settle(10000);
  network->write(0, ici_csr::kRetrain, 1U << kEast);
  network->settle(20000);
  EXPECT_EQ(network->state(0, kEast), LinkState::kActive);
  EXPECT_EQ(network->state(1, kWest), LinkState::kActive);
}

// Catches: a packet that goes on over a link that was switched off and on in its middle: its rest
// would come without its head, and the cut part would never end.
TEST(LinkLayer, EndsCutPacketsWhenSwitchedOffAndOn) {
  for (unsigned offset = 0; offset < 60; offset += 3) {
    SCOPED_TRACE("offset " + std::to_string(offset));
    auto network = make_network(kPair, Variant::kLinkShallow4, 3, 1);
    set_timers(*network, 3);
    network->settle(10000);
    for (unsigned i = 0; i < 8; ++i) {
      network->send(0, i % 4, i % 4, 1, 0, 30);
      network->send(1, i % 4, i % 4, 0, 0, 30);
    }
    network->run(40 + offset);
    network->write(0, ici_csr::kLinkEnable, 0);
    network->write(0, ici_csr::kLinkEnable, 1U << kEast);
    ASSERT_NO_THROW(network->settle(50000));
    ASSERT_NO_THROW(network->expect_all_accounted());
    EXPECT_EQ(network->state(0, kEast), LinkState::kActive);
    EXPECT_EQ(network->state(1, kWest), LinkState::kActive);
    for (unsigned node = 0; node < 2; ++node) {
      const unsigned link = node == 0 ? kEast : kWest;
      EXPECT_EQ(network->read(node, link, LinkWord::kTrainings), 2U);
      EXPECT_EQ(network->read(node, link, LinkWord::kPoisoned), 4U) << "one a VC";
      EXPECT_NE(network->read(node, ici_csr::kErrorStatus) >> 12 & 7,
                static_cast<unsigned>(ici_csr::Cause::kNoHead));
    }
  }
}

// The frames of an old training that are still on the way mean nothing to a new one.
TEST(LinkLayer, SurvivesAResetOfOneEnd) {
  auto network = make_network(kPair, Variant::kLinkDeep2, 52, 3);
  set_timers(*network, 52);
  network->settle(10000);
  send_random(*network, 50, 12, 2, 3);
  for (unsigned i = 0; i < 4; ++i) {
    network->run(400);
    network->write(i % 2, ici_csr::kRetrain, 1U << (i % 2 == 0 ? kEast : kWest));
  }
  ASSERT_NO_THROW(network->settle(100000));
  ASSERT_NO_THROW(network->expect_all_accounted());
  EXPECT_EQ(network->state(0, kEast), LinkState::kActive);
}

}  // namespace
}  // namespace podsim::rtl_test
