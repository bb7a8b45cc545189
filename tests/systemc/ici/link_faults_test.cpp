// SPDX-License-Identifier: Apache-2.0
#include "systemc/ici/link_faults.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <set>

namespace podsim::test {
namespace {

std::string bytes_of(const LinkFrame& f) {
  std::string text;
  for (const std::uint64_t part :
       {std::uint64_t{f.kind}, std::uint64_t{f.vc}, std::uint64_t{f.head}, std::uint64_t{f.tail},
        std::uint64_t{f.poison}, std::uint64_t{f.nack}, std::uint64_t{f.sequence},
        std::uint64_t{f.acknowledge}, std::uint64_t{f.crc}}) {
    text += std::to_string(part) + ' ';
  }
  for (const std::uint8_t c : f.credit) text += std::to_string(c) + ' ';
  for (const std::uint64_t word : f.data) text += std::to_string(word) + ' ';
  return text;
}

TEST(LinkFaults, EveryBitOfAFrameCanErr) {
  std::set<std::string> seen{bytes_of({})};
  for (int bit = 0; bit < kFrameBits; ++bit) {
    LinkFrame frame;
    invert_bit(frame, bit);
    EXPECT_TRUE(seen.insert(bytes_of(frame)).second) << "bit " << bit;
    invert_bit(frame, bit);
    EXPECT_EQ(bytes_of(frame), bytes_of({})) << "bit " << bit;
  }
}

TEST(LinkFaults, ACutLosesFramesOfItsCyclesOnly) {
  LinkFaults faults(1);
  faults.add({10, 20, 1.0});
  LinkFrame frame;
  for (Cycle cycle = 0; cycle < 30; ++cycle) {
    EXPECT_EQ(faults.pass(cycle, frame), cycle < 10 || cycle >= 20) << cycle;
  }
  EXPECT_EQ(faults.lost_frames(), 10u);
}

// 10,000 frames of kFrameBits at 1e-3: the number of inverted bits is binomial; five standard
// deviations of it.
TEST(LinkFaults, InvertsBitsAtTheRate) {
  LinkFaults faults(7);
  faults.add({0, kNever, 1e-3});
  constexpr int kFrames = 10'000;
  int inverted = 0;
  int data_bits = 0;
  for (Cycle cycle = 0; cycle < kFrames; ++cycle) {
    LinkFrame frame;
    ASSERT_TRUE(faults.pass(cycle, frame));
    for (const std::uint64_t word : frame.data) data_bits += __builtin_popcountll(word);
    inverted += __builtin_popcount(frame.crc);
  }
  const auto near = [](int found, double bits) {
    const double mean = kFrames * bits * 1e-3;
    EXPECT_NEAR(found, mean, 5 * std::sqrt(mean));
  };
  near(data_bits, 512);
  near(inverted, 32);
}

}  // namespace
}  // namespace podsim::test
