// SPDX-License-Identifier: Apache-2.0
#include "firmware/asm/expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "firmware/asm/arithmetic.h"
#include "firmware/asm/diagnostic_ids.h"
#include "firmware/asm/raw_operand.h"

namespace podsim::assembler {
namespace {

struct BinaryOperator {
  std::string_view text;
  int precedence;
};
constexpr std::array<BinaryOperator, 18> kOperators = {{{"||", 1},
                                                        {"&&", 2},
                                                        {"|", 3},
                                                        {"^", 4},
                                                        {"&", 5},
                                                        {"==", 6},
                                                        {"!=", 6},
                                                        {"<", 7},
                                                        {"<=", 7},
                                                        {">", 7},
                                                        {">=", 7},
                                                        {"<<", 8},
                                                        {">>", 8},
                                                        {"+", 9},
                                                        {"-", 9},
                                                        {"*", 10},
                                                        {"/", 10},
                                                        {"%", 10}}};

int precedence(const Token& token) {
  if (token.kind != TokenKind::kPunctuation) return 0;
  for (const BinaryOperator& op : kOperators) {
    if (op.text == token.text) return op.precedence;
  }
  return 0;
}

Expression make_value(const Value& value, const SourcePlace& place) {
  Expression result;
  result.value = value;
  result.place = place;
  return result;
}

class ExpressionParser {
 public:
  ExpressionParser(TokenStream& tokens, const SymbolTable& symbols)
      : tokens_(tokens), symbols_(symbols) {}

  Expression conditional() {
    Expression condition = binary(1);
    if (!tokens_.sees("?")) return condition;
    Expression result = node(Expression::Kind::kConditional, tokens_.next());
    result.children.push_back(std::move(condition));
    result.children.push_back(conditional());
    tokens_.expect(":");
    result.children.push_back(conditional());
    return result;
  }

 private:
  static Expression node(Expression::Kind kind, const Token& token) {
    Expression result;
    result.kind = kind;
    result.text = token.text;
    result.place = token.place;
    return result;
  }

  Expression binary(int lowest) {
    Expression left = unary();
    while (true) {
      const int level = precedence(tokens_.peek());
      if (level == 0 || level < lowest) return left;
      Expression parent = node(Expression::Kind::kBinary, tokens_.next());
      parent.children.push_back(std::move(left));
      parent.children.push_back(binary(level + 1));
      left = std::move(parent);
    }
  }

  Expression unary() {
    for (const std::string_view op : {"-", "+", "~", "!"}) {
      if (!tokens_.sees(op)) continue;
      Expression result = node(Expression::Kind::kUnary, tokens_.next());
      result.children.push_back(unary());
      return result;
    }
    return primary();
  }

  Expression primary() {
    const Token& token = tokens_.peek();
    if (token.kind == TokenKind::kInteger) {
      return make_value(Value::of(token.integer), tokens_.next().place);
    }
    if (token.kind == TokenKind::kReal) {
      return make_value(Value::of_real(token.real), tokens_.next().place);
    }
    if (tokens_.accept("(")) {
      Expression inner = conditional();
      tokens_.expect(")");
      return inner;
    }
    if (token.kind != TokenKind::kName) tokens_.fail_expected("a value");
    return tokens_.sees("(", 1) ? call() : name(tokens_.next());
  }

  Expression call() {
    const Token function = tokens_.next();
    tokens_.expect("(");
    if (function.text == "defined") return defined(function);
    if (argument_count(function.text) == 0) {
      throw UserError(id::kUnknownSymbol, fmt::format("no function '{}'", function.text),
                      function.place, "functions are float, int, bits, asfloat, min, max, defined");
    }
    Expression result = node(Expression::Kind::kCall, function);
    for (int i = 0; i < argument_count(function.text); ++i) {
      if (i > 0) tokens_.expect(",");
      result.children.push_back(conditional());
    }
    tokens_.expect(")");
    return result;
  }

  Expression defined(const Token& function) {
    const Token symbol = tokens_.expect_name("a name");
    tokens_.expect(")");
    const bool known = symbols_.find(symbols_.qualify(symbol.text)) != nullptr;
    return make_value(Value::of(known ? 1 : 0), function.place);
  }

  Expression name(const Token& token) {
    if (token.text == "inf") {
      return make_value(Value::of_real(std::numeric_limits<double>::infinity()), token.place);
    }
    if (token.text == "nan") {
      return make_value(Value::of_real(std::numeric_limits<double>::quiet_NaN()), token.place);
    }
    const std::string full = symbols_.qualify(token.text);
    const Symbol* symbol = symbols_.find(full);
    if (parse_register_name(token.text) || (symbol && symbol->kind == SymbolKind::kRegister)) {
      throw UserError(id::kSyntax, fmt::format("register '{}' in an expression", token.text),
                      token.place, "an address is [register + expression], the register first");
    }
    if (find_raw_operand(token.text)) {
      throw UserError(id::kSyntax, fmt::format("'{}' in an expression", token.text), token.place,
                      "it names an operand code and stands alone");
    }
    if (symbol != nullptr && symbol->kind != SymbolKind::kLabel) {
      return make_value(symbol->value, token.place);
    }
    Expression result = node(Expression::Kind::kSymbol, token);
    result.text = full;
    return result;
  }

  TokenStream& tokens_;
  const SymbolTable& symbols_;
};

Value evaluate_symbol(const Expression& expression, const SymbolTable& symbols, Labels labels) {
  const Symbol* symbol = symbols.find(expression.text);
  if (symbol == nullptr || symbol->kind == SymbolKind::kRegister) {
    symbols.fail_unknown(expression.text, expression.place);
  }
  if (symbol->kind == SymbolKind::kLabel && labels == Labels::kUnknown) {
    throw UserError(id::kNotConstant, fmt::format("label '{}' has no value yet", expression.text),
                    expression.place,
                    "bundle addresses are known only when the program is complete");
  }
  return symbol->value;
}

/// && and || look at the right side only when it matters.
Value evaluate_logical(const Expression& expression, const SymbolTable& symbols, Labels labels) {
  const bool left = evaluate(expression.children[0], symbols, labels).is_true();
  const bool is_or = expression.text == "||";
  if (left == is_or) return Value::of(is_or ? 1 : 0);
  return Value::of(evaluate(expression.children[1], symbols, labels).is_true() ? 1 : 0);
}

bool has_open_symbol(const Expression& expression) {
  if (expression.kind == Expression::Kind::kSymbol) return true;
  return std::any_of(expression.children.begin(), expression.children.end(), has_open_symbol);
}

}  // namespace

bool Expression::is_constant() const { return !has_open_symbol(*this); }

std::string Expression::key() const {
  if (kind == Kind::kValue) {
    return value.is_real ? fmt::format("{:a}", value.real) : fmt::format("{}", value.integer);
  }
  if (children.empty()) return text;
  std::string result = "(" + text;
  for (const Expression& child : children) result += " " + child.key();
  return result + ")";
}

Expression parse_expression(TokenStream& tokens, const SymbolTable& symbols) {
  return ExpressionParser(tokens, symbols).conditional();
}

Value evaluate(const Expression& expression, const SymbolTable& symbols, Labels labels) {
  const std::vector<Expression>& children = expression.children;
  switch (expression.kind) {
    case Expression::Kind::kValue:
      return expression.value;
    case Expression::Kind::kSymbol:
      return evaluate_symbol(expression, symbols, labels);
    case Expression::Kind::kConditional:
      return evaluate(children[evaluate(children[0], symbols, labels).is_true() ? 1 : 2], symbols,
                      labels);
    case Expression::Kind::kUnary:
      return apply_unary(expression.text, evaluate(children[0], symbols, labels), expression.place);
    case Expression::Kind::kBinary:
      if (expression.text == "&&" || expression.text == "||") {
        return evaluate_logical(expression, symbols, labels);
      }
      return apply_binary(expression.text, evaluate(children[0], symbols, labels),
                          evaluate(children[1], symbols, labels), expression.place);
    case Expression::Kind::kCall:
      break;
  }
  std::vector<Value> arguments;
  arguments.reserve(children.size());
  for (const Expression& child : children) arguments.push_back(evaluate(child, symbols, labels));
  return apply_function(expression.text, arguments, expression.place);
}

Value parse_constant(TokenStream& tokens, const SymbolTable& symbols) {
  return evaluate(parse_expression(tokens, symbols), symbols, Labels::kUnknown);
}

std::int64_t parse_integer(TokenStream& tokens, const SymbolTable& symbols, const char* what,
                           std::int64_t low, std::int64_t high) {
  const SourcePlace place = tokens.peek().place;
  const Value value = parse_constant(tokens, symbols);
  if (value.is_real) {
    throw UserError(id::kIntegerNeeded, fmt::format("{} must be an integer", what), place);
  }
  if (value.integer < low || value.integer > high) {
    throw UserError(id::kValueRange,
                    fmt::format("{} is {}, not in {}..{}", what, value.integer, low, high), place);
  }
  return value.integer;
}

}  // namespace podsim::assembler
