// SPDX-License-Identifier: Apache-2.0
#include "systemc/base/row_memory.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <numeric>
#include <vector>

#include "firmware/diagnostics/user_error.h"

namespace podsim {
namespace {

constexpr std::uint64_t kRows = 1000;
constexpr DataScale kSampled{DataMode::kSampled, 3};
constexpr DataScale kNone{DataMode::kNone, 0};

/// Word l of row r is 1000 r + l.
std::vector<std::uint32_t> rows(std::uint32_t count) {
  std::vector<std::uint32_t> words(count * std::size_t{128});
  for (std::size_t i = 0; i < words.size(); ++i) {
    words[i] = static_cast<std::uint32_t>(1000 * (i / 128) + i % 128);
  }
  return words;
}

RowBlock block(std::uint32_t count, std::uint32_t row_bytes) {
  RowBlock block;
  block.resize(count * 512, row_bytes);
  return block;
}

TEST(RowMemory, SampledKeepsItsLaneOfWhatTheHostWrites) {
  RowMemory memory(kRows, kSampled);
  memory.write_bytes(10, rows(5).data(), 5 * 512);
  EXPECT_EQ(memory.word(9), 0u);
  EXPECT_EQ(memory.word(10), 3u);
  EXPECT_EQ(memory.word(14), 4003u);
  EXPECT_EQ(memory.word(15), 0u);
}

TEST(RowMemory, SampledKeepsAWordOfAPieceOfARowOnlyIfItIsThere) {
  RowMemory memory(kRows, kSampled);
  memory.write_bytes(0, rows(1).data(), 12);
  EXPECT_EQ(memory.word(0), 0u);
  memory.write_bytes(0, rows(1).data(), 15);
  EXPECT_EQ(memory.word(0), 0u);
  memory.write_bytes(0, rows(1).data(), 16);
  EXPECT_EQ(memory.word(0), 3u);
}

TEST(RowMemory, WordsAreTheSameLaneOfFullData) {
  RowMemory full(1024, {DataMode::kFull, 3});
  full.write_bytes(0, rows(4).data(), 4 * 512);
  std::vector<std::uint32_t> words(3);
  full.read_words(1, words.data(), 3);
  EXPECT_EQ(words, (std::vector<std::uint32_t>{1003, 2003, 3003}));
  words = {7, 8, 9};
  full.write_words(1, words.data(), 3);
  std::array<std::uint32_t, 128> row{};
  std::memcpy(row.data(), full.row(2), 512);
  EXPECT_EQ(row[2], 2002u);
  EXPECT_EQ(row[3], 8u);
  EXPECT_EQ(row[4], 2004u);
}

TEST(RowMemory, SampledTakesFourBytesOfTheHostForARow) {
  RowMemory memory(std::uint64_t{1} << 20, kSampled);
  std::vector<std::uint32_t> words(200'000, 1);
  memory.write_words(0, words.data(), words.size());
  EXPECT_GE(memory.allocated(), 800'000u);
  EXPECT_LE(memory.allocated(), 800'000u + SparseMemory::kPageBytes);
  memory.set_word(5, 0, Origin(1, 1, 1));
  EXPECT_LE(memory.allocated(), 800'000u + 2 * SparseMemory::kPageBytes);
}

TEST(RowMemory, NoneTakesNothingAndGivesNothing) {
  RowMemory memory(std::uint64_t{1} << 20, kNone);
  memory.write_bytes(0, rows(5).data(), 5 * 512);
  std::uint32_t word = 1;
  memory.write_words(0, &word, 1);
  RowBlock moved = block(5, 0);
  memory.write(7, moved);
  memory.read(7, moved);
  EXPECT_EQ(memory.allocated(), 0u);
  EXPECT_THROW(memory.read_words(0, &word, 1), InternalError);
}

TEST(RowMemory, UnknownWordsTravelInABlockWithTheirOrigin) {
  RowMemory from(kRows, kSampled);
  RowMemory to(kRows, kSampled);
  const std::vector<std::uint32_t> words = {1, 2, 3, 4, 5};
  from.write_words(20, words.data(), words.size());
  from.set_word(21, 0, Origin(77, 3, 500));
  to.set_word(42, 9, Origin(1, 1, 1));
  RowBlock moved = block(5, 4);
  from.read(20, moved);
  EXPECT_TRUE(moved.has_unknown());
  to.write(40, moved);
  EXPECT_EQ(to.word(40), 1u);
  EXPECT_EQ(to.word(44), 5u);
  EXPECT_EQ(to.origin(41).core(), 77);
  EXPECT_EQ(to.origin(41).program(), 3);
  EXPECT_EQ(to.origin(41).bundle(), 500u);
  EXPECT_TRUE(to.origin(42).known());  // overwritten by a known word
  EXPECT_TRUE(to.origin(40).known());
  EXPECT_EQ(to.first_unknown(42, 3).known(), true);
  EXPECT_EQ(to.first_unknown(40, 5).core(), 77);
  from.write_words(21, words.data(), 1);  // the host knows
  EXPECT_TRUE(from.origin(21).known());
}

TEST(RowMemory, RefusesABlockOfAnotherScale) {
  RowMemory memory(kRows, kSampled);
  RowBlock whole = block(1, 512);
  EXPECT_THROW(memory.read(0, whole), InternalError);
  EXPECT_THROW(memory.write(0, whole), InternalError);
}

TEST(RowMemory, DigestSeesWordsAndWhatIsUnknown) {
  RowMemory memory(kRows, kSampled);
  const std::uint64_t empty = memory.digest();
  memory.set_word(3, 5);
  const std::uint64_t known = memory.digest();
  EXPECT_NE(known, empty);
  memory.set_word(3, 5, Origin(1, 1, 1));
  EXPECT_NE(memory.digest(), known);
  memory.set_word(3, 5);
  EXPECT_EQ(memory.digest(), known);
}

/// Counts what is given back.
class CountingOwner : public RowBlock::Owner {
 public:
  void give_back(std::byte* data) override { given.push_back(data); }
  std::vector<std::byte*> given;
};

TEST(RowBlock, GivesALentBufferBackOnce) {
  CountingOwner owner;
  std::array<std::byte, 512> buffer{};
  {
    RowBlock lent(buffer.data(), owner, 512, 512);
    RowBlock moved(std::move(lent));
    RowBlock assigned;
    assigned = std::move(moved);
    EXPECT_TRUE(owner.given.empty());
  }
  EXPECT_EQ(owner.given, std::vector<std::byte*>{buffer.data()});
}

TEST(RowBlock, HandedOverIsNotGivenBack) {
  CountingOwner owner;
  std::array<std::byte, 512> buffer{};
  {
    RowBlock lent(buffer.data(), owner, 512, 512);
    lent.hand_over();
    EXPECT_TRUE(lent.empty());
  }
  EXPECT_TRUE(owner.given.empty());
}

TEST(RowBlock, HoldsWhatItsScaleKeeps) {
  EXPECT_EQ(block(3, 512).held(), 3u * 512);
  EXPECT_EQ(block(3, 0).held(), 0u);
  RowBlock sampled = block(3, 4);
  EXPECT_EQ(sampled.bytes(), 3u * 512);
  EXPECT_EQ(sampled.held(), 12u);
  sampled.set_origin(1, {});
  EXPECT_EQ(sampled.held(), 12u);
  sampled.set_origin(1, Origin(1, 1, 1));
  EXPECT_EQ(sampled.held(), RowBlock::room(3 * 512, 4));
  EXPECT_EQ(sampled.held(), 16u + 24);
  EXPECT_TRUE(sampled.origin(0).known());
  EXPECT_FALSE(sampled.origin(1).known());
  EXPECT_TRUE(sampled.origin(2).known());
}

TEST(RowBlock, KeepsItsOwnBufferFromOneUseToTheNext) {
  RowBlock own = block(4, 512);
  const std::byte* const data = own.data();
  own.resize(2 * 512, 512);
  EXPECT_EQ(own.data(), data);
  EXPECT_EQ(own.rows(), 2u);
}

}  // namespace
}  // namespace podsim
