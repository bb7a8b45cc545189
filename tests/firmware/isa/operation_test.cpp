// SPDX-License-Identifier: Apache-2.0
#include "firmware/isa/operation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "firmware/isa/operand_rules.h"
#include "firmware/isa/syntax.h"

namespace podsim::isa {
namespace {

TEST(OperationTable, NoTwoOperationsOverlap) {
  std::set<std::pair<SlotClass, int>> codes;
  std::set<std::string_view> mnemonics;
  for (const Operation& op : operations()) {
    EXPECT_TRUE(codes.emplace(op.slot, op.code).second) << op.mnemonic;
    EXPECT_TRUE(mnemonics.insert(op.mnemonic).second) << op.mnemonic;
  }
}

TEST(OperationTable, CodesFitTheOpcodeField) {
  for (const Operation& op : operations()) {
    EXPECT_LT(op.code, 1 << layout(op.slot).opcode_width) << op.mnemonic;
  }
}

TEST(OperationTable, EverySlotClassHasANopWithCodeZero) {
  for (int i = 0; i < kSlotClasses; ++i) {
    const Operation& op = operation(nop(static_cast<SlotClass>(i)));
    EXPECT_EQ(op.code, 0);
    EXPECT_EQ(operand_count(op), 0);
  }
}

int field_width(SlotClass slot, Field field) {
  const SlotLayout& fields = layout(slot);
  for (int i = 0; i < fields.field_count; ++i) {
    const FieldLayout& f = fields.fields[static_cast<std::size_t>(i)];
    if (f.field == field) return f.width;
  }
  return 0;
}

TEST(OperationTable, EveryOperandHasAFieldWideEnough) {
  for (const Operation& op : operations()) {
    for (std::size_t f = 0; f < kFields; ++f) {
      const auto field = static_cast<Field>(f);
      EXPECT_LT(legal_values(op, field).high, 1 << field_width(op.slot, field))
          << op.mnemonic << " " << name(field);
    }
  }
}

TEST(OperationTable, NoFieldHoldsTwoOperands) {
  for (const Operation& op : operations()) {
    std::set<Field> used;
    for (const OperandSpec& operand : op.operands) {
      if (operand.kind == OperandKind::kNone) continue;
      EXPECT_TRUE(used.insert(operand.field).second) << op.mnemonic;
      if (operand.kind == OperandKind::kAddress) {
        EXPECT_TRUE(used.insert(Field::kY).second) << op.mnemonic;
      }
    }
  }
}

TEST(OperationTable, OptionalOperandsComeLast) {
  for (const Operation& op : operations()) {
    bool optional_seen = false;
    for (int i = 0; i < operand_count(op); ++i) {
      const bool optional = is_optional(op.operands[static_cast<std::size_t>(i)].kind);
      EXPECT_TRUE(optional || !optional_seen) << op.mnemonic;
      optional_seen = optional;
    }
  }
}

TEST(OperationTable, FindsByMnemonicAndByCode) {
  for (const Operation& op : operations()) {
    EXPECT_EQ(find_operation(op.mnemonic), op.opcode);
    EXPECT_EQ(find_operation(op.slot, op.code), op.opcode);
  }
  EXPECT_FALSE(find_operation("frobnicate"));
  EXPECT_FALSE(find_operation(SlotClass::kScalar, 63));
}

TEST(BundleLayout, SlotsAndImmediatesTake310BitsAndTheRestIsReserved) {
  // 2 scalar x 23 + 2 vector x 27 + load 31 + store 35 + push 16 + pop 9 + misc 23 + 6 x 16.
  EXPECT_EQ(reserved_offset(), 310);
  EXPECT_EQ(kBundleBits - reserved_offset(), 12);
}

TEST(BundleLayout, SlotsFollowOneAnother) {
  EXPECT_EQ(slot_offset(Slot::kScalar0), 0);
  for (int i = 0; i + 1 < kSlots; ++i) {
    const auto slot = static_cast<Slot>(i);
    EXPECT_EQ(slot_offset(static_cast<Slot>(i + 1)),
              slot_offset(slot) + layout(slot_class(slot)).width());
  }
  EXPECT_EQ(immediate_offset(0), slot_offset(Slot::kMisc) + layout(SlotClass::kMisc).width());
}

TEST(Syntax, NamesOperandsAfterTheirFields) {
  EXPECT_EQ(syntax(operation(Opcode::kSadd)), "sadd dst, x, y");
  EXPECT_EQ(syntax(operation(Opcode::kVst)), "vst dst, [x + y], stride=1, sublanes=255, mask=all");
  EXPECT_EQ(syntax(operation(Opcode::kHalt)), "halt");
}

}  // namespace
}  // namespace podsim::isa
