// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_FIRMWARE_ASM_ARITHMETIC_H_
#define PODSIM_FIRMWARE_ASM_ARITHMETIC_H_

#include <string_view>
#include <vector>

#include "firmware/asm/symbols.h"

/// The arithmetic of constant expressions. All throw UserError ASM-014 (division by zero, shift
/// count, overflow of 64 bits) or ASM-015 (integer operator on a real number) at `place`.
namespace podsim::assembler {

Value apply_unary(std::string_view op, const Value& x, const SourcePlace& place);
Value apply_binary(std::string_view op, const Value& x, const Value& y, const SourcePlace& place);
/// Number of arguments of a function; 0 when there is no function of that name.
int argument_count(std::string_view function);
Value apply_function(std::string_view function, const std::vector<Value>& arguments,
                     const SourcePlace& place);

}  // namespace podsim::assembler

#endif  // PODSIM_FIRMWARE_ASM_ARITHMETIC_H_
