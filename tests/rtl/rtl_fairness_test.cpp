// SPDX-License-Identifier: Apache-2.0
// The bounds that docs/rtl/router.md states for every wait.
#include <gtest/gtest.h>

#include <map>

#include "router_bench.h"

namespace podsim::rtl_test {
namespace {

class Fairness : public testing::TestWithParam<Variant> {
 protected:
  RouterBench bench_{GetParam()};
  unsigned vcs_ = bench_.shape().vcs;
};

// Each input streams on every VC to another output, so each output has as many owners as VCs.
// Catches: a fixed priority at an output or among the VCs of an input, an arbiter that moves
// without a grant.
TEST_P(Fairness, AFlitWithCreditWaitsNoLongerThanTheSwitchBound) {
  constexpr unsigned kLong = 60;
  for (unsigned output = 0; output < kPorts; ++output) {
    bench_.route_all(output, ici_csr::route_to(output));
  }
  for (unsigned port = 0; port < kPorts; ++port) {
    for (unsigned vc = 0; vc < vcs_; ++vc) {
      for (unsigned i = 0; i < 12; ++i) {
        const unsigned output = (port * (i % 3 + 1) + vc + i) % kPorts;
        bench_.send(port, vc, {output, 0, port, vc * 100 + i, kLong}, output, vc);
      }
    }
  }
  bench_.drain();
  std::map<std::pair<unsigned, unsigned>, std::uint64_t> last;  // by output port and VC
  std::uint64_t longest = 0;
  for (const Departure& departure : bench_.departures()) {
    auto& before = last[{departure.port, departure.flit.vc}];
    if (!departure.flit.head) longest = std::max(longest, departure.cycle - before - 1);
    before = departure.cycle;
  }
  EXPECT_LE(longest, 8 * (2 * vcs_ - 1));
  EXPECT_GE(longest, vcs_ - 1) << "nobody waited: the test shows nothing";
}

// Every input VC wants one and the same output VC.
// Catches: a head that others overtake twice.
TEST_P(Fairness, AHeadWaitsForAtMostAllOtherInputVcsOnce) {
  constexpr unsigned kPackets = 20;
  bench_.route_all(0, ici_csr::route_to_layer(4, 0));
  for (unsigned port = 0; port < kPorts; ++port) {
    for (unsigned vc = 0; vc < vcs_; ++vc) {
      for (unsigned i = 0; i < kPackets; ++i) {
        bench_.send(port, vc, {0, 0, port, vc * 100 + i, 2}, 4, 0);
      }
    }
  }
  bench_.drain();
  std::map<unsigned, unsigned> last;  // by input VC: packets that had left before its last one
  unsigned left = 0;
  unsigned longest = 0;
  for (const Departure& departure : bench_.departures()) {
    if (!departure.flit.head) continue;
    const unsigned source = departure.flit.words[0] >> 24 & 0xffff;
    const unsigned vc = static_cast<unsigned>(departure.flit.words[0] >> 40) / 100;
    const auto [at, first] = last.emplace(source * kMaxVcs + vc, left);
    if (!first) longest = std::max(longest, left - at->second - 1);
    at->second = left++;
  }
  EXPECT_EQ(left, kPorts * vcs_ * kPackets);
  EXPECT_LE(longest, kPorts * vcs_ - 1);
}

INSTANTIATE_TEST_SUITE_P(Rtl, Fairness,
                         testing::Values(Variant::kNarrow4Vcs, Variant::kNarrow2Vcs,
                                         Variant::kNarrow1Vc, Variant::kTraced),
                         [](const auto& info) { return name(info.param); });

}  // namespace
}  // namespace podsim::rtl_test
