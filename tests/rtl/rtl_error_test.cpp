// SPDX-License-Identifier: Apache-2.0
// Packets that cannot be routed are drained, counted and reported; nothing hangs.
#include <gtest/gtest.h>

#include "router_bench.h"

namespace podsim::rtl_test {
namespace {

using ici_csr::Cause;
using ici_csr::Counter;

class RouteError : public ::testing::TestWithParam<Variant> {
 protected:
  void SetUp() override {
    for (unsigned d = 0; d < bench_.shape().table_entries && d < 64; ++d) bench_.route_all(d, 0);
    bench_.route_all(1, ici_csr::route_to(1));
  }

  /// A packet that must be drained, the registers after it, and a good packet behind it.
  void expect_error(unsigned port, unsigned vc, unsigned destination, Cause cause,
                    std::uint8_t entry) {
    const std::uint32_t sequence = sequence_++;
    bench_.send(port, vc, {destination, 3, 0x1234, sequence, 5}, std::nullopt, 0);
    bench_.send(port, vc, {1, 0, port, sequence_++, 2}, 1, vc);
    bench_.drain();
    EXPECT_TRUE(bench_.model().error());
    const std::uint32_t status = bench_.read(ici_csr::kErrorStatus);
    EXPECT_EQ(status & 1U, 1U);
    EXPECT_EQ(status >> 4 & 7U, port);
    EXPECT_EQ(status >> 8 & 3U, vc);
    EXPECT_EQ(status >> 12 & 7U, static_cast<unsigned>(cause));
    if (cause != Cause::kDestinationRange) {
      EXPECT_EQ(status >> 16 & 0xffU, entry);
    }
    EXPECT_EQ(bench_.read(ici_csr::kErrorNodes), destination | 0x12340000U);
    EXPECT_EQ(bench_.read(ici_csr::kErrorSequence), sequence);
    EXPECT_EQ(bench_.read(ici_csr::kErrorCount), 1U);
    EXPECT_EQ(bench_.read(ici_csr::kStatus), 2U);
    bench_.write(ici_csr::kErrorStatus, 0);
    bench_.run(2);
    EXPECT_FALSE(bench_.model().error());
    EXPECT_EQ(bench_.read(ici_csr::kErrorStatus), 0U);
    EXPECT_EQ(bench_.read(ici_csr::kErrorCount), 0U);
  }

  RouterBench bench_{GetParam()};
  std::uint32_t sequence_ = 1000;
};

INSTANTIATE_TEST_SUITE_P(Router, RouteError,
                         ::testing::Values(Variant::kFast, Variant::kTraced, Variant::kNarrow4Vcs,
                                           Variant::kNarrow1Vc),
                         [](const auto& info) { return name(info.param); });

// Catches: an index past the table that wraps to a valid entry.
TEST_P(RouteError, DestinationPastTheTable) {
  const unsigned entries = bench_.shape().table_entries;
  expect_error(2, 0, entries, Cause::kDestinationRange, 0);
  expect_error(7, bench_.shape().vcs - 1, entries + 1, Cause::kDestinationRange, 0);
  expect_error(0, 0, 0xffff, Cause::kDestinationRange, 0);
}

// Catches: credits of the drained flits lost (the good packet behind would hang).
TEST_P(RouteError, EntryNotValid) {
  for (unsigned port = 0; port < kPorts; ++port) {
    bench_.route_all(2, 0x40);
    expect_error(port, bench_.shape().vcs - 1, 2, Cause::kEntryInvalid, 0x40);
  }
}

// Catches: a link that is off but still used; lanes switched off with it.
TEST_P(RouteError, LinkDisabled) {
  bench_.route_all(2, ici_csr::route_to(2));
  bench_.write(ici_csr::kLinkEnable, 0xb);
  expect_error(4, 0, 2, Cause::kLinkDisabled, ici_csr::route_to(2));
  bench_.write(ici_csr::kLinkEnable, 0xf);
  bench_.send(4, 0, {2, 0, 4, 1, 3}, 2, 0);
  bench_.drain();
  EXPECT_FALSE(bench_.model().error());
}

/// Routers with fewer layers than an entry can name: with two virtual channels a layer there are
/// two, with one virtual channel one.
class LayerError : public RouteError {};

INSTANTIATE_TEST_SUITE_P(Router, LayerError,
                         ::testing::Values(Variant::kFast, Variant::kTraced, Variant::kNarrow1Vc),
                         [](const auto& info) { return name(info.param); });

// Catches: a layer that this router does not have, taken modulo.
TEST_P(LayerError, LayerOutOfRange) {
  bench_.write(ici_csr::kLayerShift, 1);
  bench_.route_all(2, ici_csr::route_to_layer(0, 3));
  expect_error(5, 0, 2, Cause::kLayerRange, ici_csr::route_to_layer(0, 3));
}

// Catches: a packet that waits for the output of a link switched off meanwhile and hangs.
TEST_P(RouteError, LinkDisabledWhileThePacketWaits) {
  bench_.route_all(2, ici_csr::route_to(2));
  bench_.set_hold(1);
  const unsigned depth = bench_.shape().link_depth;
  bench_.send(0, 0, {2, 0, 0, 1, depth + 2}, 2, 0);
  bench_.run(depth * 2 + 20);
  bench_.send(1, 0, {2, 0, 1, 2, 2}, std::nullopt, 0);
  bench_.run(20);
  EXPECT_FALSE(bench_.model().error());
  bench_.write(ici_csr::kLinkEnable, 0xb);
  bench_.run(20);
  EXPECT_TRUE(bench_.model().error());
  bench_.set_hold(0);
  bench_.drain();  // the packet that had the output goes on
  EXPECT_EQ(bench_.read(ici_csr::kErrorCount), 1U);
}

// Catches: the first error overwritten by a later one; errors of one cycle counted once.
TEST_P(RouteError, FirstErrorStaysAndAllAreCounted) {
  for (unsigned port = 0; port < kPorts; ++port) {
    for (unsigned vc = 0; vc < bench_.shape().vcs; ++vc) {
      for (unsigned i = 0; i < 10; ++i) {
        bench_.send(port, vc, {3, 0, port, i, 1 + i % 3}, std::nullopt, 0);
      }
    }
  }
  bench_.drain();
  EXPECT_EQ(bench_.read(ici_csr::kErrorStatus) >> 4 & 7U, 0U) << "all ports at once: the lowest";
  EXPECT_EQ(bench_.read(ici_csr::kErrorSequence), 0U);
  const unsigned each = 10 * bench_.shape().vcs;
  EXPECT_EQ(bench_.read(ici_csr::kErrorCount), each * kPorts);
  for (unsigned port = 0; port < kPorts; ++port) {
    EXPECT_EQ(bench_.read(ici_csr::counter(port, Counter::kRouteErrors)), each);
  }
  EXPECT_TRUE(bench_.departures().empty());
}

// Catches: a body flit without a head that is forwarded, or never leaves the buffer.
TEST(RouteErrorPins, BodyFlitWithoutHeadIsDrained) {
  auto router = make_router(Variant::kFast);
  router->clock(true, {}, {});
  Pins in;
  in.valid = 1U << 3;
  in.flit[3].tail = true;
  router->clock(false, in, {});
  unsigned credits = 0;
  for (int i = 0; i < 20; ++i) {
    router->clock(false, {}, {});
    EXPECT_EQ(router->out().valid, 0U);
    credits += router->out().credit == 1U << (3 * router->shape().vcs);
  }
  EXPECT_EQ(credits, 1U);
  EXPECT_FALSE(router->busy());
  EXPECT_TRUE(router->error());
  router->clock(false, {}, {true, false, ici_csr::kErrorStatus, 0});
  router->clock(false, {}, {});
  EXPECT_EQ(router->csr_data() >> 12 & 7U, static_cast<unsigned>(Cause::kNoHead));
}

}  // namespace
}  // namespace podsim::rtl_test
