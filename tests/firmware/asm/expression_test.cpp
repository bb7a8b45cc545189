// SPDX-License-Identifier: Apache-2.0
#include "firmware/asm/expression.h"

#include <gtest/gtest.h>

#include <cmath>

#include "firmware/asm/diagnostic_ids.h"

namespace podsim::assembler {
namespace {

Value value_of(const std::string& text) {
  SymbolTable symbols;
  Symbol five;
  five.value = Value::of(5);
  symbols.define("five", five);
  TokenStream tokens(tokenize(text, {"test", 1, 0}));
  const Value value = parse_constant(tokens, symbols);
  tokens.expect_end();
  return value;
}

std::int64_t integer_of(const std::string& text) {
  const Value value = value_of(text);
  EXPECT_FALSE(value.is_real) << text;
  return value.integer;
}

double real_of(const std::string& text) {
  const Value value = value_of(text);
  EXPECT_TRUE(value.is_real) << text;
  return value.real;
}

std::string error_of(const std::string& text) {
  try {
    value_of(text);
  } catch (const UserError& error) {
    return error.id();
  }
  return "none";
}

TEST(Expression, LiteralsOfEveryBase) {
  EXPECT_EQ(integer_of("1_000"), 1000);
  EXPECT_EQ(integer_of("0xFF"), 255);
  EXPECT_EQ(integer_of("0b1010"), 10);
  EXPECT_EQ(integer_of("010"), 10);
  EXPECT_EQ(real_of("1.5"), 1.5);
  EXPECT_EQ(real_of("25e-2"), 0.25);
  EXPECT_EQ(real_of("2e+3"), 2000.0);
  EXPECT_EQ(real_of("0.5f"), 0.5);
  EXPECT_EQ(integer_of("0x1e"), 30);
}

TEST(Expression, PrecedenceIsThatOfC) {
  EXPECT_EQ(integer_of("2 + 3 * 4"), 14);
  EXPECT_EQ(integer_of("(2 + 3) * 4"), 20);
  EXPECT_EQ(integer_of("1 << 2 + 1"), 8);
  EXPECT_EQ(integer_of("6 & 3 == 3"), 0);  // 6 & (3 == 3)
  EXPECT_EQ(integer_of("1 | 6 ^ 3 & 2"), 1 | (6 ^ (3 & 2)));
  EXPECT_EQ(integer_of("1 < 2 == 1"), 1);
  EXPECT_EQ(integer_of("0 && 0 || 1"), 1);
  EXPECT_EQ(integer_of("-2 * -3"), 6);
  EXPECT_EQ(integer_of("~0 & 0xf"), 15);
  EXPECT_EQ(integer_of("!0 + !7"), 1);
  EXPECT_EQ(integer_of("1 ? 2 : 3 ? 4 : 5"), 2);
  EXPECT_EQ(integer_of("0 ? 2 : 0 ? 4 : 5"), 5);
  EXPECT_EQ(integer_of("1 == 2 ? 10 : 20"), 20);
}

TEST(Expression, BinaryOperatorsAssociateToTheLeft) {
  EXPECT_EQ(integer_of("10 - 4 - 3"), 3);
  EXPECT_EQ(integer_of("100 / 5 / 2"), 10);
  EXPECT_EQ(integer_of("1 << 2 << 3"), 32);
  EXPECT_EQ(integer_of("17 % 10 % 4"), 3);
}

TEST(Expression, DivisionRoundsTowardZeroAsInC) {
  EXPECT_EQ(integer_of("-7 / 2"), -3);
  EXPECT_EQ(integer_of("-7 % 2"), -1);
  EXPECT_EQ(integer_of("-8 >> 1"), -4);
}

TEST(Expression, Comparisons) {
  EXPECT_EQ(integer_of("3 >= 3"), 1);
  EXPECT_EQ(integer_of("3 > 3"), 0);
  EXPECT_EQ(integer_of("2 <= 1"), 0);
  EXPECT_EQ(integer_of("2 != 1"), 1);
  EXPECT_EQ(integer_of("0.5 < 1"), 1);
}

TEST(Expression, ARealOperandMakesItReal) {
  EXPECT_EQ(real_of("1 / 4.0"), 0.25);
  EXPECT_EQ(real_of("-0.5"), -0.5);
  EXPECT_EQ(real_of("3 * 0.5 - 1"), 0.5);
  EXPECT_EQ(real_of("inf"), HUGE_VAL);
  EXPECT_TRUE(std::isnan(real_of("nan")));
}

TEST(Expression, Functions) {
  EXPECT_EQ(real_of("float(3)"), 3.0);
  EXPECT_EQ(integer_of("int(-2.75)"), -2);
  EXPECT_EQ(integer_of("bits(1.0)"), 0x3f800000);
  EXPECT_EQ(real_of("asfloat(0x3f000000)"), 0.5);
  EXPECT_EQ(integer_of("min(3, -4)"), -4);
  EXPECT_EQ(integer_of("max(3, five)"), 5);
  EXPECT_EQ(integer_of("defined(five)"), 1);
  EXPECT_EQ(integer_of("defined(six)"), 0);
}

TEST(Expression, LogicalOperatorsSkipTheRightSide) {
  EXPECT_EQ(integer_of("0 && 1 / 0"), 0);
  EXPECT_EQ(integer_of("1 || 1 / 0"), 1);
  EXPECT_EQ(integer_of("five ? 1 : 1 / 0"), 1);
}

TEST(Expression, ArithmeticErrors) {
  EXPECT_EQ(error_of("1 / 0"), id::kArithmetic);
  EXPECT_EQ(error_of("1 % 0"), id::kArithmetic);
  EXPECT_EQ(error_of("1.0 / 0"), id::kArithmetic);
  EXPECT_EQ(error_of("1 << 64"), id::kArithmetic);
  EXPECT_EQ(error_of("1 >> -1"), id::kArithmetic);
  EXPECT_EQ(error_of("1 << 63"), id::kArithmetic);
  EXPECT_EQ(error_of("0x7fffffffffffffff + 1"), id::kArithmetic);
  EXPECT_EQ(error_of("0x7fffffffffffffff * 2"), id::kArithmetic);
  EXPECT_EQ(error_of("int(1e30)"), id::kArithmetic);
}

TEST(Expression, IntegerOperatorsRefuseReals) {
  EXPECT_EQ(error_of("1.5 % 2"), id::kIntegerNeeded);
  EXPECT_EQ(error_of("~1.5"), id::kIntegerNeeded);
  EXPECT_EQ(error_of("1.5 << 1"), id::kIntegerNeeded);
}

TEST(Expression, SyntaxErrors) {
  EXPECT_EQ(error_of("1 +"), id::kSyntax);
  EXPECT_EQ(error_of("(1"), id::kSyntax);
  EXPECT_EQ(error_of("1 2"), id::kSyntax);
  EXPECT_EQ(error_of("s1 + 1"), id::kSyntax);
  EXPECT_EQ(error_of("six"), id::kUnknownSymbol);
  EXPECT_EQ(error_of("sqrt(2)"), id::kUnknownSymbol);
  EXPECT_EQ(error_of("12ab"), id::kBadToken);
  EXPECT_EQ(error_of("0xg"), id::kBadToken);
  EXPECT_EQ(error_of("1.2.3"), id::kBadToken);
  EXPECT_EQ(error_of("99999999999999999999"), id::kBadToken);
}

TEST(ToBits, IntegersMayBeSignedOrUnsigned) {
  EXPECT_EQ(to_bits(Value::of(-1), {}), 0xffffffffu);
  EXPECT_EQ(to_bits(Value::of(0xffffffff), {}), 0xffffffffu);
  EXPECT_THROW(to_bits(Value::of(0x100000000), {}), UserError);
  EXPECT_THROW(to_bits(Value::of(-0x80000001LL), {}), UserError);
}

TEST(ToBits, RealsRoundToNearestEven) {
  EXPECT_EQ(to_bits(Value::of_real(0.1), {}), 0x3dcccccdu);
  EXPECT_EQ(to_bits(Value::of_real(-0.0), {}), 0x80000000u);
  EXPECT_EQ(to_bits(Value::of_real(16777217.0), {}), 0x4b800000u);  // 2^24 + 1 is a tie
  EXPECT_EQ(to_bits(Value::of_real(HUGE_VAL), {}), 0x7f800000u);
  EXPECT_THROW(to_bits(Value::of_real(1e39), {}), UserError);
}

}  // namespace
}  // namespace podsim::assembler
