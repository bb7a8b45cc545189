// SPDX-License-Identifier: Apache-2.0
// A router with four neighbours, one of whose links dies: what goes to it from every input port, on
// every virtual channel, is drained, and all else goes on.
#include <gtest/gtest.h>

#include <array>

#include "network_bench.h"

namespace podsim::rtl_test {
namespace {

using ici_csr::Counter;
using ici_csr::LinkState;

constexpr unsigned kVcs = 4;
constexpr unsigned kWays = 1 + kVcs;  // keep the virtual channel, or move to one of the four
constexpr unsigned kFlight = 3;
constexpr unsigned kNowhere = 16;  // first destination that leads to the link that dies

/// Node 0 in the middle, node 1 + l at the end of its link l.
class Star : public testing::TestWithParam<unsigned> {
 protected:
  Star() {
    for (unsigned l = 0; l < kLinks; ++l) net_.join(0, l, 1 + l, opposite(l), kFlight);
    net_.write_all(ici_csr::kRetryTimeout, 60);
    net_.write_all(ici_csr::kMaxRetries, 2);
    net_.write_all(ici_csr::kKeepAlive, 24);
    net_.write_all(ici_csr::kSilenceLimit, 400);
    net_.write_all(ici_csr::kRetrainPause, 60);
    net_.write_all(ici_csr::kTrainLimit, 300);
    net_.write_all(ici_csr::kAutoRetrain, 0);
    for (unsigned target = 0; target < 1 + kLinks; ++target) {
      route_everywhere(target,
                       target == 0 ? ici_csr::route_local() : ici_csr::route_to(target - 1));
    }
    for (unsigned way = 0; way < kWays; ++way) {
      route_everywhere(kNowhere + way, way == 0 ? ici_csr::route_to(dead_)
                                                : ici_csr::route_to_layer(dead_, way - 1));
    }
    for (unsigned l = 0; l < kLinks; ++l) {
      net_.write(1 + l, ici_csr::kLinkEnable, 1U << opposite(l));
    }
    net_.write(0, ici_csr::kLinkEnable, 0xf);
    net_.settle(20000);
  }

  static unsigned opposite(unsigned link) { return (link + 2) % kLinks; }

  /// The entry in the middle; at its neighbours lanes send to the middle, and nothing comes back
  /// but what is theirs.
  void route_everywhere(unsigned target, std::uint8_t in_the_middle) {
    net_.write(0, ici_csr::table_all(target), in_the_middle);
    for (unsigned l = 0; l < kLinks; ++l) {
      net_.write(1 + l, ici_csr::table_all(target), ici_csr::route_to(opposite(l)));
      const std::uint8_t from_link = target == 1 + l ? ici_csr::route_local() : 0;
      net_.write(1 + l, ici_csr::table(opposite(l), target), from_link);
    }
  }

  /// Packets from all lanes of a node on all virtual channels, every way to the link that dies.
  unsigned send_to_nowhere(unsigned node, unsigned rounds) {
    for (unsigned i = 0; i < rounds * kWays * kVcs * kLinks; ++i) {
      const unsigned lane = i % kLinks;
      const unsigned vc = i / kLinks % kVcs;
      net_.send(node, lane, vc, kNowhere + (i / kLinks / kVcs + lane) % kWays, 0, 2);
    }
    return rounds * kWays * kVcs * kLinks;
  }
  std::uint32_t drained(unsigned port) {
    return net_.read(0, ici_csr::counter(port, Counter::kRouteErrors));
  }

  const unsigned dead_ = GetParam();
  NetworkBench net_{std::vector<Variant>(1 + kLinks, Variant::kLinkShallow4), 1};
};

INSTANTIATE_TEST_SUITE_P(Rtl, Star, testing::Range(0U, kLinks));

// Catches: an input port, a virtual channel or a kind of route whose packets wait for ever at a
// dead link, are not reported, or take others with them.
TEST_P(Star, DrainsEverythingForItsDeadLinkAndNothingElse) {
  for (unsigned l = 0; l < kLinks; ++l) ASSERT_EQ(net_.state(0, l), LinkState::kActive);
  // Packets that turn around share the link with those of the lanes, so that they fill the buffer:
  // those in it when the link dies are drained as well.
  send_to_nowhere(1 + dead_, 6);
  send_to_nowhere(0, 6);
  net_.run(400);
  net_.weather(0, dead_).cut = true;
  net_.settle(50000);
  ASSERT_EQ(net_.state(0, dead_), LinkState::kDown);
  EXPECT_GT(drained(dead_), 0U);
  EXPECT_EQ(net_.read(0, ici_csr::kErrorStatus) >> 12 & 7U,
            static_cast<unsigned>(ici_csr::Cause::kLinkDown));

  std::array<std::uint32_t, kPorts> before{};
  for (unsigned port = 0; port < kPorts; ++port) before[port] = drained(port);
  unsigned sent = 0;
  for (unsigned node = 0; node < 1 + kLinks; ++node) {
    if (node != 1 + dead_) sent = send_to_nowhere(node, 2);
  }
  ASSERT_NO_THROW(net_.settle(50000));
  for (unsigned lane = 0; lane < kLinks; ++lane) {
    EXPECT_EQ(drained(kLinks + lane) - before[kLinks + lane], sent / kLinks) << "lane " << lane;
  }
  for (unsigned l = 0; l < kLinks; ++l) {
    if (l != dead_) {
      EXPECT_EQ(drained(l) - before[l], sent) << "link " << l;
    }
  }
  ASSERT_NO_THROW(net_.expect_all_accounted());
  EXPECT_EQ(net_.whole(), 0U);

  unsigned good = 0;
  for (unsigned from = 0; from < 1 + kLinks; ++from) {
    for (unsigned to = 0; to < 1 + kLinks; ++to) {
      if (from == 1 + dead_ || to == 1 + dead_ || from == to) continue;
      for (unsigned vc = 0; vc < kVcs; ++vc) net_.send(from, vc, vc, to, 3 - vc, 5);
      good += kVcs;
    }
  }
  ASSERT_NO_THROW(net_.settle(20000));
  EXPECT_EQ(net_.whole(), good);
}

}  // namespace
}  // namespace podsim::rtl_test
