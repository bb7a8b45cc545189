// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_FIRMWARE_ISA_OPERAND_RULES_H_
#define PODSIM_FIRMWARE_ISA_OPERAND_RULES_H_

#include <string>
#include <string_view>

#include "firmware/isa/bundle.h"

/// Which values the fields of an operation may have, from the OperandKinds alone.
namespace podsim::isa {

/// "dst", "x", ...
std::string_view name(Field field);
/// "scalar0", "scalar1", "vector0", ... "misc".
std::string_view name(Slot slot);

/// Number of operands that the operation is written with.
int operand_count(const Operation& op);

/// Inclusive range of the legal values of one field.
struct FieldRange {
  std::uint8_t low = 0;
  std::uint8_t high = 0;
};

/// The legal values of `field` in `op`; 0..0 when no operand of the operation uses it.
FieldRange legal_values(const Operation& op, Field field);

/// What is illegal about the field values, or empty.
std::string illegal_operand(const SlotOp& op);

/// The SlotOp of `opcode` as the assembler starts it: optional operands at their defaults, the
/// rest zero.
SlotOp with_defaults(Opcode opcode);

}  // namespace podsim::isa

#endif  // PODSIM_FIRMWARE_ISA_OPERAND_RULES_H_
