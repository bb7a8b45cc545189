// SPDX-License-Identifier: Apache-2.0
// Random traffic under a scoreboard; idle skipping; reset.
#include <gtest/gtest.h>

#include "router_bench.h"

namespace podsim::rtl_test {
namespace {

/// Routes with layers, locals and port-dependent entries; what a packet must do is known.
struct Plan {
  std::vector<std::array<std::uint8_t, kPorts>> entry;

  Plan(RouterBench& bench, std::mt19937& random) : entry(16) {
    for (unsigned d = 0; d < 16; ++d) {
      for (unsigned p = 0; p < kPorts; ++p) {
        const unsigned kind = random() % 3;
        if (kind == 0) entry[d][p] = ici_csr::route_local();
        if (kind == 1) entry[d][p] = ici_csr::route_to(random() % 4);
        if (kind == 2) {
          entry[d][p] = ici_csr::route_to_layer(random() % 4, random() % bench.shape().vcs);
        }
        bench.route(p, d, entry[d][p]);
      }
    }
  }

  unsigned port(unsigned in, const Packet& packet) const {
    const std::uint8_t e = entry[packet.destination][in];
    return (e & 0x10U) != 0 ? 4 + packet.lane : e & 7U;
  }
  unsigned vc(unsigned in, const Packet& packet, unsigned vc) const {
    const std::uint8_t e = entry[packet.destination][in];
    return (e & 0x20U) != 0 ? e >> 6 : vc;
  }
};

void random_traffic(RouterBench& bench, unsigned seed, unsigned packets) {
  std::mt19937 random(seed);
  bench.seed(seed);
  const Plan plan(bench, random);
  for (unsigned i = 0; i < packets; ++i) {
    const unsigned in = random() % kPorts;
    const unsigned vc = random() % bench.shape().vcs;
    const unsigned flits = random() % 3 == 0 ? 1 : 1 + random() % 12;
    const Packet packet{static_cast<unsigned>(random() % 16), static_cast<unsigned>(random() % 4),
                        in, i, flits};
    bench.send(in, vc, packet, plan.port(in, packet), plan.vc(in, packet, vc));
  }
}

struct Case {
  Variant variant;
  double gap;
  double hold;
};

class Traffic : public ::testing::TestWithParam<Case> {};

INSTANTIATE_TEST_SUITE_P(
    Router, Traffic,
    ::testing::Values(Case{Variant::kFast, 0, 0}, Case{Variant::kFast, 0.3, 0.7},
                      Case{Variant::kTraced, 0, 0.5}, Case{Variant::kTraced, 0.7, 0},
                      Case{Variant::kNarrow4Vcs, 0, 0}, Case{Variant::kNarrow4Vcs, 0.2, 0.8},
                      Case{Variant::kNarrow4Vcs, 0.8, 0.2}, Case{Variant::kNarrow1Vc, 0, 0},
                      Case{Variant::kNarrow1Vc, 0.3, 0.9}),
    [](const auto& info) {
      return name(info.param.variant) + "Gap" + std::to_string(int(info.param.gap * 10)) + "Hold" +
             std::to_string(int(info.param.hold * 10));
    });

// FC-59, FC-61. Catches: loss, duplication, reorder, interleaved packets, a credit too many.
TEST_P(Traffic, EveryFlitArrivesOnceInOrderAndWhole) {
  for (unsigned seed = 1; seed <= 4; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RouterBench bench(GetParam().variant);
    bench.set_gap(GetParam().gap);
    bench.set_hold(GetParam().hold);
    random_traffic(bench, seed, 3000);
    ASSERT_NO_THROW(bench.drain(400000));
  }
}

class Skip : public ::testing::TestWithParam<Variant> {};
INSTANTIATE_TEST_SUITE_P(Router, Skip,
                         ::testing::Values(Variant::kFast, Variant::kNarrow4Vcs,
                                           Variant::kNarrow1Vc),
                         [](const auto& info) { return name(info.param); });

// Catches: busy low while a pulse, a flit or a credit is inside; a pointer or counter that moves
// without work.
TEST_P(Skip, SkippingWhileNotBusyChangesNothing) {
  std::array<std::uint64_t, 2> digest{};
  std::array<std::vector<std::uint32_t>, 2> registers;
  for (const bool skip : {false, true}) {
    RouterBench bench(GetParam());
    bench.set_skip_idle(skip);
    bench.set_hold(0.3);
    std::mt19937 random(11);
    const Plan plan(bench, random);
    for (unsigned i = 0; i < 1500; ++i) {
      const unsigned burst = random() % 4;
      for (unsigned k = 0; k < burst; ++k) {
        const unsigned in = random() % kPorts;
        const unsigned vc = random() % bench.shape().vcs;
        const Packet packet{static_cast<unsigned>(random() % 16),
                            static_cast<unsigned>(random() % 4), in, i * 4 + k,
                            1 + static_cast<unsigned>(random() % 9)};
        bench.send(in, vc, packet, plan.port(in, packet), plan.vc(in, packet, vc));
      }
      bench.run(random() % 60);
    }
    bench.drain();
    digest[skip] = bench.digest();
    for (unsigned p = 0; p < kPorts; ++p) {
      for (unsigned i = 0; i < 6; ++i) {
        registers[skip].push_back(
            bench.read(ici_csr::counter(p, static_cast<ici_csr::Counter>(i))));
      }
    }
    if (skip) {
      EXPECT_GT(bench.skipped(), 5000U) << "the test skipped nothing";
    }
  }
  EXPECT_EQ(digest[0], digest[1]);
  EXPECT_EQ(registers[0], registers[1]);
}

// FC-17. Catches: a register that matters and is not reset.
TEST(Reset, RandomStartValuesGiveTheSameRun) {
  std::uint64_t want = 0;
  for (unsigned seed = 1; seed <= 32; ++seed) {
    RouterBench bench(Variant::kTraced, seed);
    for (unsigned d = 16; d < bench.shape().table_entries; ++d) bench.route_all(d, 0);
    bench.set_hold(0.4);
    random_traffic(bench, 17, 300);
    bench.drain();
    if (seed == 1) want = bench.digest();
    ASSERT_EQ(bench.digest(), want) << "reset seed " << seed;
  }
}

// Catches: state that survives a reset in the middle of traffic.
TEST(Reset, InTheMiddleOfTrafficLeavesNothingBehind) {
  for (const Variant variant : {Variant::kTraced, Variant::kNarrow4Vcs}) {
    RouterBench used(variant);
    random_traffic(used, 5, 500);
    used.run(300);
    used.reset();
    EXPECT_FALSE(used.model().busy());
    random_traffic(used, 6, 500);
    const std::uint64_t start = used.cycle();
    used.drain();
    RouterBench fresh(variant);
    random_traffic(fresh, 6, 500);
    const std::uint64_t fresh_start = fresh.cycle();
    fresh.drain();
    EXPECT_EQ(used.cycle() - start, fresh.cycle() - fresh_start);
    ASSERT_EQ(used.departures().size(), fresh.departures().size());
  }
}

// Catches: a fast build that computes something else than the one with assertions and waves.
TEST(Builds, FastAndTracedGiveTheSameRun) {
  std::array<std::uint64_t, 2> digest{};
  for (const unsigned i : {0U, 1U}) {
    RouterBench bench(i == 0 ? Variant::kFast : Variant::kTraced);
    bench.set_hold(0.5);
    random_traffic(bench, 23, 2000);
    bench.drain();
    digest[i] = bench.digest();
  }
  EXPECT_EQ(digest[0], digest[1]);
}

}  // namespace
}  // namespace podsim::rtl_test
