// SPDX-License-Identifier: Apache-2.0
// The halves of a link on their own: receiver and transmitter.
#include <gtest/gtest.h>

#include <deque>
#include <random>
#include <vector>

#include "VIciLinkRx.h"
#include "VIciLinkTx.h"
#include "cell_bench.h"

namespace podsim::rtl_test {
namespace {

enum Kind : unsigned { kFlitFrame = 1, kIdleFrame = 2 };
constexpr unsigned kSequences = 512;

/// Receiver of 2 VCs with buffers of 4 flits.
class Receiver {
 public:
  Receiver() {
    cell_->silence_limit_i = 30;
    cell_->home_i = 1;
    cell_->rst_i = 1;
    cell_.edge();
    cell_->rst_i = 0;
    cell_->active_i = 1;
  }
  VIciLinkRx* operator->() { return cell_.operator->(); }
  void edge() { cell_.edge(); }
  void told() {
    cell_->told_i = 1;
    cell_.edge();
    cell_->told_i = 0;
  }
  void bad() { frame(kFlitFrame, 0, 0, false, false, false); }
  void flit(unsigned seq, unsigned vc = 0, bool head = true, bool tail = true) {
    frame(kFlitFrame, seq, vc, head, tail, true);
  }
  void idle(unsigned seq, bool poll = false) { frame(kIdleFrame, seq, 0, poll, false, true); }
  void pop(unsigned vcs) {
    cell_->pop_i = vcs;
    cell_.edge();
    cell_->pop_i = 0;
  }
  unsigned granted(unsigned vc) { return cell_->granted_o >> (8 * vc) & 0xff; }

 private:
  void frame(unsigned kind, unsigned seq, unsigned vc, bool head, bool tail, bool good) {
    cell_->frame_valid_i = 1;
    cell_->frame_good_i = good;
    cell_->frame_kind_i = kind;
    cell_->frame_seq_i = seq % kSequences;
    cell_->frame_vc_i = vc;
    cell_->frame_head_i = head;
    cell_->frame_tail_i = tail;
    cell_->frame_data_i = 1000 + seq;
    cell_.edge();
    cell_->frame_valid_i = cell_->frame_good_i = 0;
  }

  CellBench<VIciLinkRx> cell_;
};

// Catches: a flit taken twice, one taken out of order, an acknowledgement that is not due.
TEST(LinkReceiver, TakesFlitsInOrderAndOnce) {
  Receiver rx;
  rx.told();
  ASSERT_FALSE(rx->tell_o);
  rx.flit(0);
  EXPECT_TRUE(rx->flit_valid_o);
  EXPECT_EQ(rx->flit_data_o, 1000U);
  EXPECT_EQ(rx->expect_o, 1U);
  EXPECT_TRUE(rx->tell_o);
  rx.told();
  EXPECT_FALSE(rx->tell_o);
  rx.flit(0);  // again
  EXPECT_FALSE(rx->flit_valid_o);
  EXPECT_EQ(rx->expect_o, 1U);
  EXPECT_TRUE(rx->tell_o) << "the other end may have lost the acknowledgement";
  EXPECT_FALSE(rx->nack_o);
  rx.told();
  rx.flit(2);  // one is missing
  EXPECT_FALSE(rx->flit_valid_o);
  EXPECT_TRUE(rx->nack_o);
  rx.flit(1);
  EXPECT_TRUE(rx->flit_valid_o);
  EXPECT_EQ(rx->expect_o, 2U);
}

// Catches: a request for every frame behind a gap, which would make the sender start over and over.
TEST(LinkReceiver, AsksOnceForEachGap) {
  Receiver rx;
  rx.told();
  rx.flit(1);
  EXPECT_TRUE(rx->nack_o);
  rx.told();
  for (unsigned seq = 2; seq < 9; ++seq) {
    rx.flit(seq);
    EXPECT_FALSE(rx->nack_o) << seq;
  }
  rx.bad();
  EXPECT_FALSE(rx->nack_o);
  rx.flit(0);
  rx.told();
  rx.bad();
  EXPECT_TRUE(rx->nack_o) << "after progress there is a new gap";
  rx.told();
  rx.idle(1);  // nothing was lost: the bad frame held no flit
  rx.bad();
  EXPECT_TRUE(rx->nack_o);
  rx.told();
  rx.idle(1);
  rx.idle(2);  // the last flit is lost: the number of the next one tells
  EXPECT_TRUE(rx->nack_o);
}

// Catches: a comparison that fails where numbers wrap.
TEST(LinkReceiver, GoesOnWhereNumbersWrap) {
  Receiver rx;
  for (unsigned seq = 0; seq < 3 * kSequences; ++seq) {
    rx.flit(seq);
    ASSERT_TRUE(rx->flit_valid_o) << seq;
    rx.flit(seq + kSequences - 1);
    ASSERT_FALSE(rx->flit_valid_o) << "a copy of the flit before " << seq;
    rx.pop(1);
  }
}

// Catches: a credit lost with a frame, one counted twice, a wrap at 256.
TEST(LinkReceiver, RecoversCreditsOfLostFrames) {
  Receiver rx;
  std::mt19937 random(9);
  unsigned granted[2] = {0, 0};
  unsigned pulses[2] = {0, 0};
  for (int i = 0; i < 4000; ++i) {
    for (unsigned vc = 0; vc < 2; ++vc) {
      if (random() % 3 == 0 && granted[vc] - pulses[vc] < 100) ++granted[vc];
    }
    rx->frame_credit_i = (granted[0] & 0xff) | (granted[1] & 0xff) << 8;
    if (random() % 4 == 0) {
      rx.idle(0);
    } else if (random() % 4 == 0) {
      rx->frame_credit_i = random();
      rx.bad();
    } else {
      rx.edge();
    }
    for (unsigned vc = 0; vc < 2; ++vc) pulses[vc] += rx->credit_o >> vc & 1;
  }
  rx->frame_credit_i = (granted[0] & 0xff) | (granted[1] & 0xff) << 8;
  rx.idle(0);
  for (int i = 0; i < 300; ++i) {
    for (unsigned vc = 0; vc < 2; ++vc) pulses[vc] += rx->credit_o >> vc & 1;
    rx.edge();
  }
  EXPECT_GT(granted[0], 512U) << "the counter must wrap for this test to mean something";
  EXPECT_EQ(pulses[0], granted[0]);
  EXPECT_EQ(pulses[1], granted[1]);
}

// Catches: a training that grants slots which the buffer still holds.
TEST(LinkReceiver, GrantsWhatTheBufferHasFree) {
  Receiver rx;
  EXPECT_EQ(rx.granted(0), 4U);
  rx.flit(0);
  rx.flit(1);
  rx.flit(2, 1);
  rx.pop(1);
  EXPECT_EQ(rx.granted(0), 5U);
  EXPECT_EQ(rx.granted(1), 4U);
  rx->active_i = 0;
  rx->restart_i = 1;
  rx.edge();
  rx->restart_i = 0;
  EXPECT_EQ(rx.granted(0), 3U) << "one flit is left in the buffer";
  EXPECT_EQ(rx.granted(1), 3U);
  EXPECT_EQ(rx->expect_o, 0U);
  EXPECT_EQ(rx->credit_o, 0U);
}

// Catches: a tail for a packet that has one, none for one that lacks it, one into a full buffer.
TEST(LinkReceiver, EndsCutPacketsAsSoonAsThereIsRoom) {
  Receiver rx;
  for (unsigned seq = 0; seq < 4; ++seq) rx.flit(seq, 0, seq == 0, false);  // VC 0 is full
  rx.flit(4, 1, true, true);                                                // VC 1 is whole
  rx->active_i = 0;
  rx->down_i = 1;
  rx.edge();
  for (int i = 0; i < 20; ++i) {
    rx.edge();
    ASSERT_FALSE(rx->flit_valid_o);
    ASSERT_TRUE(rx->cut_o && rx->busy_o);
  }
  rx.pop(1);
  rx.edge();
  EXPECT_TRUE(rx->flit_valid_o && rx->flit_tail_o && rx->flit_poison_o);
  EXPECT_FALSE(rx->flit_head_o);
  EXPECT_EQ(rx->flit_vc_o, 0U);
  EXPECT_FALSE(rx->cut_o);
  rx.pop(3);
  rx.edge();
  EXPECT_FALSE(rx->flit_valid_o) << "one tail is enough";
}

// Catches: a limit off by one, silence that counts on an idle link.
TEST(LinkReceiver, NoticesSilenceOnlyWhileItWaits) {
  Receiver rx;
  for (int i = 0; i < 100; ++i) rx.edge();
  EXPECT_FALSE(rx->silent_o) << "nothing is open";
  rx.flit(0, 1, true, false);
  for (int i = 0; i < 29; ++i) rx.edge();
  EXPECT_FALSE(rx->silent_o);
  rx.idle(1);
  for (int i = 0; i < 29; ++i) rx.edge();
  EXPECT_FALSE(rx->silent_o) << "an idle frame is a sign of life";
  rx.bad();
  EXPECT_TRUE(rx->silent_o) << "a bad frame is none";

  Receiver waiting;
  waiting->home_i = 0;  // the other end holds flits of ours
  for (int i = 0; i < 30; ++i) waiting.edge();
  EXPECT_TRUE(waiting->silent_o);
}

struct SentFrame {
  bool flit;
  unsigned seq;
  std::uint64_t data;
  bool head;
  bool tail;
};

/// Transmitter of 2 VCs with a replay buffer of 16.
class Transmitter {
 public:
  Transmitter() {
    cell_->retry_timeout_i = 40;
    cell_->max_retries_i = 3;
    cell_->keep_alive_i = 15;
    cell_->home_i = 1;
    cell_->rst_i = 1;
    cell_.edge();
    cell_->rst_i = 0;
    cell_->active_i = 1;
  }
  VIciLinkTx* operator->() { return cell_.operator->(); }
  /// One cycle; inputs are cleared after it.
  void step() {
    cell_.settle();
    if (cell_->send_o) {
      frames.push_back({cell_->send_flit_o != 0, cell_->seq_o, cell_->data_o, cell_->head_o != 0,
                        cell_->tail_o != 0});
    }
    polls += cell_->poll_o;
    replays += cell_->replay_o;
    failed = failed || cell_->failed_o;
    cell_.edge();
    cell_->flit_valid_i = 0;
    cell_->ack_valid_i = cell_->nack_i = 0;
  }
  void flit(std::uint64_t data, bool tail = true, unsigned vc = 0) {
    cell_->flit_valid_i = 1;
    cell_->flit_head_i = tail;
    cell_->flit_tail_i = tail;
    cell_->flit_vc_i = vc;
    cell_->flit_data_i = data;
  }
  void ack(unsigned expected, bool nack = false) {
    cell_->ack_valid_i = 1;
    cell_->ack_i = expected % kSequences;
    cell_->nack_i = nack;
  }

  std::vector<SentFrame> frames;
  unsigned polls = 0;
  unsigned replays = 0;
  bool failed = false;

 private:
  CellBench<VIciLinkTx> cell_;
};

// Catches: a bubble, a number that does not count, flits that are sent twice without need.
TEST(LinkTransmitter, SendsAFlitInTheCycleInWhichItComes) {
  Transmitter tx;
  for (unsigned i = 0; i < 1000; ++i) {
    tx.flit(i);
    if (i >= 5) tx.ack(i - 4);
    tx.step();
    ASSERT_EQ(tx.frames.size(), i + 1U);
    ASSERT_EQ(tx.frames.back().data, i);
    ASSERT_EQ(tx.frames.back().seq, i % kSequences);
    ASSERT_FALSE(tx->stall_o);
  }
  tx.ack(1000);
  tx.step();
  for (int i = 0; i < 200; ++i) tx.step();
  EXPECT_EQ(tx.frames.size(), 1000U) << "all is acknowledged: silence";
  EXPECT_EQ(tx.replays, 0U);
  EXPECT_FALSE(tx->busy_o);
}

// Catches: a replay from a wrong flit, new flits that overtake old ones.
TEST(LinkTransmitter, GoesBackToTheFirstUnacknowledged) {
  Transmitter tx;
  for (unsigned i = 0; i < 5; ++i) {
    tx.flit(10 + i);
    tx.step();
  }
  tx.frames.clear();
  tx.ack(2, true);
  tx.flit(15);  // a new one comes in the same cycle
  tx.step();
  tx.frames.clear();
  for (unsigned i = 6; i < 8; ++i) {
    tx.flit(10 + i);
    tx.step();
  }
  for (int i = 0; i < 4; ++i) tx.step();
  ASSERT_EQ(tx.frames.size(), 6U);
  for (unsigned i = 0; i < 6; ++i) {
    EXPECT_EQ(tx.frames[i].seq, 2 + i);
    EXPECT_EQ(tx.frames[i].data, 12 + i);
  }
  EXPECT_EQ(tx.replays, 1U);
}

// Catches: a timer off by one or not restarted, failures that progress does not clear.
TEST(LinkTransmitter, TriesSoManyTimesThenFails) {
  Transmitter tx;
  tx.flit(7);
  tx.step();
  unsigned cycles = 0;
  while (!tx.failed && cycles < 1000) {
    tx.step();
    ++cycles;
  }
  EXPECT_EQ(tx.replays, 4U) << "three retries; the fourth time it has failed";
  EXPECT_EQ(cycles, 4U * 41);

  Transmitter steady;
  for (unsigned round = 0; round < 10; ++round) {
    steady.flit(round);
    steady.step();
    for (int i = 0; i < 100; ++i) steady.step();  // two retries
    steady.ack(round + 1);
    steady.step();
  }
  EXPECT_EQ(steady.replays, 20U);
  EXPECT_FALSE(steady.failed);
}

// Catches: an acknowledgement of what was never sent taken for progress.
TEST(LinkTransmitter, IgnoresAcknowledgementsOutsideItsWindow) {
  Transmitter tx;
  for (unsigned i = 0; i < 3; ++i) {
    tx.flit(i);
    tx.step();
  }
  for (const unsigned wrong : {4U, 5U, 200U, 511U}) {
    tx.ack(wrong, true);
    tx.step();
    tx.step();
    EXPECT_EQ(tx.replays, 0U) << wrong;
  }
  tx.ack(0, true);
  tx.step();
  EXPECT_EQ(tx.replays, 1U) << "everything is still there";
}

// Catches: a replay buffer that overflows: the flits under way when it says stop must fit.
TEST(LinkTransmitter, StopsTheSwitchBeforeItsBufferIsFull) {
  Transmitter tx;
  unsigned accepted = 0;
  int under_way = 4;  // flits that may come after the stop
  for (int i = 0; i < 200 && under_way > 0; ++i) {
    if (tx->stall_o) --under_way;
    tx.flit(accepted++);
    tx.step();
  }
  EXPECT_EQ(under_way, 0) << "it never stopped";
  EXPECT_LE(accepted, 16U);
  EXPECT_GE(accepted, 8U);
}

// Catches: polls without a reason, none while something is open.
TEST(LinkTransmitter, AsksWhileItWaits) {
  Transmitter tx;
  for (int i = 0; i < 100; ++i) tx.step();
  EXPECT_EQ(tx.polls, 0U);
  tx.flit(1, false);  // a packet is open
  tx.step();
  tx.ack(1);
  tx.step();
  for (int i = 0; i < 64; ++i) tx.step();
  EXPECT_EQ(tx.polls, 4U) << "every 16 cycles with a limit of 15";

  Transmitter away;
  away->home_i = 0;
  for (int i = 0; i < 64; ++i) away.step();
  EXPECT_EQ(away.polls, 4U);
}

// Three packets: one acknowledged, one whole but unacknowledged, one open.
// Catches: packets that are given up and not counted.
TEST(LinkTransmitter, CountsPacketsGivenUpAndDropped) {
  Transmitter tx;
  tx.flit(0);
  tx.step();
  tx.ack(1);
  tx.step();
  tx.flit(1);
  tx.step();
  tx.flit(2, false, 1);
  tx.step();
  tx->give_up_i = 1;
  tx->clk_i = 0;
  tx->eval();
  EXPECT_EQ(tx->uncertain_o, 2U);
  tx.step();
  tx->give_up_i = 0;
  tx->active_i = 0;
  unsigned dropped = 0;
  for (int i = 0; i < 5; ++i) {
    tx.flit(3, i % 2 == 1, 1);
    tx->clk_i = 0;
    tx->eval();
    dropped += tx->dropped_o;
    tx.step();
  }
  EXPECT_EQ(dropped, 2U);
  EXPECT_EQ(tx.frames.size(), 3U) << "nothing is sent to a dead link";
}

// Against a far end that loses, delays and garbles at will: every flit in order, once.
TEST(LinkTransmitter, DeliversOverAnyFarEnd) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    Transmitter tx;
    tx->max_retries_i = 255;
    std::deque<SentFrame> wire(1 + random() % 6, SentFrame{});
    std::deque<int> back(1 + random() % 6, -1);  // acknowledgement, or -1
    const unsigned loss = random() % 40;
    unsigned given = 0;
    unsigned expected = 0;
    for (int cycle = 0; cycle < 20000 && expected < 1500; ++cycle) {
      if (!tx->stall_o && given < 1500 && random() % 3 != 0) tx.flit(5000 + given++);
      if (back.front() >= 0) {
        tx.ack(static_cast<unsigned>(back.front()) % kSequences, back.front() >= 4096);
      }
      back.pop_front();
      const std::size_t before = tx.frames.size();
      tx.step();
      wire.push_back(tx.frames.size() > before ? tx.frames.back() : SentFrame{});
      const SentFrame frame = wire.front();
      wire.pop_front();
      const bool lost = random() % 100 < loss;
      if (frame.flit && !lost && frame.seq == expected % kSequences) {
        ASSERT_EQ(frame.data, 5000 + expected);
        ++expected;
      }
      const bool tell = random() % 2 != 0 && random() % 100 >= loss;
      const bool nack = random() % 8 == 0;
      back.push_back(tell ? static_cast<int>(expected % kSequences + (nack ? 4096 : 0)) : -1);
    }
    EXPECT_EQ(expected, 1500U);
    EXPECT_FALSE(tx.failed);
  }
}

}  // namespace
}  // namespace podsim::rtl_test
