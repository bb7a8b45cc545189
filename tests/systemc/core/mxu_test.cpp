// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/systemc/core/core_bench.h"
#include "tests/systemc/core/number_reference.h"

namespace podsim::test {
namespace {

using Word = std::uint32_t;
using Matrix = std::vector<std::array<Word, 128>>;  ///< rows of 128 lanes

/// The documented rule, one product: k ascending from +0, product rounded, sum rounded.
Word product(const Matrix& x, const Matrix& weights, std::size_t s, std::size_t n) {
  Word sum = 0;
  for (std::size_t k = 0; k < 128; ++k) {
    const Word a = reference::to_bfloat16(x[s][k]);
    const Word w = reference::to_bfloat16(weights[k][n]);
    sum = reference::add(sum, reference::multiply(a, w));
  }
  return sum;
}

Matrix transposed(const Matrix& m) {
  Matrix t(128);
  for (std::size_t i = 0; i < 128; ++i) {
    for (std::size_t j = 0; j < 128; ++j) t[i][j] = m[j][i];
  }
  return t;
}

void store(CoreBench& bench, std::uint32_t first, const Matrix& rows) {
  bench.core.vmem().write_rows(first, static_cast<std::uint32_t>(rows.size()), rows.data());
}

void expect_product(CoreBench& bench, std::uint32_t first, const Matrix& x, const Matrix& weights) {
  const Lanes result = bench.vmem_lanes(first);
  for (std::size_t s = 0; s < 8; ++s) {
    for (std::size_t n = 0; n < 128; ++n) {
      ASSERT_EQ(result[s * 128 + n], product(x, weights, s, n)) << s << " " << n;
    }
  }
}

/// Loads `pushes` x 8 rows of weights from VMEM row 0 and latches them.
std::string load_weights(const std::string& load, int pushes) {
  const std::string end = "end_" + load + std::to_string(pushes);
  return "smov s1, 0\nsloop " + std::to_string(pushes) + ", " + end + "\nvld v1, [s1]\n" + load +
         " mxu1, v1\nsadd s1, s1, 8\n" + end + ": mlatch mxu1\n";
}

/// Then multiplies the operand at row 128; the result goes to row 136.
std::string multiply(const std::string& load, int pushes) {
  return load_weights(load, pushes) +
         "vld v2, [128]\nmmul mxu1, v2\nmpop v3, mxu1\nvst v3, [136]\nhalt";
}

using Source = Word (*)(std::mt19937&);

Word any(std::mt19937& random) { return random() & 0xffff0000u; }
Word special(std::mt19937& random) {
  // Mostly ones and zeros, with a NaN, infinity or subnormal here and there.
  return random() % 100 == 0 ? interesting_float(random) : random() % 3 * 0x3f800000u;
}
Word ordinary(std::mt19937& random) { return 0x3d000000u + random() % 0x04000000u; }
Word signed_ordinary(std::mt19937& random) { return ordinary(random) | random() << 31; }
Word tiny(std::mt19937& random) {
  return (60 + random() % 8) << 23 | (random() & 0x7fffffu) | random() << 31;
}
Word huge(std::mt19937& random) {
  return (185 + random() % 8) << 23 | (random() & 0x7fffffu) | random() << 31;
}

TEST(Mxu, EqualsTheReferenceToTheBit) {
  CoreBench bench;
  std::mt19937 random(77);
  for (const Source source : {any, special, ordinary, signed_ordinary, tiny, huge}) {
    for (int round = 0; round < 3; ++round) {
      Matrix weights(128);
      Matrix x(8);
      for (auto& row : weights) {
        for (Word& w : row) w = source(random);
      }
      for (auto& row : x) {
        for (Word& a : row) a = source(random);
      }
      store(bench, 0, weights);
      store(bench, 128, x);
      bench.run(multiply("mwl", 16));
      ASSERT_EQ(bench.core.state(), CoreState::kHalted) << bench.core.fault().message;
      expect_product(bench, 136, x, weights);
      bench.run(multiply("mwlt", 16));
      expect_product(bench, 136, x, transposed(weights));
    }
  }
}

struct Operands {
  Matrix weights{128};
  Matrix x{8};
};

Operands random_operands(std::mt19937& random) {
  Operands o;
  for (auto& row : o.weights) {
    for (Word& w : row) w = signed_ordinary(random);
  }
  for (auto& row : o.x) {
    for (Word& a : row) a = signed_ordinary(random);
  }
  return o;
}

TEST(Mxu, RowsAndColumnsNotLoadedAreZero) {
  CoreBench bench;
  std::mt19937 random(78);
  Operands o = random_operands(random);
  store(bench, 0, o.weights);
  store(bench, 128, o.x);
  for (const std::string load : {"mwl", "mwlt"}) {
    // A full load twice first, so that what is left of it in either set would show.
    bench.run(load_weights("mwl", 16) + load_weights("mwlt", 16) + multiply(load, 3));
    ASSERT_EQ(bench.core.state(), CoreState::kHalted) << bench.core.fault().message;
    Matrix expected(128);
    for (std::size_t k = 0; k < 24; ++k) expected[k] = o.weights[k];
    expect_product(bench, 136, o.x, load == "mwl" ? expected : transposed(expected));
  }
}

TEST(Mxu, ZeroWeightsTakePart) {
  CoreBench bench;
  Matrix x(8);
  x[3][100] = 0x7f800000u;  // infinity meets a row of weights that was not loaded
  x[4][5] = 0x80000000u;
  store(bench, 128, x);
  bench.run(multiply("mwl", 1));
  const Lanes result = bench.vmem_lanes(136);
  EXPECT_EQ(result[3 * 128 + 9], 0x7fc00000u);
  EXPECT_EQ(result[4 * 128 + 9], 0u);  // sums start from +0
}

TEST(Mxu, UnitsAndStagingAreIndependent) {
  CoreBench bench;
  std::mt19937 random(79);
  const Operands a = random_operands(random);
  const Operands b = random_operands(random);
  store(bench, 0, a.weights);
  store(bench, 128, a.x);
  store(bench, 200, b.weights);
  store(bench, 328, b.x);
  // b is staged behind a in one unit; the products of a go on until the latch.
  bench.run(
      "smov s1, 0\nsloop 16, l1\nvld v1, [s1]\nmwl mxu0, v1\nsadd s1, s1, 8\n"
      "l1: mlatch mxu0\nvld v2, [128]\nvld v3, [328]\nsmov s1, 200\nsloop 16, l2\n"
      "vld v1, [s1]\nmwl mxu0, v1\nsadd s1, s1, 8\n"
      "l2: mmul mxu0, v2\nmlatch mxu0\nmmul mxu0, v3\nmpop v4, mxu0\nmpop v5, mxu0\n"
      "vst v4, [400]\nvst v5, [408]\nhalt");
  ASSERT_EQ(bench.core.state(), CoreState::kHalted) << bench.core.fault().message;
  expect_product(bench, 400, a.x, a.weights);
  expect_product(bench, 408, b.x, b.weights);
  EXPECT_EQ(bench.core.counters().mxu_products, 2u);
}

}  // namespace
}  // namespace podsim::test
