// SPDX-License-Identifier: Apache-2.0
#include "firmware/isa/operand_rules.h"

#include <fmt/format.h>

namespace podsim::isa {
namespace {

constexpr FieldRange kOperandCodes = {0, kOperandEnd - 1};
constexpr FieldRange kImmediateCodes = {kOperandImmediate0, kOperandEnd - 1};
constexpr FieldRange kUnused = {0, 0};

FieldRange legal_values(OperandKind kind) {
  switch (kind) {
    case OperandKind::kNone:
      return kUnused;
    case OperandKind::kScalarDst:
    case OperandKind::kScalarSrcDst:
    case OperandKind::kScalarUpdate:
    case OperandKind::kScalarReg:
      return {0, kScalarRegisters - 1};
    case OperandKind::kVectorDst:
    case OperandKind::kVectorReg:
      return {0, kVectorRegisters - 1};
    case OperandKind::kMaskDst:
    case OperandKind::kMaskReg:
      return {0, kMaskRegisters - 1};
    case OperandKind::kStoreMask:
      return {0, kNoMask};
    case OperandKind::kMxu:
      return {0, kMxus - 1};
    case OperandKind::kLabel:
    case OperandKind::kImmediate:
      return kImmediateCodes;
    case OperandKind::kScalar:
    case OperandKind::kVector:
    case OperandKind::kAddress:
    case OperandKind::kStride:
    case OperandKind::kSublaneMask:
      break;
  }
  return kOperandCodes;
}

bool holds(const OperandSpec& operand, Field field) {
  if (operand.kind == OperandKind::kNone) return false;
  if (operand.kind == OperandKind::kAddress && field == Field::kY) return true;
  return operand.field == field;
}

}  // namespace

std::string_view name(Field field) {
  constexpr std::array<std::string_view, kFields> kNames = {"dst",      "x",    "y",   "z",
                                                            "sublanes", "mask", "unit"};
  return kNames[static_cast<std::size_t>(field)];
}

std::string_view name(Slot slot) {
  constexpr std::array<std::string_view, kSlots> kNames = {
      "scalar0", "scalar1", "vector0", "vector1", "load", "store", "push", "pop", "misc"};
  return kNames[static_cast<std::size_t>(slot)];
}

int operand_count(const Operation& op) {
  int count = 0;
  for (const OperandSpec& operand : op.operands) {
    if (operand.kind != OperandKind::kNone) ++count;
  }
  return count;
}

FieldRange legal_values(const Operation& op, Field field) {
  for (const OperandSpec& operand : op.operands) {
    if (holds(operand, field)) return legal_values(operand.kind);
  }
  return kUnused;
}

std::string illegal_operand(const SlotOp& op) {
  const Operation& entry = operation(op.opcode);
  for (std::size_t i = 0; i < kFields; ++i) {
    const auto field = static_cast<Field>(i);
    const FieldRange range = legal_values(entry, field);
    const std::uint8_t value = op.field(field);
    if (value < range.low || value > range.high) {
      return fmt::format("field {} of {} is {}, not in {}..{}", name(field), entry.mnemonic, value,
                         range.low, range.high);
    }
  }
  return {};
}

SlotOp with_defaults(Opcode opcode) {
  SlotOp op;
  op.opcode = opcode;
  for (const OperandSpec& operand : operation(opcode).operands) {
    if (operand.kind == OperandKind::kStride) op.field(operand.field) = kOperandOne;
    if (operand.kind == OperandKind::kSublaneMask) op.field(operand.field) = kOperandAllSublanes;
    if (operand.kind == OperandKind::kStoreMask) op.field(operand.field) = kNoMask;
  }
  return op;
}

}  // namespace podsim::isa
