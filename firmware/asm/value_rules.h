// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_FIRMWARE_ASM_VALUE_RULES_H_
#define PODSIM_FIRMWARE_ASM_VALUE_RULES_H_

#include <cstdint>

#include "firmware/asm/symbols.h"
#include "firmware/isa/operation.h"

/// What a constant operand may be, beyond fitting its field.
namespace podsim::assembler {

/// Inclusive bounds of a constant operand.
struct ValueRange {
  std::int64_t low = 0;
  std::int64_t high = 0;
};

/// The bounds of the constant in `field`: semaphore numbers, shift counts, sublane masks, bundle
/// addresses and so on; what fits 32 bits (signed or unsigned) where the operation has no bound.
ValueRange value_range(const isa::Operation& op, isa::Field field);

/// The bounds of an address that is all constant: [expression]. SMEM words or VMEM rows.
ValueRange address_range(const isa::Operation& op);

/// Whether the operation computes with real numbers, with integers, or takes any bits.
enum class NumberType : std::uint8_t { kAny, kInteger, kReal };
NumberType number_type(isa::Opcode opcode);

/// Throws UserError ASM-009 (out of range) or ASM-010 (real where an integer is meant, or an
/// integer other than 0 where a real number is meant).
void check_value(const isa::Operation& op, const Value& value, const ValueRange& range,
                 const SourcePlace& place);

}  // namespace podsim::assembler

#endif  // PODSIM_FIRMWARE_ASM_VALUE_RULES_H_
