// SPDX-License-Identifier: Apache-2.0
#include "firmware/asm/value_rules.h"

#include <fmt/format.h>

#include <array>
#include <limits>

#include "firmware/asm/diagnostic_ids.h"

namespace podsim::assembler {
namespace {

using isa::Field;
using isa::Opcode;
using isa::OperandKind;

constexpr ValueRange kAnyWord = {std::numeric_limits<std::int32_t>::min(),
                                 std::numeric_limits<std::uint32_t>::max()};
constexpr ValueRange kSemaphore = {0, isa::kSemaphores - 1};
constexpr ValueRange kShift = {0, 31};

struct RangeRule {
  Opcode opcode;
  Field field;
  ValueRange range;
};
constexpr std::array<RangeRule, 14> kRangeRules = {{
    {Opcode::kSshl, Field::kY, kShift},
    {Opcode::kSshr, Field::kY, kShift},
    {Opcode::kSsra, Field::kY, kShift},
    {Opcode::kVshl, Field::kY, kShift},
    {Opcode::kVshr, Field::kY, kShift},
    {Opcode::kVsra, Field::kY, kShift},
    {Opcode::kDma, Field::kX, {0, isa::kSmemWords - isa::kDmaWords}},
    {Opcode::kSig, Field::kX, kSemaphore},
    {Opcode::kRsig, Field::kY, kSemaphore},
    {Opcode::kWait, Field::kX, kSemaphore},
    {Opcode::kRdsem, Field::kY, kSemaphore},
    {Opcode::kBar, Field::kX, {isa::kFirstBarrierSemaphore, isa::kSemaphores - 1}},
    {Opcode::kDelay, Field::kX, {0, std::numeric_limits<std::int32_t>::max()}},
    {Opcode::kMark, Field::kY, {0, 2}},
}};

OperandKind kind_of(const isa::Operation& op, Field field) {
  for (const isa::OperandSpec& operand : op.operands) {
    if (operand.kind != OperandKind::kNone && operand.field == field) return operand.kind;
  }
  return OperandKind::kNone;
}

std::string describe(const Value& value) {
  return value.is_real ? fmt::format("{}", value.real) : fmt::format("{}", value.integer);
}

[[noreturn]] void fail_type(const isa::Operation& op, const Value& value, const SourcePlace& place,
                            const std::string& hint) {
  throw UserError(id::kNumberType,
                  fmt::format("'{}' computes with {}, and {} is {}", op.mnemonic,
                              value.is_real ? "integers" : "fp32", describe(value),
                              value.is_real ? "a real number" : "an integer"),
                  place, hint);
}

}  // namespace

ValueRange value_range(const isa::Operation& op, Field field) {
  for (const RangeRule& rule : kRangeRules) {
    if (rule.opcode == op.opcode && rule.field == field) return rule.range;
  }
  const OperandKind kind = kind_of(op, field);
  if (kind == OperandKind::kSublaneMask) return {0, (1 << isa::kSublanes) - 1};
  if (kind == OperandKind::kLabel) return {0, isa::kImemBundles - 1};
  return kAnyWord;
}

ValueRange address_range(const isa::Operation& op) {
  const bool smem = op.slot == isa::SlotClass::kScalar;
  return {0, (smem ? isa::kSmemWords : isa::kVmemRows) - 1};
}

NumberType number_type(Opcode opcode) {
  switch (opcode) {
    case Opcode::kVaddf:
    case Opcode::kVsubf:
    case Opcode::kVmulf:
    case Opcode::kVminf:
    case Opcode::kVmaxf:
    case Opcode::kVceqf:
    case Opcode::kVcltf:
    case Opcode::kVclef:
    case Opcode::kVpackb:
      return NumberType::kReal;
    case Opcode::kSmov:
    case Opcode::kScmov:
    case Opcode::kSand:
    case Opcode::kSor:
    case Opcode::kSxor:
    case Opcode::kSceq:
    case Opcode::kScne:
    case Opcode::kVmov:
    case Opcode::kVsel:
    case Opcode::kVand:
    case Opcode::kVor:
    case Opcode::kVxor:
    case Opcode::kVaddb:
      return NumberType::kAny;
    default:
      return NumberType::kInteger;
  }
}

void check_value(const isa::Operation& op, const Value& value, const ValueRange& range,
                 const SourcePlace& place) {
  const NumberType type = number_type(op.opcode);
  if (value.is_real && type == NumberType::kInteger) {
    fail_type(op, value, place, "int(x) converts, bits(x) gives the fp32 bits");
  }
  if (!value.is_real && type == NumberType::kReal && value.integer != 0) {
    fail_type(op, value, place,
              fmt::format("write {0}.0 or float(x); asfloat(x) takes bits", value.integer));
  }
  if (value.is_real) return;
  if (value.integer < range.low || value.integer > range.high) {
    throw UserError(id::kValueRange,
                    fmt::format("{} is out of range for '{}': {}..{}", value.integer, op.mnemonic,
                                range.low, range.high),
                    place);
  }
}

}  // namespace podsim::assembler
