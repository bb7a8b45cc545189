// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/firmware/microprograms/microprogram_bench.h"

namespace podsim::test {
namespace {

constexpr int kTarget = 100;
constexpr int kSource = 300;
constexpr int kArea = 80;  ///< rows looked at: the range and what follows it

std::vector<HostRow> numbered(float first) {
  std::vector<HostRow> rows(kArea);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t l = 0; l < rows[r].size(); ++l) {
      rows[r][l] = first + static_cast<float>(r * rows[r].size() + l);
    }
  }
  return rows;
}

/// Calls a routine of lib/rows.tasm with s0 = kTarget, s1 = `source`, s2 = `rows`.
std::vector<HostRow> run_rows(const char* routine, int source, int rows) {
  Observer observer;
  InstantPod pod(1, observer);
  pod.write_vmem(0, kTarget, numbered(1.0F));
  pod.write_vmem(0, kSource, numbered(100'000.0F));
  const std::string text = fmt::format(R"(
        sbr     main
.include "lib/rows.tasm"
main:   smov    s0, {}
        smov    s1, {}
        smov    s2, {}
        call_rows {}
        halt
)",
                                       kTarget, source, rows, routine);
  EXPECT_EQ(pod.run(with_built_ins(text)), "");
  return pod.read_vmem(0, kTarget, kArea);
}

class Rows : public testing::TestWithParam<int> {
 protected:
  /// Row by row: `inside` within the range, the old contents after it.
  template <typename Function>
  void expect(const std::vector<HostRow>& actual, Function inside) {
    const auto old = numbered(1.0F);
    const auto source = numbered(100'000.0F);
    for (std::size_t r = 0; r < kArea; ++r) {
      for (std::size_t l = 0; l < old[r].size(); ++l) {
        const bool in_range = static_cast<int>(r) < GetParam();
        ASSERT_EQ(actual[r][l], in_range ? inside(old[r][l], source[r][l]) : old[r][l])
            << "row " << r << " lane " << l;
      }
    }
  }
};

TEST_P(Rows, AddTouchesTheRangeOnly) {
  expect(run_rows("add_rows", kSource, GetParam()), [](float x, float y) { return x + y; });
}

TEST_P(Rows, CopyTouchesTheRangeOnly) {
  expect(run_rows("copy_rows", kSource, GetParam()), [](float, float y) { return y; });
}

TEST_P(Rows, FillTouchesTheRangeOnly) {
  expect(run_rows("fill_rows", 0x40400000, GetParam()), [](float, float) { return 3.0F; });
}

// Nothing, a part of a register, a register, and each with blocks of 32 rows before.
INSTANTIATE_TEST_SUITE_P(Counts, Rows, testing::Values(0, 1, 7, 8, 9, 31, 32, 33, 45, 64, 71, 72));

}  // namespace
}  // namespace podsim::test
