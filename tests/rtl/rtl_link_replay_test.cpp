// SPDX-License-Identifier: Apache-2.0
// A link that is sending flits for the second time, and what may befall it just then. The other end
// is played by the test, frame by frame.
#include <gtest/gtest.h>

#include <functional>

#include "router_bench.h"

namespace podsim::rtl_test {
namespace {

using ici_csr::LinkState;
using ici_csr::LinkWord;

constexpr unsigned kVcs = 4;
constexpr unsigned kFlitsAPacket = 4;
constexpr unsigned kRetryTimeout = 40;
enum Kind : unsigned { kFlitFrame = 1, kIdleFrame = 2, kTs1 = 3, kTs2 = 4 };

struct Frame {
  FrameFields fields;
  Flit flit;
};

/// CRC-32C bit by bit (RFC 3720, reflected) over the flit and then one word of all else, as
/// docs/rtl/link-layer.md lays it out.
std::uint32_t crc_of(const Frame& frame) {
  const std::uint64_t flags = (frame.flit.head ? 1U : 0U) | (frame.flit.tail ? 2U : 0U) |
                              (frame.flit.poison ? 4U : 0U) | (frame.fields.nack ? 8U : 0U);
  const std::uint64_t side = frame.fields.kind | std::uint64_t{frame.flit.vc} << 3 | flags << 5 |
                             std::uint64_t{frame.fields.sequence} << 9 |
                             std::uint64_t{frame.fields.acknowledge} << 18 |
                             std::uint64_t{frame.fields.credit} << 27;
  std::uint32_t crc = ~0U;
  for (const std::uint64_t word : {frame.flit.words[0], side}) {
    for (unsigned bit = 0; bit < 64; ++bit) {
      const bool one = ((crc ^ static_cast<std::uint32_t>(word >> bit)) & 1U) != 0;
      crc = crc >> 1 ^ (one ? 0x82f63b78U : 0U);
    }
  }
  return ~crc;
}

/// A router of which one link is up and has sent a packet a virtual channel, none acknowledged.
class Replaying {
 public:
  explicit Replaying(unsigned link) : link_(link) {
    for (int i = 0; i < 3; ++i) router_->clock(true, {}, {});
    write(ici_csr::kRetryTimeout, kRetryTimeout);
    write(ici_csr::kMaxRetries, 1);
    write(ici_csr::kAutoRetrain, 0);
    write(ici_csr::table_all(1), ici_csr::route_to(link_));
    write(ici_csr::kLinkEnable, 1U << link_);
    train();
    Frame credits;
    credits.fields.kind = kIdleFrame;
    credits.fields.credit = 0x10101010;  // 16 slots a virtual channel
    cycle(credits);
    send_packets();
    wait_for_second_sending();
  }

  void write(std::uint16_t address, std::uint32_t data) { cycle({}, {true, true, address, data}); }
  std::uint32_t read(LinkWord word) {
    cycle({}, {true, false, ici_csr::link_status(link_, word), 0});
    cycle({});
    return router_->csr_data();
  }
  LinkState state() { return static_cast<LinkState>(read(LinkWord::kState)); }
  void send(Frame frame, bool damaged = false) {
    frame.fields.crc = crc_of(frame) ^ (damaged ? 1U << 7 : 0U);
    pins_.valid |= 1U << link_;
    pins_.frame[link_] = frame.fields;
    pins_.flit[link_] = frame.flit;
    cycle({});
  }
  void run(unsigned cycles) {
    for (unsigned i = 0; i < cycles; ++i) cycle({});
  }
  unsigned link() const { return link_; }
  std::uint64_t configuration() const { return configuration_; }

 private:
  void cycle(const std::optional<Frame>& frame, const CsrRequest& csr = {}) {
    if (frame) {
      pins_.valid |= 1U << link_;
      pins_.frame[link_] = frame->fields;
      pins_.frame[link_].crc = crc_of(*frame);
      pins_.flit[link_] = frame->flit;
    }
    router_->clock(false, pins_, csr);
    pins_ = {};
  }
  bool shows() const { return (router_->out().valid >> link_ & 1U) != 0; }
  const FrameFields& shown() const { return router_->out().frame[link_]; }

  /// Answers every training frame with the same.
  void train() {
    std::optional<Frame> answer;
    bool second = false;
    for (unsigned i = 0; i < 200; ++i) {
      cycle(answer);
      answer.reset();
      if (!shows()) {
        if (second) return;
        continue;
      }
      if (shown().kind != kTs1 && shown().kind != kTs2) return;
      second = shown().kind == kTs2;
      configuration_ = router_->out().flit[link_].words[0];
      answer = Frame{};
      answer->fields.kind = shown().kind;
      answer->flit.words[0] = configuration_;
    }
    throw std::runtime_error("the link did not train");
  }

  void send_packets() {
    for (unsigned i = 0; i < kFlitsAPacket; ++i) {
      for (unsigned vc = 0; vc < kVcs; ++vc) {
        pins_.valid |= 1U << (kLinks + vc);
        pins_.flit[kLinks + vc] = flit_of({1, 0, vc, vc, kFlitsAPacket}, i, vc, router_->shape());
      }
      cycle({});
    }
  }

  void wait_for_second_sending() {
    unsigned first_time = 0;
    for (unsigned i = 0; i < 4 * kRetryTimeout; ++i) {
      if (shows() && shown().kind == kFlitFrame) {
        if (shown().sequence != first_time) break;
        ++first_time;
      }
      cycle({});
    }
    if (first_time != kVcs * kFlitsAPacket || shown().sequence != 0) {
      throw std::runtime_error("the flits were not sent again from the first");
    }
  }

  unsigned link_;
  std::unique_ptr<RouterModel> router_ = make_router(Variant::kLinkShallow4);
  Pins pins_;
  std::uint64_t configuration_ = 0;
};

struct Event {
  const char* name;
  std::function<void(Replaying&)> happens;
  LinkState then;
  unsigned replays;
};

class ReplayOfALink : public testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(Rtl, ReplayOfALink, testing::Range(0U, kLinks));

// Catches: a replay that goes on over a link given up, a packet neither acknowledged nor reported,
// a fault that is not noticed because the link is busy.
TEST_P(ReplayOfALink, IsGivenUpForEveryReasonAndReportsItsPackets) {
  Frame nack;
  nack.fields.kind = kIdleFrame;
  nack.fields.nack = true;
  nack.fields.credit = 0x10101010;
  const auto misfit = [](Replaying& end) {
    Frame frame;
    frame.fields.kind = kTs1;
    frame.flit.words[0] = end.configuration() ^ 0x1000;
    end.send(frame);
  };
  const std::vector<Event> events = {
      {"disabled", [](Replaying& end) { end.write(ici_csr::kLinkEnable, 0); }, LinkState::kDisabled,
       1},
      {"retrained", [](Replaying& end) { end.write(ici_csr::kRetrain, 1U << end.link()); },
       LinkState::kDown, 1},
      {"refused", misfit, LinkState::kDown, 1},
      {"silent", [](Replaying& end) { end.write(ici_csr::kSilenceLimit, 1); }, LinkState::kDown, 1},
      {"asked once too often", [&](Replaying& end) { end.send(nack); }, LinkState::kDown, 2},
  };
  for (const Event& event : events) {
    SCOPED_TRACE(event.name);
    Replaying end(GetParam());
    event.happens(end);
    end.run(6);
    EXPECT_EQ(end.state(), event.then);
    EXPECT_EQ(end.read(LinkWord::kDowns), 1U);
    EXPECT_EQ(end.read(LinkWord::kUncertain), kVcs);
    EXPECT_EQ(end.read(LinkWord::kReplays), event.replays);
  }
}

// Catches: a damaged frame that disturbs the replay, or counts as an answer.
TEST_P(ReplayOfALink, GoesOnWhenADamagedFrameComes) {
  Replaying end(GetParam());
  Frame idle;
  idle.fields.kind = kIdleFrame;
  idle.fields.acknowledge = kVcs * kFlitsAPacket;  // would end it
  idle.fields.credit = 0x10101010;
  end.send(idle, true);
  end.run(6);
  EXPECT_EQ(end.state(), LinkState::kActive);
  EXPECT_EQ(end.read(LinkWord::kCrcErrors), 1U);
  end.send(idle);
  end.run(3 * kRetryTimeout);
  EXPECT_EQ(end.state(), LinkState::kActive);
  EXPECT_EQ(end.read(LinkWord::kReplays), 1U);
  EXPECT_EQ(end.read(LinkWord::kUncertain), 0U);
}

}  // namespace
}  // namespace podsim::rtl_test
