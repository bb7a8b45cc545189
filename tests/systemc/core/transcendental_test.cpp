// SPDX-License-Identifier: Apache-2.0
// exp, log, 1/sqrt and 1/x against the host's long double functions.
#include "systemc/core/transcendental.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/systemc/core/core_bench.h"
#include "tests/systemc/core/number_reference.h"

namespace podsim::test {
namespace {

using Word = std::uint32_t;
constexpr Word kNan = 0x7fc00000;
constexpr Word kInfinity = 0x7f800000;
constexpr Word kOne = 0x3f800000;

/// Counts values on which both functions differ; each difference must be by one in the last place.
template <typename Model, typename Reference, typename Input>
int differences(int count, Model model, Reference expected, Input input) {
  std::mt19937 random(4711);
  int different = 0;
  for (int i = 0; i < count; ++i) {
    const Word x = input(random);
    const Word actual = model(x);
    const Word wanted = expected(x);
    if (actual == wanted) continue;
    EXPECT_LE(std::abs(static_cast<std::int64_t>(actual) - wanted), 1) << std::hex << x;
    ++different;
  }
  return different;
}

TEST(Transcendental, ExponentialIsCorrectlyRounded) {
  const auto input = [](std::mt19937& random) {  // magnitudes 2^-26 .. 2^7
    return (101 + random() % 33) << 23 | (random() & 0x7fffff) | random() << 31;
  };
  // A result within 2^-52 of the middle of two fp32 values may go the other way: about 1 in 2^27.
  EXPECT_LE(differences(2'000'000, fp::exponential, reference::exponential, input), 2);
}

TEST(Transcendental, LogarithmIsCorrectlyRounded) {
  const auto any = [](std::mt19937& random) { return 0x00800000u + random() % 0x7f000000u; };
  const auto near_one = [](std::mt19937& random) { return 0x3f000000u + random() % 0x01000000u; };
  EXPECT_LE(differences(1'500'000, fp::logarithm, reference::logarithm, any), 2);
  EXPECT_LE(differences(1'500'000, fp::logarithm, reference::logarithm, near_one), 2);
}

TEST(Transcendental, ReciprocalRootIsCorrectlyRounded) {
  const auto any = [](std::mt19937& random) { return random() & 0x7fffffff; };
  EXPECT_LE(differences(2'000'000, fp::reciprocal_root, reference::reciprocal_root, any), 2);
}

TEST(Transcendental, ReciprocalIsCorrectlyRounded) {
  const auto any = [](std::mt19937& random) { return static_cast<Word>(random()); };
  EXPECT_EQ(differences(2'000'000, fp::Arithmetic<false>::reciprocal, reference::reciprocal, any),
            0);
}

TEST(Transcendental, AgreesWithTheHostsDoubleFunctions) {
  const auto host_exp = [](Word x) { return reference::round(std::exp(reference::value(x))); };
  const auto host_log = [](Word x) { return reference::round(std::log(reference::value(x))); };
  const auto exp_input = [](std::mt19937& random) {
    return (110 + random() % 24) << 23 | (random() & 0x7fffff) | random() << 31;
  };
  const auto log_input = [](std::mt19937& random) { return 0x00800000u + random() % 0x7f000000u; };
  EXPECT_LE(differences(2'000'000, fp::exponential, host_exp, exp_input), 2);
  EXPECT_LE(differences(2'000'000, fp::logarithm, host_log, log_input), 2);
}

TEST(Transcendental, ExponentialsOfEveryArgumentAroundTheLimits) {
  for (Word i = 0; i < 20000; ++i) {
    const Word overflow = 0x42b17218u - 10000 + i;   // ln(2^128)
    const Word underflow = 0xc2aeac50u - 10000 + i;  // ln(2^-126)
    ASSERT_EQ(fp::exponential(overflow), reference::exponential(overflow));
    ASSERT_EQ(fp::exponential(underflow), reference::exponential(underflow));
  }
}

TEST(Transcendental, ExponentialOfSpecialValues) {
  EXPECT_EQ(fp::exponential(0), kOne);
  EXPECT_EQ(fp::exponential(0x80000000), kOne);
  EXPECT_EQ(fp::exponential(1), kOne);  // subnormal
  EXPECT_EQ(fp::exponential(kInfinity), kInfinity);
  EXPECT_EQ(fp::exponential(0xff800000), 0u);         // -inf
  EXPECT_EQ(fp::exponential(0x7f7fffff), kInfinity);  // largest finite
  EXPECT_EQ(fp::exponential(0xff7fffff), 0u);
  EXPECT_EQ(fp::exponential(0x42b20000), kInfinity);  // 89
  EXPECT_EQ(fp::exponential(0xc2b00000), 0u);         // -88: below 2^-126
  EXPECT_EQ(fp::exponential(0xffc12345), kNan);
  EXPECT_EQ(fp::exponential(0x7f800001), kNan);
}

TEST(Transcendental, LogarithmOfSpecialValues) {
  EXPECT_EQ(fp::logarithm(kOne), 0u);
  EXPECT_EQ(fp::logarithm(0), 0xff800000u);
  EXPECT_EQ(fp::logarithm(0x80000000), 0xff800000u);
  EXPECT_EQ(fp::logarithm(0x007fffff), 0xff800000u);  // subnormals count as zero
  EXPECT_EQ(fp::logarithm(0x807fffff), 0xff800000u);
  EXPECT_EQ(fp::logarithm(kInfinity), kInfinity);
  EXPECT_EQ(fp::logarithm(0xff800000), kNan);
  EXPECT_EQ(fp::logarithm(0xbf800000), kNan);
  EXPECT_EQ(fp::logarithm(0x7fa00000), kNan);
  EXPECT_EQ(fp::logarithm(0x40000000), 0x3f317218u);  // ln 2
}

TEST(Transcendental, ReciprocalsOfSpecialValues) {
  EXPECT_EQ(fp::reciprocal_root(0x40800000), 0x3f000000u);
  EXPECT_EQ(fp::reciprocal_root(0), kInfinity);
  EXPECT_EQ(fp::reciprocal_root(0x80000000), 0xff800000u);
  EXPECT_EQ(fp::reciprocal_root(0xbf800000), kNan);
  EXPECT_EQ(fp::reciprocal_root(kInfinity), 0u);
  EXPECT_EQ(fp::Arithmetic<false>::reciprocal(0x80000001), 0xff800000u);  // a negative subnormal
  EXPECT_EQ(fp::Arithmetic<false>::reciprocal(0x7e800001), 0u);           // below 2^-126
  EXPECT_EQ(fp::Arithmetic<false>::reciprocal(0x7e800000), 0x00800000u);
  EXPECT_EQ(fp::Arithmetic<false>::reciprocal(0xff800000), 0x80000000u);
}

}  // namespace
}  // namespace podsim::test
