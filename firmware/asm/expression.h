// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_FIRMWARE_ASM_EXPRESSION_H_
#define PODSIM_FIRMWARE_ASM_EXPRESSION_H_

#include <string>
#include <vector>

#include "firmware/asm/symbols.h"
#include "firmware/asm/token.h"

namespace podsim::assembler {

/// A parsed expression. Constants are put in while parsing, so a kSymbol node is a label or a name
/// that is defined later.
struct Expression {
  enum class Kind : std::uint8_t { kValue, kSymbol, kUnary, kBinary, kConditional, kCall };
  Kind kind = Kind::kValue;
  Value value;
  std::string text;  ///< symbol name, operator or function
  SourcePlace place;
  std::vector<Expression> children;

  /// No symbol in it is left open.
  bool is_constant() const;
  /// The expression with every pair of parentheses written out: equal keys, equal values.
  std::string key() const;
};

/// Reads one expression with the operators, precedence and associativity of C:
/// ?: || && | ^ & == != < <= > >= << >> + - * / % and unary + - ~ !; functions float(x), int(x),
/// bits(x), asfloat(x), min(x, y), max(x, y), defined(name); constants inf, nan.
Expression parse_expression(TokenStream& tokens, const SymbolTable& symbols);

/// Integers are 64 bits and signed; an operator with a real operand is done in double precision.
/// Throws UserError ASM-011 (unknown name), ASM-014 (division by zero, shift, overflow) or ASM-015
/// (integer operator on a real number). While the program is not complete, labels are not known:
/// using one is then ASM-013. &&, || and ?: evaluate only what they need.
enum class Labels : std::uint8_t { kKnown, kUnknown };
Value evaluate(const Expression& expression, const SymbolTable& symbols,
               Labels labels = Labels::kKnown);

/// The value of an expression that must be known now. Throws UserError ASM-013 if it names a label.
Value parse_constant(TokenStream& tokens, const SymbolTable& symbols);
/// The same, an integer within low..high. Throws UserError ASM-009 or ASM-015 naming `what`.
std::int64_t parse_integer(TokenStream& tokens, const SymbolTable& symbols, const char* what,
                           std::int64_t low, std::int64_t high);

/// The 32 bits that stand for `value` in an operand or word: two's complement, or fp32 rounded to
/// nearest even. Throws UserError ASM-009 when it does not fit.
std::uint32_t to_bits(const Value& value, const SourcePlace& place);

}  // namespace podsim::assembler

#endif  // PODSIM_FIRMWARE_ASM_EXPRESSION_H_
