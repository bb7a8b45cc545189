// SPDX-License-Identifier: Apache-2.0
// Every way through the router: input port x input virtual channel x output port x output virtual
// channel, kept or set by the route; free, contended, without credit, poisoned, switched off.
#include <gtest/gtest.h>

#include "router_bench.h"

namespace podsim::rtl_test {
namespace {

using ici_csr::Counter;

constexpr unsigned kVcs = 4;
/// Ways to an output port: keep the virtual channel, or move to one of the four.
constexpr unsigned kWays = 1 + kVcs;

/// Destination whose route is way `way` to `port`.
constexpr unsigned destination(unsigned port, unsigned way) { return port * kWays + way; }

std::uint8_t entry(unsigned port, unsigned way) {
  const std::uint8_t to = port < kLinks ? ici_csr::route_to(port) : ici_csr::route_local();
  return way == 0 ? to : static_cast<std::uint8_t>(to | 0x20U | (way - 1) << 6);
}

unsigned output_vc(unsigned vc, unsigned way) { return way == 0 ? vc : way - 1; }

/// A router alone, whose links get every credit back at once.
class Pinned {
 public:
  Pinned() {
    for (int i = 0; i < 3; ++i) model_->clock(true, {}, {});
    for (unsigned port = 0; port < kPorts; ++port) {
      for (unsigned way = 0; way < kWays; ++way) {
        const std::uint16_t address = ici_csr::table_all(destination(port, way));
        model_->clock(false, {}, {true, true, address, entry(port, way)});
      }
    }
    clock({});
    clock({});
  }

  void clock(Pins in) {
    in.credit = credit_;
    model_->clock(false, in, {});
    credit_ = 0;
    for (unsigned p = 0; p < kLinks; ++p) {
      if ((model_->out().valid >> p & 1U) != 0) credit_ |= 1U << (p * kVcs + out().flit[p].vc);
    }
  }
  const Pins& out() const { return model_->out(); }
  bool busy() const { return model_->busy(); }

  /// A head and a poisoned tail, sent one after the other; gives what comes out.
  std::vector<Departure> send_cut_packet(unsigned in, unsigned vc, unsigned port, unsigned way) {
    const Packet packet{destination(port, way), port & 3U, in, ++sequence_, 2};
    std::vector<Departure> departures;
    for (unsigned cycle = 0; cycle < 9; ++cycle) {
      Pins pins;
      if (cycle < 2) {
        pins.valid = 1U << in;
        pins.flit[in] = flit_of(packet, cycle, vc, model_->shape());
        pins.flit[in].poison = cycle == 1;
      }
      clock(pins);
      for (unsigned p = 0; p < kPorts; ++p) {
        if ((out().valid >> p & 1U) != 0) departures.push_back({cycle, p, out().flit[p]});
      }
    }
    return departures;
  }

 private:
  std::unique_ptr<RouterModel> model_ = make_router(Variant::kNarrow4Vcs);
  std::uint32_t credit_ = 0;
  std::uint32_t sequence_ = 0;
};

// Catches: a mark that is lost, put on the head, or stuck on the packets behind, on any way.
TEST(EveryPath, APoisonedTailKeepsItsMark) {
  Pinned router;
  for (unsigned in = 0; in < kPorts; ++in) {
    for (unsigned vc = 0; vc < kVcs; ++vc) {
      for (unsigned port = 0; port < kPorts; ++port) {
        for (unsigned way = 0; way < kWays; ++way) {
          SCOPED_TRACE("from " + std::to_string(in) + " VC " + std::to_string(vc) + " to " +
                       std::to_string(port) + " way " + std::to_string(way));
          const auto out = router.send_cut_packet(in, vc, port, way);
          ASSERT_EQ(out.size(), 2U);
          for (unsigned i = 0; i < 2; ++i) {
            EXPECT_EQ(out[i].port, port);
            EXPECT_EQ(out[i].cycle, 4U + i);
            EXPECT_EQ(out[i].flit.vc, output_vc(vc, way));
            EXPECT_EQ(out[i].flit.head, i == 0);
            EXPECT_EQ(out[i].flit.tail, i == 1);
            EXPECT_EQ(out[i].flit.poison, i == 1);
          }
        }
      }
    }
  }
  EXPECT_FALSE(router.busy());
}

class AllPaths : public testing::Test {
 protected:
  AllPaths() {
    for (unsigned port = 0; port < kPorts; ++port) {
      for (unsigned way = 0; way < kWays; ++way) {
        bench_.route_all(destination(port, way), entry(port, way));
      }
    }
    bench_.run(3);
  }

  /// Packets of three flits from every input virtual channel to `port`, every way `rounds` times.
  void send_all(unsigned port, unsigned rounds, bool arrive) {
    for (unsigned i = 0; i < rounds * kWays; ++i) {
      for (unsigned in = 0; in < kPorts; ++in) {
        for (unsigned vc = 0; vc < kVcs; ++vc) {
          const unsigned way = (i + in + vc) % kWays;
          const Packet packet{destination(port, way), port & 3U, in, sequence_++, 3};
          bench_.send(in, vc, packet, arrive ? std::optional<unsigned>(port) : std::nullopt,
                      output_vc(vc, way));
        }
      }
    }
  }
  std::uint32_t stalls() {
    std::uint32_t sum = 0;
    for (unsigned p = 0; p < kPorts; ++p) {
      sum += bench_.read(ici_csr::counter(p, Counter::kStallCycles));
    }
    return sum;
  }

  RouterBench bench_{Variant::kNarrow4Vcs};
  std::uint32_t sequence_ = 0;
};

// Catches: a packet lost, cut or put elsewhere while all others want the same output, whatever it
// waits for: its virtual channel, the switch, or credit.
TEST_F(AllPaths, DeliverUnderContentionWithAndWithoutCredit) {
  for (unsigned port = 0; port < kPorts; ++port) {
    for (const double hold : {0.0, 0.95}) {
      SCOPED_TRACE("to " + std::to_string(port) + " hold " + std::to_string(hold));
      bench_.set_hold(hold);
      const std::uint32_t before = stalls();
      send_all(port, 2, true);
      ASSERT_NO_THROW(bench_.drain(400000));
      EXPECT_GT(stalls(), before);
    }
  }
}

// Catches: an input that forwards to a link that is off, or drains for one that is on; credits of
// drained flits that do not come back.
TEST_F(AllPaths, ToALinkThatIsOffEndInTheRouter) {
  for (unsigned link = 0; link < kLinks; ++link) {
    SCOPED_TRACE("link " + std::to_string(link));
    bench_.write(ici_csr::kLinkEnable, 0xfU ^ 1U << link);
    const std::size_t before = bench_.departures().size();
    send_all(link, 2, false);
    bench_.drain();
    EXPECT_EQ(bench_.departures().size(), before);
    EXPECT_EQ(bench_.read(ici_csr::kErrorCount), 2 * kWays * kVcs * kPorts);
    for (unsigned p = 0; p < kPorts; ++p) {
      EXPECT_EQ(bench_.read(ici_csr::counter(p, Counter::kRouteErrors)),
                2 * kWays * kVcs * (link + 1));
    }
    bench_.write(ici_csr::kErrorStatus, 0);
    bench_.write(ici_csr::kLinkEnable, 0xf);
    send_all(link, 1, true);
    ASSERT_NO_THROW(bench_.drain());
    EXPECT_FALSE(bench_.model().error());
  }
}

}  // namespace
}  // namespace podsim::rtl_test
