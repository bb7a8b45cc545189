// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_FIRMWARE_ASM_OPERATION_PARSER_H_
#define PODSIM_FIRMWARE_ASM_OPERATION_PARSER_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "firmware/asm/errors.h"
#include "firmware/asm/expression.h"
#include "firmware/asm/value_rules.h"
#include "firmware/isa/bundle.h"

namespace podsim::assembler {

/// A constant that an operand needs, to be placed among the immediates of a bundle.
struct OperandValue {
  isa::Field field = isa::Field::kX;
  bool is_known = true;
  std::uint32_t bits = 0;  ///< when known
  Expression expression;   ///< when not: it names a label, and gets one 16-bit immediate
  ValueRange range;
  SourcePlace place;  ///< of the first token
};

/// One operation as written: register fields are set, constants are still in `values`.
struct ParsedOperation {
  isa::SlotOp op;
  std::vector<OperandValue> values;
  SourcePlace place;
  std::shared_ptr<const LineUse> use;
};

/// The register that comes next ("v3", "v(expression)" or a .reg name), if one does.
std::optional<Register> accept_register(TokenStream& tokens, const SymbolTable& symbols);

/// Reads the operands of `mnemonic` (whose token has been read). Throws UserError ASM-006 to
/// ASM-011 and ASM-033.
ParsedOperation parse_operation(const Token& mnemonic, isa::Opcode opcode, TokenStream& tokens,
                                const SymbolTable& symbols);

}  // namespace podsim::assembler

#endif  // PODSIM_FIRMWARE_ASM_OPERATION_PARSER_H_
