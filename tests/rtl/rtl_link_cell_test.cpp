// SPDX-License-Identifier: Apache-2.0
// The cells of the link layer on their own: CRC and control. Halves: rtl_link_halves_test.cpp.
#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <vector>

#include "VIciCrc9Bytes.h"
#include "VIciCrcFrame.h"
#include "VIciLinkControl.h"
#include "cell_bench.h"
#include "rtl/ici_csr.h"

namespace podsim::rtl_test {
namespace {

using ici_csr::LinkState;
using ici_csr::LinkWord;

// The check value of CRC-32C, published with RFC 3720 and in the catalogue of CRC algorithms.
// Catches: wrong polynomial, bit order, start or end value.
TEST(LinkCrc, GivesThePublishedCheckValue) {
  VerilatedContext context;
  VIciCrc9Bytes crc(&context);
  std::memcpy(&crc.data_i, "123456789", 9);
  crc.eval();
  EXPECT_EQ(crc.crc_o, 0xe3069283U);
}

/// Long division, most significant bit first, by the polynomial as it is written (0x1edc6f41):
/// each byte and the remainder are turned around, nothing else is shared with the RTL.
std::uint32_t divide(const std::vector<std::uint8_t>& bytes) {
  std::uint32_t rest = 0xffffffff;
  for (const std::uint8_t byte : bytes) {
    for (int bit = 0; bit < 8; ++bit) {
      const bool out = (rest >> 31 ^ (byte >> bit & 1U)) != 0;
      rest = rest << 1 ^ (out ? 0x1edc6f41U : 0U);
    }
  }
  std::uint32_t turned = 0;
  for (int bit = 0; bit < 32; ++bit) turned |= (rest >> bit & 1U) << (31 - bit);
  return ~turned;
}

// Catches: a bit of a frame that the CRC leaves out.
TEST(LinkCrc, EqualsLongDivisionOverRandomFrames) {
  VerilatedContext context;
  VIciCrcFrame crc(&context);
  std::mt19937 random(5);
  std::vector<std::uint8_t> bytes(72);
  ASSERT_EQ(divide({'1', '2', '3', '4', '5', '6', '7', '8', '9'}), 0xe3069283U);
  for (int i = 0; i < 2000; ++i) {
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
    std::memcpy(&crc.data_i, bytes.data(), bytes.size());
    crc.eval();
    ASSERT_EQ(crc.crc_o, divide(bytes)) << "frame " << i;
  }
}

enum Kind : unsigned { kFlitFrame = 1, kIdleFrame = 2, kTs1 = 3, kTs2 = 4 };

/// Control of a link with short timers.
class Control {
 public:
  static constexpr unsigned kWord = 0x01740040;

  Control() {
    cell_->enable_i = 1;
    cell_->auto_retrain_i = 1;
    cell_->retrain_pause_i = 20;
    cell_->train_limit_i = 50;
    cell_->max_trainings_i = 2;
    cell_->own_word_i = kWord;
    cell_->rst_i = 1;
    cell_.edge();
    cell_->rst_i = 0;
  }
  VIciLinkControl* operator->() { return cell_.operator->(); }
  void edge() { cell_.edge(); }
  /// One cycle with a good frame.
  void frame(unsigned kind, unsigned word = kWord) {
    cell_->frame_good_i = 1;
    cell_->frame_kind_i = kind;
    cell_->frame_word_i = word;
    cell_.edge();
    cell_->frame_good_i = 0;
  }
  std::uint32_t read(LinkWord word) {
    cell_->csr_read_i = 1;
    cell_->csr_index_i = static_cast<unsigned>(word);
    cell_.settle();
    cell_->csr_read_i = 0;
    return cell_->csr_rdata_o;
  }
  LinkState state() { return static_cast<LinkState>(read(LinkWord::kState)); }
  /// Cycles until another state; gives up after 1000.
  unsigned wait_for(LinkState want) {
    unsigned cycles = 0;
    for (; state() != want && cycles < 1000; ++cycles) edge();
    return cycles;
  }
  void make_active() {
    wait_for(LinkState::kFirstTraining);
    frame(kTs1);
    for (int i = 0; i < 9; ++i) frame(kTs2);
    ASSERT_EQ(state(), LinkState::kActive);
  }

 private:
  CellBench<VIciLinkControl> cell_;
};

// Catches: ACTIVE before the other end knows that it is heard; fewer than eight TS2.
TEST(LinkControl, TrainsInTwoSteps) {
  Control control;
  EXPECT_EQ(control.state(), LinkState::kDisabled);
  EXPECT_TRUE(control->busy_o);
  control.edge();
  ASSERT_EQ(control.state(), LinkState::kFirstTraining);
  control.frame(kFlitFrame);  // of an old training
  ASSERT_EQ(control.state(), LinkState::kFirstTraining);
  control.frame(kTs1);
  ASSERT_EQ(control.state(), LinkState::kSecondTraining);
  EXPECT_TRUE(control->train_o && control->second_o);
  for (int i = 0; i < 20; ++i) {
    control.frame(kTs1);  // it does not hear us yet
    ASSERT_EQ(control.state(), LinkState::kSecondTraining);
  }
  control.frame(kTs2);
  EXPECT_EQ(control.state(), LinkState::kActive);
  EXPECT_EQ(control.read(LinkWord::kTrainings), 1U);

  Control early;
  early.edge();
  early.frame(kTs2);
  for (int sent = 0; sent < 8; ++sent) {
    early.frame(kTs2);
    ASSERT_EQ(early.state(), LinkState::kSecondTraining) << sent;
  }
  early.frame(kTs2);
  EXPECT_EQ(early.state(), LinkState::kActive);
}

TEST(LinkControl, TakesAFrameOfAnActiveEndForTs2) {
  Control control;
  control.edge();
  control.frame(kTs1);
  for (int i = 0; i < 9; ++i) control.edge();
  control.frame(kIdleFrame);
  EXPECT_EQ(control.state(), LinkState::kActive);
}

// Catches: a word that is compared in one training state only; an error that is not told.
TEST(LinkControl, RefusesAnotherConfiguration) {
  for (const bool second : {false, true}) {
    Control control;
    control.edge();
    if (second) control.frame(kTs1);
    control->frame_good_i = 1;
    control->frame_kind_i = kTs2;
    control->frame_word_i = Control::kWord ^ 0x1000;
    VIciLinkControl* cell = control.operator->();
    cell->clk_i = 0;
    cell->eval();
    EXPECT_TRUE(control->error_o);
    control.edge();
    control->frame_good_i = 0;
    EXPECT_EQ(control.state(), LinkState::kRefused);
    EXPECT_EQ(control.read(LinkWord::kPeer), Control::kWord ^ 0x1000U);
    for (int i = 0; i < 300; ++i) control.frame(kTs2);
    EXPECT_EQ(control.state(), LinkState::kRefused);
    EXPECT_FALSE(control->train_o || control->busy_o);
    control->retrain_i = 1;
    control.edge();
    control->retrain_i = 0;
    control.wait_for(LinkState::kFirstTraining);
    EXPECT_EQ(control.state(), LinkState::kFirstTraining);
  }
}

// Catches: a timer that does not restart, a limit off by one, trainings without end.
TEST(LinkControl, GivesUpAfterSoManyTrainings) {
  Control control;
  control.edge();
  for (int attempt = 0; attempt < 2; ++attempt) {
    EXPECT_EQ(control.wait_for(LinkState::kDown), 51U) << "limit 50";
    if (attempt == 0) EXPECT_EQ(control.wait_for(LinkState::kFirstTraining), 21U) << "pause 20";
  }
  for (int i = 0; i < 500; ++i) control.edge();
  EXPECT_EQ(control.state(), LinkState::kDown);
  EXPECT_FALSE(control->busy_o) << "a router with a dead link must come to rest";
}

// Catches: an attempt counter that a success does not clear.
TEST(LinkControl, CountsOnlyFailuresInARow) {
  Control control;
  for (int round = 0; round < 4; ++round) {
    control.make_active();
    control->tx_failed_i = 1;
    control.edge();
    control->tx_failed_i = 0;
    ASSERT_EQ(control.state(), LinkState::kDown);
    control.wait_for(LinkState::kFirstTraining);
    control.wait_for(LinkState::kDown);
    ASSERT_EQ(control.wait_for(LinkState::kFirstTraining), 21U) << "round " << round;
  }
}

TEST(LinkControl, GoesDownForEveryReason) {
  for (int reason = 0; reason < 4; ++reason) {
    Control control;
    control.make_active();
    control->tx_failed_i = reason == 0;
    control->rx_silent_i = reason == 1;
    control->retrain_i = reason == 2;
    control->uncertain_i = 3;
    if (reason == 3) {
      control.frame(kTs1);
    } else {
      control.edge();
    }
    EXPECT_EQ(control.state(), LinkState::kDown) << "reason " << reason;
    EXPECT_EQ(control.read(LinkWord::kDowns), 1U);
    EXPECT_EQ(control.read(LinkWord::kUncertain), 3U);
  }
  Control control;
  control.make_active();
  control.frame(kTs2);
  control.frame(kIdleFrame);
  EXPECT_EQ(control.state(), LinkState::kActive) << "late TS2 are no restart";
}

// Catches: a training that begins while a packet that was cut still drains or waits for its tail.
TEST(LinkControl, TrainsOnlyWhenNothingCutIsLeft) {
  for (const bool disable : {false, true}) {
    for (const bool owned : {false, true}) {
      Control control;
      control.make_active();
      (owned ? control->owned_i : control->cut_i) = 1;
      if (disable) {
        control->enable_i = 0;
        control.edge();
        ASSERT_EQ(control.state(), LinkState::kDisabled);
        control->enable_i = 1;
      } else {
        control->rx_silent_i = 1;
        control.edge();
        control->rx_silent_i = 0;
      }
      for (int i = 0; i < 200; ++i) control.edge();
      EXPECT_EQ(control.state(), disable ? LinkState::kDisabled : LinkState::kDown);
      EXPECT_TRUE(control->busy_o);
      control->owned_i = control->cut_i = 0;
      EXPECT_EQ(control.wait_for(LinkState::kFirstTraining), disable ? 9U : 21U);
    }
  }
}

TEST(LinkControl, StaysDownWithoutAutoRetrainUntilTold) {
  Control control;
  control.make_active();
  control->auto_retrain_i = 0;
  control->rx_silent_i = 1;
  control.edge();
  control->rx_silent_i = 0;
  for (int i = 0; i < 200; ++i) control.edge();
  ASSERT_EQ(control.state(), LinkState::kDown);
  EXPECT_FALSE(control->busy_o);
  control->retrain_i = 1;
  control.edge();
  control->retrain_i = 0;
  EXPECT_LE(control.wait_for(LinkState::kFirstTraining), 2U);
}

}  // namespace
}  // namespace podsim::rtl_test
