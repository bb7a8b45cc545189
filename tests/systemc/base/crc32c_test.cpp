// SPDX-License-Identifier: Apache-2.0
#include "systemc/base/crc32c.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <random>

namespace podsim::test {
namespace {

using Words = std::array<std::uint64_t, 4>;

std::uint32_t both(const Words& words) {
  const std::uint32_t crc = crc32c(words.data(), words.size());
  EXPECT_EQ(crc, crc32c_by_table(words.data(), words.size()));
  return crc;
}

// RFC 3720, B.4: 32 bytes each.
TEST(Crc32c, GivesTheValuesOfTheStandard) {
  EXPECT_EQ(both({}), 0x8a9136aau);
  Words ones;
  ones.fill(~std::uint64_t{0});
  EXPECT_EQ(both(ones), 0x62a8ab43u);
  std::array<unsigned char, 32> rising{};
  std::array<unsigned char, 32> falling{};
  for (unsigned i = 0; i < 32; ++i) {
    rising[i] = static_cast<unsigned char>(i);
    falling[i] = static_cast<unsigned char>(31 - i);
  }
  Words words;
  std::memcpy(words.data(), rising.data(), 32);
  EXPECT_EQ(both(words), 0x46dd794eu);
  std::memcpy(words.data(), falling.data(), 32);
  EXPECT_EQ(both(words), 0x113fdb5cu);
}

TEST(Crc32c, InstructionAndTableAgree) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 1000; ++i) both({random(), random(), random(), random()});
}

}  // namespace
}  // namespace podsim::test
