// SPDX-License-Identifier: Apache-2.0
// Whole networks of routers: shapes from one node up, doubled links, with and without link layer.
#include <gtest/gtest.h>

#include "topology.h"

namespace podsim::rtl_test {
namespace {

struct Case {
  Topology topology;
  Variant variant;
  unsigned flight;
};

class Networks : public testing::TestWithParam<Case> {};

// FC-62. Catches: port order mixed up, a table that is not the input port's own, doubled links
// confused with each other, credits of one port given to another.
TEST_P(Networks, DeliverEveryPacketWholeAndOnce) {
  const Case& c = GetParam();
  const unsigned seed = 11;
  SCOPED_TRACE("seed " + std::to_string(seed));
  auto network = make_network(c.topology, c.variant, c.flight, seed);
  const unsigned vcs = make_router(c.variant)->shape().vcs;
  const unsigned packets = c.topology.nodes() > 4 ? 25 : 60;
  send_random(*network, packets, 9, vcs, seed);
  ASSERT_NO_THROW(network->settle(200000));
  ASSERT_NO_THROW(network->expect_all_whole());
  const Losses losses = network->losses();
  EXPECT_EQ(losses.drained + losses.dropped + losses.poisoned + losses.crc_errors, 0U);
  EXPECT_EQ(losses.replays, 0U) << "no frame was lost, but some were sent again";
  for (unsigned node = 0; node < network->nodes(); ++node) EXPECT_FALSE(network->error(node));
}

// A 2-ring: both ports of the dimension lead to the same neighbour, and both must carry traffic.
TEST_P(Networks, UseBothOfDoubledLinks) {
  const Case& c = GetParam();
  if (!(c.topology.wrap_columns && c.topology.columns == 2)) return;  // nothing is doubled
  auto network = make_network(c.topology, c.variant, c.flight, 1);
  for (unsigned lane = 0; lane < kLinks; ++lane) network->send(0, lane, 0, 1, lane, 3);
  network->settle(20000);
  network->expect_all_whole();
  using ici_csr::Counter;
  EXPECT_EQ(network->read(0, ici_csr::counter(kEast, Counter::kPacketsOut)), 2U);
  EXPECT_EQ(network->read(0, ici_csr::counter(kWest, Counter::kPacketsOut)), 2U);
  EXPECT_EQ(network->read(1, ici_csr::counter(kEast, Counter::kPacketsIn)), 2U);
  EXPECT_EQ(network->read(1, ici_csr::counter(kWest, Counter::kPacketsIn)), 2U);
}

std::vector<Case> cases() {
  const std::vector<Topology> shapes = {
      {1, 1},      {2, 1}, {5, 1}, {1, 4}, {2, 2}, {2, 3}, {3, 3}, {2, 1, true}, {2, 2, true, true},
      {2, 3, true}};
  std::vector<Case> all;
  for (const Topology& shape : shapes) {
    all.push_back({shape, Variant::kNarrow4Vcs, 3});
    all.push_back({shape, Variant::kLinkShallow4, 3});
  }
  for (const Topology& shape : {Topology{3, 1}, Topology{2, 2, true, true}}) {
    all.push_back({shape, Variant::kNarrow2Vcs, 52});
    all.push_back({shape, Variant::kWide2Vcs, 1});
    all.push_back({shape, Variant::kNarrow1Vc, 7});
    all.push_back({shape, Variant::kFast, 52});
    all.push_back({shape, Variant::kLinkDeep1, 52});
    all.push_back({shape, Variant::kLinkDeep2, 1});
    all.push_back({shape, Variant::kLinkDeep4, 120});
    all.push_back({shape, Variant::kLinkTraced, 52});
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Rtl, Networks, testing::ValuesIn(cases()),
                         [](const testing::TestParamInfo<Case>& info) {
                           return info.param.topology.name() + name(info.param.variant) + "Flight" +
                                  std::to_string(info.param.flight);
                         });

}  // namespace
}  // namespace podsim::rtl_test
