// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_FIRMWARE_ISA_SYNTAX_H_
#define PODSIM_FIRMWARE_ISA_SYNTAX_H_

#include <string>
#include <string_view>

#include "firmware/isa/operation.h"

/// How operations are written.
namespace podsim::isa {

/// The keyword of an optional operand ("stride", "sublanes", "mask"), or empty.
std::string_view keyword(OperandKind kind);
inline bool is_optional(OperandKind kind) { return !keyword(kind).empty(); }

/// "vld dst, [x + y], stride=1, sublanes=255": operands are named after their fields, optional ones
/// after their keyword and default.
std::string syntax(const Operation& op);

}  // namespace podsim::isa

#endif  // PODSIM_FIRMWARE_ISA_SYNTAX_H_
