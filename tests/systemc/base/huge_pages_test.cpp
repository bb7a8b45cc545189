// SPDX-License-Identifier: Apache-2.0
#include "systemc/base/huge_pages.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace podsim {
namespace {

TEST(HugePages, LeaveTheHeapAsItIs) {
  // Enough small pieces for several huge pages.
  std::vector<std::unique_ptr<std::uint64_t[]>> pieces;
  for (std::uint64_t i = 0; i < 2000; ++i) {
    pieces.push_back(std::make_unique<std::uint64_t[]>(512));
    for (std::uint64_t n = 0; n < 512; ++n) pieces.back()[n] = i * 1000 + n;
  }
  move_heap_to_huge_pages();  // the system may refuse
  for (std::uint64_t i = 0; i < 2000; ++i) {
    for (std::uint64_t n = 0; n < 512; ++n) ASSERT_EQ(pieces[i][n], i * 1000 + n);
  }
}

}  // namespace
}  // namespace podsim
