// SPDX-License-Identifier: Apache-2.0
// Two routers joined by a link with a flight time.
#include <gtest/gtest.h>

#include <deque>

#include "router_bench.h"
#include "rtl/ici_csr.h"

namespace podsim::rtl_test {
namespace {

/// 40 ns at 1281 MHz.
constexpr unsigned kVcs = 4;
constexpr unsigned kVcMask = (1U << kVcs) - 1;
constexpr unsigned kFlight = 52;

/// Lane 0 of router A to lane 0 of router B, over A's east and B's west port.
class LinkBench {
 public:
  LinkBench() {
    for (int i = 0; i < 3; ++i) {
      a_->clock(true, {}, {});
      b_->clock(true, {}, {});
    }
    a_->clock(false, {}, {true, true, ici_csr::table_all(1), ici_csr::route_to(1)});
    b_->clock(false, {}, {true, true, ici_csr::table_all(1), ici_csr::route_local()});
    for (int i = 0; i < 2; ++i) {
      a_->clock(false, {}, {});
      b_->clock(false, {}, {});
    }
    flits_.resize(kFlight);
    credits_.resize(kFlight);
    lane_credits_ = a_->shape().lane_depth;
  }

  /// One cycle; `flit` none: nothing to send. Returns whether it was taken.
  bool step(const Flit* flit) {
    Pins in_a;
    const bool take = flit != nullptr && lane_credits_ > 0;
    if (take) {
      in_a.valid = 1U << 4;
      in_a.flit[4] = *flit;
      --lane_credits_;
    }
    in_a.credit = (credits_.front() & kVcMask) << kVcs;  // B's west input to A's east output
    Pins in_b;
    if (flits_.front().first) {
      in_b.valid = 1U << 3;
      in_b.flit[3] = flits_.front().second;
    }
    flits_.pop_front();
    credits_.pop_front();
    // What is on A's output pins now reaches B's input pins after the flight.
    a_->clock(false, in_a, {});
    b_->clock(false, in_b, {});
    flits_.emplace_back((a_->out().valid >> 1 & 1U) != 0, a_->out().flit[1]);
    credits_.push_back(b_->out().credit >> (3 * kVcs) & kVcMask);
    if ((a_->out().credit >> (4 * kVcs) & kVcMask) != 0) ++lane_credits_;
    ++cycle_;
    if ((b_->out().valid >> 4 & 1U) != 0) arrived_.push_back({cycle_, 4, b_->out().flit[4]});
    return take;
  }

  const std::vector<Departure>& arrived() const { return arrived_; }
  const Shape& shape() const { return a_->shape(); }

 private:
  std::unique_ptr<RouterModel> a_ = make_router(Variant::kFast);
  std::unique_ptr<RouterModel> b_ = make_router(Variant::kFast);
  std::deque<std::pair<bool, Flit>> flits_;
  std::deque<std::uint32_t> credits_;
  unsigned lane_credits_ = 0;
  std::uint64_t cycle_ = 0;
  std::vector<Departure> arrived_;
};

void stream(unsigned packets, unsigned flits_each, bool alternate_vcs) {
  LinkBench bench;
  std::vector<Flit> sent;
  for (unsigned i = 0; i < packets; ++i) {
    for (unsigned k = 0; k < flits_each; ++k) {
      sent.push_back(
          flit_of({1, 0, 9, i, flits_each}, k, alternate_vcs ? i % 2 : 0, bench.shape()));
    }
  }
  std::size_t next = 0;
  for (unsigned cycle = 0; cycle < sent.size() + 400; ++cycle) {
    if (bench.step(next < sent.size() ? &sent[next] : nullptr)) ++next;
  }
  ASSERT_EQ(bench.arrived().size(), sent.size());
  for (std::size_t i = 0; i < sent.size(); ++i) {
    ASSERT_EQ(bench.arrived()[i].flit.words, sent[i].words) << i;
  }
  // First flit in cycle 1: 4 cycles in A, the flight, 4 cycles in B. Then one a cycle.
  EXPECT_EQ(bench.arrived().front().cycle, 1 + 4 + kFlight + 4);
  EXPECT_EQ(bench.arrived().back().cycle - bench.arrived().front().cycle + 1, sent.size());
}

// Catches: buffers below the round trip, bubbles at packet ends, a late credit.
TEST(Link, OneVcStreamsOneFlitACycleOverTheFullFlight) { stream(400, 9, false); }
TEST(Link, SingleFlitPacketsStreamOneACycle) { stream(2000, 1, false); }
TEST(Link, OneLongPacketStreamsOneFlitACycle) { stream(1, 3000, false); }
TEST(Link, TwoVcsInTurnStreamOneFlitACycle) { stream(400, 9, true); }

}  // namespace
}  // namespace podsim::rtl_test
