// SPDX-License-Identifier: Apache-2.0
#include "systemc/base/sparse_memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "firmware/diagnostics/user_error.h"

namespace podsim {
namespace {

constexpr std::uint64_t kGib = std::uint64_t{1} << 30;
constexpr std::uint64_t kPage = SparseMemory::kPageBytes;

TEST(SparseMemory, AnUntouched16GibCostsAFewKib) {
  const SparseMemory memory(16 * kGib);
  EXPECT_EQ(memory.allocated(), 0u);
  EXPECT_LE(memory.table_bytes(), 4096u);
}

TEST(SparseMemory, OneByteAllocatesOnePageAndOneRegionTable) {
  SparseMemory memory(16 * kGib);
  const std::uint64_t table = memory.table_bytes();
  const char byte = 7;
  memory.write(9 * kGib + 3, &byte, 1);
  EXPECT_EQ(memory.allocated(), kPage);
  EXPECT_EQ(memory.table_bytes(), table + SparseMemory::kRegionPages * sizeof(void*));
  EXPECT_TRUE(memory.written(9 * kGib));
  EXPECT_FALSE(memory.written(9 * kGib + kPage));
}

TEST(SparseMemory, ReadsZerosWhereNothingWasWritten) {
  SparseMemory memory(4 * kPage);
  std::vector<char> data(2 * kPage, 1);
  memory.read(kPage / 2, data.data(), data.size());
  EXPECT_EQ(std::count(data.begin(), data.end(), 0), static_cast<std::ptrdiff_t>(data.size()));
  EXPECT_EQ(memory.allocated(), 0u);
}

TEST(SparseMemory, RefusesASizeOfBrokenPages) {
  EXPECT_THROW(SparseMemory(kPage + 1), InternalError);
}

TEST(SparseMemory, RefusesRangesOutside) {
  SparseMemory memory(2 * kPage);
  char byte = 0;
  EXPECT_NO_THROW(memory.read(2 * kPage - 1, &byte, 1));
  EXPECT_NO_THROW(memory.read(2 * kPage, &byte, 0));
  EXPECT_THROW(memory.read(2 * kPage, &byte, 1), InternalError);
  EXPECT_THROW(memory.write(2 * kPage - 1, &byte, 2), InternalError);
  EXPECT_THROW(memory.read(~std::uint64_t{0}, &byte, 2), InternalError);
}

TEST(SparseMemory, AgreesWithAFlatMemoryOverRandomAccesses) {
  constexpr std::uint64_t kBytes = 2 * SparseMemory::kRegionBytes;  // across a region's border
  constexpr unsigned kSeed = 20240517;
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  std::mt19937_64 random(kSeed);
  SparseMemory memory(kBytes);
  std::vector<unsigned char> flat(kBytes);
  std::vector<unsigned char> data(3 * kPage);
  const std::uint64_t base = SparseMemory::kRegionBytes - 8 * kPage;
  for (int i = 0; i < 400; ++i) {
    const std::uint64_t address = base + random() % (13 * kPage);
    const std::uint64_t length = random() % data.size();
    if (random() % 2 == 0) {
      for (auto& byte : data) byte = static_cast<unsigned char>(random());
      memory.write(address, data.data(), length);
      std::memcpy(&flat[address], data.data(), length);
    } else {
      memory.read(address, data.data(), length);
      ASSERT_EQ(std::memcmp(data.data(), &flat[address], length), 0) << "access " << i;
    }
  }
}

TEST(SparseMemory, DirectPointersSeeTheSameBytes) {
  SparseMemory memory(2 * kPage);
  *memory.writable(kPage + 5) = std::byte{42};
  EXPECT_EQ(*memory.readable(kPage + 5), std::byte{42});
  char byte = 0;
  memory.read(kPage + 5, &byte, 1);
  EXPECT_EQ(byte, 42);
}

TEST(SparseMemory, DigestDependsOnContentsAndPlaceOnly) {
  const std::uint64_t size = SparseMemory::kRegionBytes * 2;
  const char one = 1;
  const char zero = 0;
  SparseMemory a(size);
  SparseMemory b(size);
  EXPECT_EQ(a.digest(), b.digest());
  a.write(0, &zero, 1);  // a page of zeros counts as one never written
  EXPECT_EQ(a.digest(), b.digest());
  a.write(SparseMemory::kRegionBytes, &one, 1);
  b.write(0, &one, 1);
  EXPECT_NE(a.digest(), b.digest());
  a.write(0, &one, 1);
  b.write(SparseMemory::kRegionBytes, &one, 1);
  EXPECT_EQ(a.digest(), b.digest());
}

}  // namespace
}  // namespace podsim
