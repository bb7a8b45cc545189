// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "firmware/asm/immediate_pool.h"
#include "tests/firmware/asm/assemble_helpers.h"

namespace podsim::assembler {
namespace {

using isa::Field;
using isa::Slot;

TEST(ImmediatePool, ConstantsWithACodeTakeNoImmediate) {
  ImmediatePool pool;
  EXPECT_EQ(pool.place(0), isa::kOperandZero);
  EXPECT_EQ(pool.place(1), isa::kOperandOne);
  EXPECT_EQ(pool.place(255), isa::kOperandAllSublanes);
  EXPECT_EQ(pool.place(0x3f800000), isa::kOperandOneFloat);
  EXPECT_EQ(pool.values(), (std::array<std::int16_t, 6>{}));
}

TEST(ImmediatePool, SixteenBitBoundaries) {
  ImmediatePool pool;
  EXPECT_EQ(pool.place(32767), 32);
  EXPECT_EQ(pool.place(static_cast<std::uint32_t>(-32768)), 33);
  EXPECT_EQ(pool.place(32768), isa::kOperandWide0 + 1);
  EXPECT_EQ(pool.place(static_cast<std::uint32_t>(-32769)), isa::kOperandWide0 + 2);
}

TEST(ImmediatePool, EqualValuesShare) {
  ImmediatePool pool;
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(pool.place(7), 32);
    EXPECT_EQ(pool.place(0x12345678), isa::kOperandWide0 + 1);
  }
}

TEST(ImmediatePool, SinglesFillHalfUsedPairsFirst) {
  ImmediatePool pool;
  EXPECT_EQ(pool.place(2), 32);
  EXPECT_EQ(pool.place(0x12345678), isa::kOperandWide0 + 1);
  EXPECT_EQ(pool.place(3), 33);
  EXPECT_EQ(pool.place(0x7fff0000), isa::kOperandWide0 + 2);
  EXPECT_FALSE(pool.place(4));
}

TEST(ImmediatePool, APairUsesSinglesThatHoldItsHalves) {
  ImmediatePool pool;
  EXPECT_EQ(pool.place(0x5678), 32);
  EXPECT_EQ(pool.place(0x12345678), isa::kOperandWide0);
  EXPECT_EQ(pool.place(0x1234), 33);
}

TEST(ImmediatePool, ThreePairsAreAll) {
  ImmediatePool pool;
  EXPECT_TRUE(pool.place(0x10001234));
  EXPECT_TRUE(pool.place(0x10001235));
  EXPECT_TRUE(pool.place(0x10001236));
  EXPECT_FALSE(pool.place(0x10001237));
  EXPECT_TRUE(pool.place(0x1235));
}

TEST(ImmediatePool, LaterValuesShareByKey) {
  ImmediatePool pool;
  EXPECT_EQ(pool.place_later("a"), 32);
  EXPECT_EQ(pool.place_later("b"), 33);
  EXPECT_EQ(pool.place_later("a"), 32);
  EXPECT_EQ(pool.place(0x12345678), isa::kOperandWide0 + 1) << "a later value is not shared";
}

TEST(Immediates, AFloatConstantBecomesAPairOfItsBits) {
  const Program program = test::assemble_fragment("vmulf v1, v2, 0.1");
  const isa::Bundle& bundle = program.bundles.at(0);
  const std::uint8_t code = bundle.slot(Slot::kVector0).field(Field::kY);
  EXPECT_EQ(code, isa::kOperandWide0);
  EXPECT_EQ(isa::immediate_value(bundle, code), 0x3dcccccdu);
}

}  // namespace
}  // namespace podsim::assembler
