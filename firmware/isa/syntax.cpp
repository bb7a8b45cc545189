// SPDX-License-Identifier: Apache-2.0
#include "firmware/isa/syntax.h"

#include <fmt/format.h>

#include "firmware/isa/operand_rules.h"

namespace podsim::isa {
namespace {

std::string operand_text(const OperandSpec& operand) {
  switch (operand.kind) {
    case OperandKind::kAddress:
      return "[x + y]";
    case OperandKind::kLabel:
      return "label";
    case OperandKind::kMxu:
      return "mxu";
    case OperandKind::kStride:
      return "stride=1";
    case OperandKind::kSublaneMask:
      return "sublanes=255";
    case OperandKind::kStoreMask:
      return "mask=all";
    default:
      return std::string(name(operand.field));
  }
}

}  // namespace

std::string_view keyword(OperandKind kind) {
  switch (kind) {
    case OperandKind::kStride:
      return "stride";
    case OperandKind::kSublaneMask:
      return "sublanes";
    case OperandKind::kStoreMask:
      return "mask";
    default:
      return {};
  }
}

std::string syntax(const Operation& op) {
  std::string text(op.mnemonic);
  for (int i = 0; i < operand_count(op); ++i) {
    text += i == 0 ? " " : ", ";
    text += operand_text(op.operands[static_cast<std::size_t>(i)]);
  }
  return text;
}

}  // namespace podsim::isa
