// SPDX-License-Identifier: Apache-2.0
#include "sw/cli/memory_contents.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "tests/sw/cli/podsim_process.h"

namespace podsim::cli {
namespace {

using config::ElementType;
using config::MemoryContents;
using config::Pattern;

constexpr std::uint32_t kOne = 0x3f800000;
constexpr std::uint32_t kNan = 0x7fc00000;

MemoryContents pattern(Pattern kind, ElementType type, double value, std::int64_t count) {
  MemoryContents contents;
  contents.pattern = static_cast<int>(kind);
  contents.type = static_cast<int>(type);
  contents.value = value;
  contents.count = count;
  return contents;
}

TEST(MemoryContents, FollowsThePattern) {
  EXPECT_EQ(contents_for(pattern(Pattern::kIndex, ElementType::kInt32, -1, 3), 7, 0, {}),
            (Words{0xffffffff, 0, 1}));
  EXPECT_EQ(contents_for(pattern(Pattern::kCore, ElementType::kInt32, 10, 2), 7, 0, {}),
            (Words{17, 17}));
  EXPECT_EQ(contents_for(pattern(Pattern::kConstant, ElementType::kFloat32, 1, 1), 0, 0, {}),
            (Words{kOne}));
}

TEST(MemoryContents, RandomElementsDependOnSeedAndCoreOnly) {
  const MemoryContents random = pattern(Pattern::kRandom, ElementType::kFloat32, 0, 100);
  const Words words = contents_for(random, 3, 1, {});
  EXPECT_EQ(contents_for(random, 3, 1, {}), words);
  EXPECT_NE(contents_for(random, 4, 1, {}), words);
  EXPECT_NE(contents_for(random, 3, 2, {}), words);
  EXPECT_GT(std::set<std::uint32_t>(words.begin(), words.end()).size(), 95u);
  for (const std::uint32_t word : words) EXPECT_LT(word, kOne) << "float32 in [0, 1)";
}

TEST(MemoryContents, PutsTheCoreIntoTheFileName) {
  EXPECT_EQ(file_of_core("a_{core}.bin", 12), "a_12.bin");
  EXPECT_EQ(file_of_core("a.bin", 12), "a.bin");
}

TEST(MemoryContents, ComparesToTheBitWithoutTolerance) {
  EXPECT_EQ(compare_words({1, 2}, {1, 2}, ElementType::kInt32, 0), "");
  EXPECT_EQ(compare_words({1, 2, 3}, {1, 5, 4}, ElementType::kInt32, 0),
            "element 1: 2 expected, 5 found (0x00000002, 0x00000005); 2 of 3 differ");
  EXPECT_NE(compare_words({0}, {0x80000000}, ElementType::kFloat32, 0), "") << "signed zero";
}

TEST(MemoryContents, ComparesWithinTheToleranceOfFloats) {
  EXPECT_EQ(compare_words({kOne}, {kOne + 1}, ElementType::kFloat32, 1e-6), "");
  EXPECT_NE(compare_words({kOne}, {kOne + 1}, ElementType::kFloat32, 1e-8), "");
  EXPECT_EQ(compare_words({kNan}, {kNan + 1}, ElementType::kFloat32, 0), "") << "NaN equals NaN";
  EXPECT_NE(compare_words({kOne}, {kNan}, ElementType::kFloat32, 1e9), "");
}

TEST(MemoryContents, RefusesALengthThatDiffers) {
  EXPECT_NE(compare_words({1}, {}, ElementType::kInt32, 0), "");
}

}  // namespace
}  // namespace podsim::cli
