// SPDX-License-Identifier: Apache-2.0
// Every vector operation, executed by a core through a bundle, against the independent reference
// over random and special values.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "tests/systemc/core/core_bench.h"
#include "tests/systemc/core/number_reference.h"

namespace podsim::test {
namespace {

using Word = std::uint32_t;
using Function = std::function<Word(Word, Word)>;

struct Case {
  std::string operation;  ///< with operands: x in v1, y in v2, result in v3 or m1
  Function expected;
};

std::int32_t s(Word x) { return static_cast<std::int32_t>(x); }
Word b(Word x) { return reference::to_bfloat16(x); }
/// bfloat16 in the high half, as fp32: NaN canonical, subnormals zero.
Word wide(Word x) { return reference::to_bfloat16(x & 0xffff0000u); }

std::vector<Case> value_cases() {
  return {
      {"vmov v3, v2", [](Word, Word y) { return y; }},
      {"vaddf v3, v1, v2", reference::add},
      {"vsubf v3, v1, v2", reference::subtract},
      {"vmulf v3, v1, v2", reference::multiply},
      {"vminf v3, v1, v2", reference::minimum},
      {"vmaxf v3, v1, v2", reference::maximum},
      {"vabsf v3, v1", [](Word x, Word) { return x & 0x7fffffffu; }},
      {"vnegf v3, v1", [](Word x, Word) { return x ^ 0x80000000u; }},
      {"vaddi v3, v1, v2", [](Word x, Word y) { return x + y; }},
      {"vsubi v3, v1, v2", [](Word x, Word y) { return x - y; }},
      {"vmuli v3, v1, v2", [](Word x, Word y) { return x * y; }},
      {"vmini v3, v1, v2", [](Word x, Word y) { return s(x) < s(y) ? x : y; }},
      {"vmaxi v3, v1, v2", [](Word x, Word y) { return s(x) < s(y) ? y : x; }},
      {"vand v3, v1, v2", [](Word x, Word y) { return x & y; }},
      {"vor v3, v1, v2", [](Word x, Word y) { return x | y; }},
      {"vxor v3, v1, v2", [](Word x, Word y) { return x ^ y; }},
      {"vshl v3, v1, v2", [](Word x, Word y) { return x << (y % 32); }},
      {"vshr v3, v1, v2", [](Word x, Word y) { return x >> (y % 32); }},
      {"vsra v3, v1, v2", [](Word x, Word y) { return static_cast<Word>(s(x) >> (y % 32)); }},
      {"vi2f v3, v1", [](Word x, Word) { return reference::from_int(x); }},
      {"vf2i v3, v1", [](Word x, Word) { return reference::to_int(x); }},
      {"vf2b v3, v1", [](Word x, Word) { return b(x); }},
      {"vpackb v3, v1, v2", [](Word x, Word y) { return b(x) >> 16 | b(y); }},
      {"vunpl v3, v1", [](Word x, Word) { return wide(x << 16); }},
      {"vunph v3, v1", [](Word x, Word) { return wide(x); }},
      {"vaddb v3, v1, v2",
       [](Word x, Word y) {
         const Word low = b(reference::add(wide(x << 16), wide(y << 16)));
         return low >> 16 | b(reference::add(wide(x), wide(y)));
       }},
      {"vexp v3, v1", [](Word x, Word) { return reference::exponential(x); }},
      {"vlog v3, v1", [](Word x, Word) { return reference::logarithm(x); }},
      {"vrsqrt v3, v1", [](Word x, Word) { return reference::reciprocal_root(x); }},
      {"vrcp v3, v1", [](Word x, Word) { return reference::reciprocal(x); }},
      {"vaddf v3, v1, 1.0", [](Word x, Word) { return reference::add(x, 0x3f800000u); }},
      {"vmuli v3, v1, -70000", [](Word x, Word) { return x * static_cast<Word>(-70000); }},
  };
}

std::vector<Case> mask_cases() {
  const auto compare = reference::compare;
  return {
      {"vceqf m1, v1, v2", [=](Word x, Word y) { return compare(x, y) == 0; }},
      {"vcltf m1, v1, v2", [=](Word x, Word y) { return compare(x, y) == -1; }},
      {"vclef m1, v1, v2", [=](Word x, Word y) { return compare(x, y) <= 0; }},
      {"vceqi m1, v1, v2", [](Word x, Word y) { return x == y; }},
      {"vclti m1, v1, v2", [](Word x, Word y) { return s(x) < s(y); }},
      {"vclei m1, v1, v2", [](Word x, Word y) { return s(x) <= s(y); }},
      {"vceqi m1, v1, 1", [](Word x, Word) { return x == 1; }},
  };
}

/// Runs `code` on one bench with x in v1 and y in v2; v3 is stored at row 16.
Lanes run(CoreBench& bench, const std::string& code, const Lanes& x, const Lanes& y) {
  bench.set_vmem(0, x);
  bench.set_vmem(8, y);
  bench.run("vld v1, [0]\nvld v2, [8]\n" + code + "\nvst v3, [16]\nhalt");
  EXPECT_EQ(bench.core.state(), CoreState::kHalted) << bench.core.fault().message;
  return bench.vmem_lanes(16);
}

Lanes some_equal(const Lanes& x, Lanes y) {
  for (std::size_t i = 0; i < y.size(); i += 5) y[i] = x[i];
  for (std::size_t i = 1; i < y.size(); i += 5) y[i] = x[i] ^ 0x80000000u;
  return y;
}

void expect_lanes(const Lanes& actual, const Case& c, const Lanes& x, const Lanes& y) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    ASSERT_EQ(actual[i], c.expected(x[i], y[i]))
        << std::hex << c.operation << ": x = " << x[i] << ", y = " << y[i];
  }
}

TEST(VectorOperation, EveryValueEqualsTheReference) {
  CoreBench bench;
  std::mt19937 random(20240117);
  for (int round = 0; round < 40; ++round) {
    const Lanes x = interesting_lanes(random);
    const Lanes y = some_equal(x, interesting_lanes(random));
    for (const Case& c : value_cases()) expect_lanes(run(bench, c.operation, x, y), c, x, y);
  }
}

TEST(VectorOperation, EveryComparisonEqualsTheReference) {
  CoreBench bench;
  std::mt19937 random(20240118);
  for (int round = 0; round < 40; ++round) {
    const Lanes x = interesting_lanes(random);
    const Lanes y = some_equal(x, interesting_lanes(random));
    for (const Case& c : mask_cases()) {
      expect_lanes(run(bench, c.operation + "\nvmov v4, 1\nvsel v3, v4, 0, m1", x, y), c, x, y);
    }
  }
}

TEST(VectorOperation, ProductsAroundTheLeastNormalValueRoundBeforeTheyFlush) {
  // x in [1, 2) 2^-60 and y next to 2^-126 / x: exact products within 2^-150 of 2^-126, where it
  // matters on which side of the rounding the result is called too small.
  CoreBench bench;
  std::mt19937 random(5);
  Lanes x{};
  Lanes y{};
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] = (127u - 60u) << 23 | (random() & 0x7fffffu);
    const double quotient = std::ldexp(1.0, -126) / reference::value(x[i]);
    y[i] = reference::round(quotient) + static_cast<Word>(i % 3) - 1;
  }
  const Case product = {"vmulf v3, v1, v2", reference::multiply};
  const Lanes result = run(bench, product.operation, x, y);
  expect_lanes(result, product, x, y);
  EXPECT_GT(std::count(result.begin(), result.end(), 0u), 100);
  EXPECT_GT(std::count(result.begin(), result.end(), 0x00800000u), 100);
}

TEST(VectorOperation, MasksCombine) {
  CoreBench bench;
  const auto lane = [&bench](const std::string& code, std::size_t i) {
    return run(bench,
               "vlane v5\nvclti m1, v5, 64\nvand v6, v5, 1\nvceqi m2, v6, 1\n" + code +
                   "\nvmov v4, 1\nvsel v3, v4, 0, m3",
               Lanes{}, Lanes{})[i];
  };
  for (const std::size_t i : {0u, 1u, 64u, 65u, 1023u}) {
    const bool low = i % 128 < 64;
    const bool odd = i % 2 == 1;
    EXPECT_EQ(lane("mand m3, m1, m2", i), low && odd);
    EXPECT_EQ(lane("mor m3, m1, m2", i), low || odd);
    EXPECT_EQ(lane("mnot m3, m1", i), !low);
  }
}

TEST(VectorOperation, MovesLanesAndSublanes) {
  CoreBench bench;
  const Lanes lanes = run(bench, "vlane v3", {}, {});
  const Lanes sublanes = run(bench, "vsubl v3", {}, {});
  const Lanes broadcast = run(bench, "smov s4, -5\nvbcast v3, s4", {}, {});
  const Lanes constant = run(bench, "vmov v3, 0x12345678", {}, {});
  const Lanes rotated = run(bench, "vsubl v4\nvsrot v3, v4, 3", {}, {});
  for (Word i = 0; i < 1024; ++i) {
    EXPECT_EQ(lanes[i], i % 128);
    EXPECT_EQ(sublanes[i], i / 128);
    EXPECT_EQ(broadcast[i], 0xfffffffbu);
    EXPECT_EQ(constant[i], 0x12345678u);
    EXPECT_EQ(rotated[i], (i / 128 + 3) % 8);
  }
}

TEST(VectorOperation, SelectsBetweenRegisters) {
  CoreBench bench;
  std::mt19937 random(3);
  const Lanes x = interesting_lanes(random);
  const Lanes y = interesting_lanes(random);
  const Lanes z = run(bench, "vlane v5\nvclti m4, v5, 10\nvsel v3, v1, v2, m4", x, y);
  for (std::size_t i = 0; i < z.size(); ++i) EXPECT_EQ(z[i], i % 128 < 10 ? x[i] : y[i]);
}

TEST(VectorOperation, AllSlotsReadTheOldRegisters) {
  CoreBench bench;
  Lanes x{};
  Lanes y{};
  x.fill(1);
  y.fill(2);
  // Two vector slots swap v1 and v2 while the store slot stores the old v1.
  const Lanes sum = run(bench,
                        "{ vmov v1, v2 ; vmov v2, v1 ; vst v1, [24] }\n"
                        "vshl v4, v2, 4\nvaddi v3, v4, v1",
                        x, y);
  EXPECT_EQ(sum[0], 0x12u);
  EXPECT_EQ(bench.vmem_lanes(24)[7], 1u);
}

TEST(VectorLoad, StridesMasksAndClears) {
  CoreBench bench;
  for (Word row = 0; row < 64; ++row) {
    Lanes lanes{};
    lanes.fill(row);
    bench.core.vmem().write_rows(row, 1, lanes.data());
  }
  bench.run(
      "smov s1, 2\nvld v1, [s1 + 3], 7, 0xb5\nvst v1, [100]\nvld v2, [9], 0\nvst v2, [200]\n"
      "vld v3, [40], -2\nvst v3, [300]\nhalt");
  const Lanes a = bench.vmem_lanes(100);
  const Lanes zero_stride = bench.vmem_lanes(200);
  const Lanes down = bench.vmem_lanes(300);
  for (Word s = 0; s < 8; ++s) {
    EXPECT_EQ(a[s * 128 + 5], (0xb5 >> s & 1) != 0 ? 5 + 7 * s : 0);
    EXPECT_EQ(zero_stride[s * 128], 9u);
    EXPECT_EQ(down[s * 128], 40 - 2 * s);
  }
}

TEST(VectorStore, WritesOnlyEnabledSublanesAndLanes) {
  CoreBench bench;
  Lanes old{};
  old.fill(77);
  for (Word row = 0; row < 64; row += 8) bench.set_vmem(row, old);
  bench.run("vlane v1\nvclti m2, v1, 3\nvst v1, [4], 2, 0x0f, m2\nhalt");
  for (Word row = 0; row < 32; ++row) {
    Word lanes[128];
    bench.core.vmem().read_rows(row, 1, lanes);
    const bool stored = row == 4 || row == 6 || row == 8 || row == 10;
    for (Word l = 0; l < 128; ++l) EXPECT_EQ(lanes[l], stored && l < 3 ? l : 77) << row << " " << l;
  }
}

}  // namespace
}  // namespace podsim::test
