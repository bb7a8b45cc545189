// SPDX-License-Identifier: Apache-2.0
#include "systemc/memory/hbm_timing.h"

#include <gtest/gtest.h>

namespace podsim {
namespace {

// By hand, for the default parameters: a channel moves 512 B in 512 * 16 / 450e9 s = 18204.4 ps,
// rounded up. A row of a channel covers 4 pieces of 512 B, which lie 16 pieces apart: the rows of
// channel 0 begin every 4 * 16 * 512 = 32768 bytes, and every 16th of them is in the same bank.
constexpr Picoseconds kPiece = 18'205;
constexpr Picoseconds kHit = 30'000;
constexpr Picoseconds kMiss = 60'000;
constexpr Picoseconds kRefreshInterval = 3'900'000;
constexpr Picoseconds kRefreshTime = 260'000;
constexpr std::uint64_t kNextRow = 32'768;
constexpr std::uint64_t kSameBank = 16 * kNextRow;
constexpr std::uint64_t kSameRow = 16 * 512;

TEST(HbmTiming, TheFirstAccessMissesAndASecondHits) {
  HbmTiming timing{HbmParameters{}};
  EXPECT_EQ(timing.access(0, 512, 0), kMiss + kPiece);
  EXPECT_EQ(timing.access(kSameRow, 512, 1'000'000), 1'000'000 + kHit + kPiece);
  EXPECT_EQ(timing.counters().row_misses, 1u);
  EXPECT_EQ(timing.counters().row_hits, 1u);
}

TEST(HbmTiming, HitsAtOneTimeFollowEachOtherWithoutAGap) {
  HbmTiming timing{HbmParameters{}};
  EXPECT_EQ(timing.access(0, 512, 0), kMiss + kPiece);
  EXPECT_EQ(timing.access(kSameRow, 512, 0), kMiss + 2 * kPiece);
  EXPECT_EQ(timing.access(2 * kSameRow, 512, 0), kMiss + 3 * kPiece);
}

TEST(HbmTiming, AnotherBankOpensItsRowMeanwhile) {
  HbmTiming timing{HbmParameters{}};
  timing.access(0, 512, 0);
  EXPECT_EQ(timing.access(kNextRow, 512, 0), kMiss + 2 * kPiece);
  EXPECT_EQ(timing.counters().row_misses, 2u);
}

TEST(HbmTiming, AnotherRowOfTheBankWaitsForTheDataOfTheFirst) {
  HbmTiming timing{HbmParameters{}};
  timing.access(0, 512, 0);
  EXPECT_EQ(timing.access(kSameBank, 512, 0), (kMiss + kPiece) + kMiss + kPiece);
}

TEST(HbmTiming, ChannelsWorkSideBySide) {
  HbmTiming timing{HbmParameters{}};
  EXPECT_EQ(timing.access(0, 16 * 512, 0), kMiss + kPiece);  // one piece in each channel
  EXPECT_EQ(timing.counters().row_misses, 16u);
}

TEST(HbmTiming, AnUnalignedAccessTouchesEachPieceItOverlaps) {
  HbmTiming timing{HbmParameters{}};
  // 256 bytes of channel 0, 512 of channel 1, 256 of channel 2.
  EXPECT_EQ(timing.access(256, 1024, 0), kMiss + kPiece);
  EXPECT_EQ(timing.counters().row_misses, 3u);
}

TEST(HbmTiming, AShortAccessTakesItsShareOfTheBus) {
  HbmTiming timing{HbmParameters{}};
  EXPECT_EQ(timing.access(0, 64, 0), kMiss + 2'276);  // 64 * 16 / 450e9 s = 2275.6 ps
}

TEST(HbmTiming, NoBytesTakeNoTime) {
  HbmTiming timing{HbmParameters{}};
  EXPECT_EQ(timing.access(0, 0, 123), 123u);
}

TEST(HbmTiming, AnAccessDuringARefreshWaitsAndMisses) {
  HbmTiming timing{HbmParameters{}};
  timing.access(0, 512, 0);
  EXPECT_EQ(timing.access(0, 512, kRefreshInterval + 100'000),
            kRefreshInterval + kRefreshTime + kMiss + kPiece);
  EXPECT_EQ(timing.counters().refresh_stalls, 1u);
  EXPECT_EQ(timing.counters().row_misses, 2u);
}

TEST(HbmTiming, ARefreshClosesTheRowsOfALaterAccess) {
  HbmTiming timing{HbmParameters{}};
  timing.access(0, 512, 0);
  const Picoseconds late = kRefreshInterval + kRefreshTime + 5'000;
  EXPECT_EQ(timing.access(0, 512, late), late + kMiss + kPiece);
  EXPECT_EQ(timing.counters().refresh_stalls, 0u);
  EXPECT_EQ(timing.access(0, 512, late + 200'000), late + 200'000 + kHit + kPiece);
}

TEST(HbmTiming, ARefreshClosesTheRowsOfEveryBank) {
  HbmTiming timing{HbmParameters{}};
  timing.access(0, 512, 0);
  timing.access(kNextRow, 512, 0);
  const Picoseconds late = kRefreshInterval + 1'000'000;
  timing.access(0, 512, late);
  EXPECT_EQ(timing.access(kNextRow, 512, late + 200'000), late + 200'000 + kMiss + kPiece);
  EXPECT_EQ(timing.counters().row_hits, 0u);
}

TEST(HbmTiming, DataUnderWayEndsBeforeTheRefresh) {
  HbmTiming timing{HbmParameters{}};
  timing.access(0, 512, 0);
  const Picoseconds before = kRefreshInterval - 1;
  EXPECT_EQ(timing.access(0, 512, before), before + kHit + kPiece);
}

TEST(HbmTiming, WithoutRefreshNothingStalls) {
  HbmParameters parameters;
  parameters.refresh_interval = 0;
  HbmTiming timing(parameters);
  timing.access(0, 512, 0);
  EXPECT_EQ(timing.access(0, 512, 4'000'000), 4'000'000 + kHit + kPiece);
}

TEST(HbmTiming, AQueueOfOneChannelMovesAtTheChannelsBandwidth) {
  HbmParameters parameters;
  parameters.refresh_interval = 0;
  HbmTiming timing(parameters);
  Picoseconds end = 0;
  for (std::uint64_t i = 0; i < 1000; ++i) end = timing.access(i * kSameRow, 512, 0);
  EXPECT_EQ(end, kMiss + 1000 * kPiece);
}

TEST(HbmTiming, AFullQueueLosesTheRefreshTimes) {
  HbmTiming timing{HbmParameters{}};
  Picoseconds end = 0;
  for (std::uint64_t i = 0; i < 1000; ++i) end = timing.access(i * kSameRow, 512, 0);
  // 18.2 us of data: four refreshes fall into it and one more into what they add. Each costs its
  // own time and at most a row miss and the data that went past its start.
  const Picoseconds busy = kMiss + 1000 * kPiece;
  EXPECT_GE(end, busy + 4 * kRefreshTime);
  EXPECT_LE(end, busy + 5 * (kRefreshTime + kMiss));
}

}  // namespace
}  // namespace podsim
