// SPDX-License-Identifier: Apache-2.0
#include "firmware/isa/bundle.h"

#include <gtest/gtest.h>

#include "firmware/diagnostics/user_error.h"
#include "firmware/isa/operand_rules.h"
#include "tests/firmware/isa/random_bundle.h"

namespace podsim::isa {
namespace {

Bundle decoded(const EncodedBundle& words) {
  Bundle bundle;
  std::string error;
  EXPECT_TRUE(decode(words, bundle, error)) << error;
  return bundle;
}

std::string decode_error(const EncodedBundle& words) {
  Bundle bundle;
  std::string error;
  EXPECT_FALSE(decode(words, bundle, error));
  return error;
}

TEST(Bundle, IsAllNopsAndEncodesToZero) {
  for (const std::uint64_t word : encode(Bundle{})) EXPECT_EQ(word, 0u);
  EXPECT_EQ(decoded(EncodedBundle{}), Bundle{});
}

TEST(Bundle, EncodesABundleComputedByHand) {
  // sadd s3, s4, imm0 in scalar 0: opcode 2, dst 3 << 6, x 4 << 11, y 32 << 17.
  Bundle bundle;
  SlotOp& op = bundle.slot(Slot::kScalar0);
  op.opcode = Opcode::kSadd;
  op.field(Field::kDst) = 3;
  op.field(Field::kX) = 4;
  op.field(Field::kY) = kOperandImmediate0;
  bundle.immediates[0] = -2;
  const EncodedBundle words = encode(bundle);
  EXPECT_EQ(words[0], 2u | 3u << 6 | 4u << 11 | 32u << 17);
  // Immediate 0 starts at bit 214 = 3 * 64 + 22.
  EXPECT_EQ(words[3], std::uint64_t{0xfffe} << 22);
}

TEST(Bundle, AFieldAcrossAWordBoundaryRoundTrips) {
  // Immediate 2 has bits 246..261, across word 3 and 4.
  Bundle bundle;
  bundle.immediates[2] = 0x5aa5;
  const EncodedBundle words = encode(bundle);
  EXPECT_EQ(words[3], std::uint64_t{0x2a5} << 54);
  EXPECT_EQ(words[4], 0x5aa5u >> 10);
  EXPECT_EQ(decoded(words), bundle);
}

/// Every legal value of every field of every operation, the other fields at their lowest.
TEST(Bundle, EverySlotRoundTripsExhaustively) {
  for (int s = 0; s < kSlots; ++s) {
    const auto slot = static_cast<Slot>(s);
    for (const Operation& entry : operations()) {
      if (entry.slot != slot_class(slot)) continue;
      SlotOp base;
      base.opcode = entry.opcode;
      for (std::size_t f = 0; f < kFields; ++f) {
        base.fields[f] = legal_values(entry, static_cast<Field>(f)).low;
      }
      for (std::size_t f = 0; f < kFields; ++f) {
        const FieldRange range = legal_values(entry, static_cast<Field>(f));
        for (int value = range.low; value <= range.high; ++value) {
          Bundle bundle;
          bundle.slot(slot) = base;
          bundle.slot(slot).fields[f] = static_cast<std::uint8_t>(value);
          ASSERT_EQ(decoded(encode(bundle)), bundle) << entry.mnemonic;
        }
      }
    }
  }
}

/// The scalar slot has 23 bits; a stride of 7 meets every opcode and every value of each field.
TEST(Bundle, AScalarSlotPatternEncodesToItselfOrIsRefused) {
  int legal = 0;
  for (std::uint64_t pattern = 0; pattern < std::uint64_t{1} << 23; pattern += 7) {
    EncodedBundle words{};
    words[0] = pattern;
    Bundle bundle;
    std::string error;
    if (!decode(words, bundle, error)) continue;
    ++legal;
    ASSERT_EQ(encode(bundle), words) << pattern;
  }
  EXPECT_GT(legal, 1000);
}

TEST(Bundle, RandomBundlesRoundTrip) {
  const std::uint64_t seed = test::test_seed(1);
  SCOPED_TRACE(test::reproduce(seed));
  test::Random random(seed);
  for (int i = 0; i < 5000; ++i) {
    const Bundle bundle = test::random_bundle(random);
    ASSERT_EQ(decoded(encode(bundle)), bundle);
  }
}

TEST(Decode, RefusesAnIllegalOpcode) {
  EncodedBundle words{};
  words[0] = 63;
  EXPECT_EQ(decode_error(words), "illegal opcode 63 in slot scalar0");
}

TEST(Decode, RefusesAnIllegalOperandCode) {
  EncodedBundle words{};
  words[0] = 2u | 45u << 11;
  EXPECT_EQ(decode_error(words), "field x of sadd is 45, not in 0..44 in slot scalar0");
}

TEST(Decode, RefusesARegisterWhereALabelMustBe) {
  EncodedBundle words{};
  words[0] = 21u | 5u << 17;
  EXPECT_EQ(decode_error(words), "field y of sbr is 5, not in 32..44 in slot scalar0");
}

TEST(Decode, RefusesAFieldThatTheOperationDoesNotUse) {
  EncodedBundle words{};
  words[0] = 1u << 6;
  EXPECT_EQ(decode_error(words), "field dst of snop is 1, not in 0..0 in slot scalar0");
}

TEST(Decode, RefusesReservedBits) {
  EncodedBundle words{};
  words[4] = std::uint64_t{1} << (310 - 256);
  EXPECT_EQ(decode_error(words), "reserved bit 310 is not zero");
  words[4] = 0;
  words[7] = std::uint64_t{1} << 63;
  EXPECT_EQ(decode_error(words), "reserved bit 511 is not zero");
}

TEST(Encode, RefusesAFieldThatDoesNotFit) {
  Bundle bundle;
  bundle.slot(Slot::kScalar0).opcode = Opcode::kSadd;
  bundle.slot(Slot::kScalar0).field(Field::kDst) = 32;
  EXPECT_THROW(encode(bundle), InternalError);
}

TEST(Encode, RefusesAFieldThatTheSlotLacks) {
  Bundle bundle;
  bundle.slot(Slot::kScalar0).field(Field::kMask) = 1;
  EXPECT_THROW(encode(bundle), InternalError);
}

TEST(Encode, RefusesAnOperationInTheWrongSlot) {
  Bundle bundle;
  bundle.slot(Slot::kScalar0).opcode = Opcode::kVld;
  EXPECT_THROW(encode(bundle), InternalError);
}

TEST(ImmediateValue, SingleImmediatesAreSignExtended) {
  Bundle bundle;
  bundle.immediates = {-1, 2, 0, 0, 0, -32768};
  EXPECT_EQ(immediate_value(bundle, 32), 0xffffffffu);
  EXPECT_EQ(immediate_value(bundle, 33), 2u);
  EXPECT_EQ(immediate_value(bundle, 37), 0xffff8000u);
}

TEST(ImmediateValue, WideImmediatesPutTheEvenOneLow) {
  Bundle bundle;
  bundle.immediates = {0x5678, 0x1234, -1, 0, 0, -1};
  EXPECT_EQ(immediate_value(bundle, 38), 0x12345678u);
  EXPECT_EQ(immediate_value(bundle, 39), 0x0000ffffu);
  EXPECT_EQ(immediate_value(bundle, 40), 0xffff0000u);
}

TEST(ImmediateValue, ConstantsNeedNoImmediate) {
  const Bundle bundle;
  EXPECT_EQ(immediate_value(bundle, kOperandZero), 0u);
  EXPECT_EQ(immediate_value(bundle, kOperandOne), 1u);
  EXPECT_EQ(immediate_value(bundle, kOperandOneFloat), 0x3f800000u);
  EXPECT_EQ(immediate_value(bundle, kOperandAllSublanes), 255u);
  EXPECT_THROW(immediate_value(bundle, 3), InternalError);
  EXPECT_THROW(immediate_value(bundle, kOperandEnd), InternalError);
}

}  // namespace
}  // namespace podsim::isa
