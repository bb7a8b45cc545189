// SPDX-License-Identifier: Apache-2.0
#include "firmware/asm/operation_parser.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "firmware/asm/diagnostic_ids.h"
#include "firmware/asm/raw_operand.h"
#include "firmware/diagnostics/nearest_name.h"
#include "firmware/isa/operand_rules.h"
#include "firmware/isa/syntax.h"

namespace podsim::assembler {
namespace {

using isa::Field;
using isa::OperandKind;
using isa::OperandSpec;

std::optional<RegisterClass> register_class_of(OperandKind kind) {
  switch (kind) {
    case OperandKind::kVectorDst:
    case OperandKind::kVectorReg:
    case OperandKind::kVector:
      return RegisterClass::kVector;
    case OperandKind::kMaskDst:
    case OperandKind::kMaskReg:
    case OperandKind::kStoreMask:
      return RegisterClass::kMask;
    case OperandKind::kMxu:
      return RegisterClass::kMxu;
    case OperandKind::kNone:
    case OperandKind::kLabel:
    case OperandKind::kImmediate:
      return std::nullopt;
    default:
      return RegisterClass::kScalar;
  }
}

bool takes_constant(OperandKind kind) {
  switch (kind) {
    case OperandKind::kScalar:
    case OperandKind::kVector:
    case OperandKind::kLabel:
    case OperandKind::kImmediate:
    case OperandKind::kStride:
    case OperandKind::kSublaneMask:
      return true;
    default:
      return false;
  }
}

std::string wanted(OperandKind kind) {
  const std::optional<RegisterClass> register_class = register_class_of(kind);
  std::string text;
  if (register_class) {
    text =
        fmt::format("{0}0..{0}{1}", prefix(*register_class), register_count(*register_class) - 1);
  }
  if (kind == OperandKind::kAddress) return "an address [register + offset]";
  if (takes_constant(kind)) text += text.empty() ? "a constant" : " or a constant";
  return text;
}

class OperationParser {
 public:
  OperationParser(const Token& mnemonic, isa::Opcode opcode, TokenStream& tokens,
                  const SymbolTable& symbols)
      : entry_(isa::operation(opcode)), mnemonic_(mnemonic), tokens_(tokens), symbols_(symbols) {
    parsed_.op = isa::with_defaults(opcode);
    parsed_.place = mnemonic.place;
  }

  ParsedOperation run() {
    while (!at_statement_end()) {
      if (given_ > 0) tokens_.expect(",");
      ++given_;
      if (tokens_.peek().kind == TokenKind::kName && tokens_.sees("=", 1)) {
        keyword_operand();
      } else {
        positional_operand();
      }
    }
    require_all();
    return std::move(parsed_);
  }

 private:
  bool at_statement_end() const {
    return tokens_.at_end() || tokens_.sees(";") || tokens_.sees("}");
  }

  [[noreturn]] void fail_count(const SourcePlace& place) const {
    throw UserError(id::kOperandCount,
                    fmt::format("wrong number of operands of '{}'", entry_.mnemonic), place,
                    fmt::format("write {}", isa::syntax(entry_)));
  }

  void positional_operand() {
    if (saw_keyword_) {
      throw UserError(id::kKeywordOperand, "a positional operand follows a keyword operand",
                      tokens_.peek().place, fmt::format("write {}", isa::syntax(entry_)));
    }
    const auto index = static_cast<std::size_t>(given_ - 1);
    if (given_ > isa::operand_count(entry_)) fail_count(tokens_.peek().place);
    seen_ |= 1u << index;
    operand(entry_.operands[index]);
  }

  void keyword_operand() {
    const Token name = tokens_.next();
    tokens_.expect("=");
    saw_keyword_ = true;
    const std::size_t index = find_keyword(name);
    if ((seen_ >> index & 1u) != 0) {
      throw UserError(id::kKeywordOperand, fmt::format("'{}' is given twice", name.text),
                      name.place);
    }
    seen_ |= 1u << index;
    operand(entry_.operands[index]);
  }

  std::size_t find_keyword(const Token& name) const {
    std::vector<std::string> known;
    for (std::size_t i = 0; i < entry_.operands.size(); ++i) {
      const std::string_view word = isa::keyword(entry_.operands[i].kind);
      if (word == name.text) return i;
      if (!word.empty()) known.emplace_back(word);
    }
    std::string hint = did_you_mean(name.text, known);
    if (hint.empty()) hint = fmt::format("write {}", isa::syntax(entry_));
    throw UserError(id::kKeywordOperand,
                    fmt::format("'{}' has no operand '{}'", entry_.mnemonic, name.text), name.place,
                    hint);
  }

  void require_all() const {
    for (std::size_t i = 0; i < entry_.operands.size(); ++i) {
      const OperandKind kind = entry_.operands[i].kind;
      const bool needed = kind != OperandKind::kNone && !isa::is_optional(kind);
      if (needed && (seen_ >> i & 1u) == 0) fail_count(mnemonic_.place);
    }
  }

  void operand(const OperandSpec& spec) {
    if (spec.kind == OperandKind::kAddress) {
      address(spec);
    } else {
      simple_operand(spec.kind, spec.field);
    }
  }

  void simple_operand(OperandKind kind, Field field) {
    const SourcePlace place = tokens_.peek().place;
    const std::string text = tokens_.peek().text;
    if (const std::optional<Register> found = accept_register(tokens_, symbols_)) {
      if (register_class_of(kind) != found->register_class) fail_kind(kind, text, place);
      parsed_.op.field(field) = static_cast<std::uint8_t>(found->number);
      return;
    }
    if (!takes_constant(kind)) fail_kind(kind, text, place);
    if (!accept_raw(field)) constant(field, value_range(entry_, field));
  }

  [[noreturn]] void fail_kind(OperandKind kind, const std::string& text,
                              const SourcePlace& place) const {
    throw UserError(id::kOperandKind,
                    fmt::format("operand {} of '{}' must be {}, not '{}'", given_, entry_.mnemonic,
                                wanted(kind), text),
                    place, fmt::format("write {}", isa::syntax(entry_)));
  }

  bool accept_raw(Field field) {
    if (tokens_.peek().kind != TokenKind::kName) return false;
    const std::optional<std::uint8_t> code = find_raw_operand(tokens_.peek().text);
    if (!code) return false;
    tokens_.next();
    parsed_.op.field(field) = *code;
    return true;
  }

  void constant(Field field, const ValueRange& range) {
    const SourcePlace place = tokens_.peek().place;
    OperandValue value;
    value.field = field;
    value.range = range;
    value.expression = parse_expression(tokens_, symbols_);
    value.place = place;
    value.is_known = value.expression.is_constant();
    if (value.is_known) {
      const Value number = evaluate(value.expression, symbols_);
      check_value(entry_, number, value.range, place);
      value.bits = to_bits(number, place);
    }
    parsed_.values.push_back(std::move(value));
  }

  void address(const OperandSpec& spec) {
    if (!tokens_.sees("[")) fail_kind(spec.kind, tokens_.peek().text, tokens_.peek().place);
    tokens_.next();
    parsed_.op.field(Field::kY) = isa::kOperandZero;
    if (address_part(spec.field)) {
      if (tokens_.accept("+")) {
        if (!address_part(Field::kY)) constant(Field::kY, value_range(entry_, Field::kY));
      } else if (tokens_.sees("-")) {
        constant(Field::kY, value_range(entry_, Field::kY));
      }
    } else {
      constant(spec.field, address_range(entry_));
    }
    tokens_.expect("]");
  }

  /// A register or raw operand code of an address.
  bool address_part(Field field) {
    const SourcePlace place = tokens_.peek().place;
    const std::string text = tokens_.peek().text;
    if (accept_raw(field)) return true;
    const std::optional<Register> found = accept_register(tokens_, symbols_);
    if (!found) return false;
    if (found->register_class != RegisterClass::kScalar) {
      fail_kind(OperandKind::kAddress, text, place);
    }
    parsed_.op.field(field) = static_cast<std::uint8_t>(found->number);
    return true;
  }

  const isa::Operation& entry_;
  const Token& mnemonic_;
  TokenStream& tokens_;
  const SymbolTable& symbols_;
  ParsedOperation parsed_;
  int given_ = 0;
  unsigned seen_ = 0;
  bool saw_keyword_ = false;
};

}  // namespace

std::optional<Register> accept_register(TokenStream& tokens, const SymbolTable& symbols) {
  const Token& token = tokens.peek();
  if (token.kind != TokenKind::kName) return std::nullopt;
  const SourcePlace place = token.place;
  if (const std::optional<Register> found = parse_register_name(token.text)) {
    tokens.next();
    return checked_register(found->register_class, found->number, place);
  }
  const std::optional<RegisterClass> computed = find_register_class(token.text);
  if (computed && tokens.sees("(", 1)) {
    tokens.next();
    tokens.next();
    const std::int64_t number =
        parse_integer(tokens, symbols, "a register number", -(1 << 30), 1 << 30);
    tokens.expect(")");
    return checked_register(*computed, number, place);
  }
  const Symbol* symbol = symbols.find(symbols.qualify(token.text));
  if (symbol == nullptr || symbol->kind != SymbolKind::kRegister) return std::nullopt;
  tokens.next();
  return symbol->alias;
}

ParsedOperation parse_operation(const Token& mnemonic, isa::Opcode opcode, TokenStream& tokens,
                                const SymbolTable& symbols) {
  return OperationParser(mnemonic, opcode, tokens, symbols).run();
}

}  // namespace podsim::assembler
