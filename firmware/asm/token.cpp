// SPDX-License-Identifier: Apache-2.0
#include "firmware/asm/token.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <utility>

#include "firmware/asm/diagnostic_ids.h"

namespace podsim::assembler {
namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool starts_name(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
}
bool continues_name(char c) { return starts_name(c) || is_digit(c); }

class Lexer {
 public:
  Lexer(std::string_view line, SourcePlace place) : line_(line), place_(std::move(place)) {}

  std::vector<Token> run() {
    std::vector<Token> tokens;
    while (skip_blanks()) tokens.push_back(read_token());
    tokens.push_back(start_token(TokenKind::kEnd));
    return tokens;
  }

 private:
  /// False at the end of the line or the start of a comment.
  bool skip_blanks() {
    while (position_ < line_.size() && std::isspace(static_cast<unsigned char>(at(0))) != 0) {
      ++position_;
    }
    return position_ < line_.size() && !(at(0) == '/' && at(1) == '/');
  }

  char at(std::size_t ahead) const {
    return position_ + ahead < line_.size() ? line_[position_ + ahead] : '\0';
  }

  Token start_token(TokenKind kind) const {
    Token token;
    token.kind = kind;
    token.place = place_;
    token.place.column = static_cast<int>(position_) + 1;
    return token;
  }

  [[noreturn]] void fail(const std::string& message, const std::string& hint = {}) const {
    throw UserError(id::kBadToken, message, start_token(TokenKind::kEnd).place, hint);
  }

  Token read_token() {
    if (starts_name(at(0))) return read_name();
    if (is_digit(at(0))) return read_number();
    if (at(0) == '"') return read_string();
    return read_punctuation();
  }

  Token read_name() {
    Token token = start_token(TokenKind::kName);
    while (continues_name(at(0))) token.text += line_[position_++];
    return token;
  }

  Token read_string() {
    Token token = start_token(TokenKind::kString);
    const std::size_t end = line_.find('"', position_ + 1);
    if (end == std::string_view::npos) fail("the string has no closing quote");
    token.text = line_.substr(position_ + 1, end - position_ - 1);
    position_ = end + 1;
    return token;
  }

  /// The length of the number at the position: letters, digits, '_', '.', and a sign after an
  /// exponent letter.
  std::size_t number_length() const {
    const bool hexadecimal = at(0) == '0' && (at(1) == 'x' || at(1) == 'X');
    std::size_t length = 0;
    while (true) {
      const char c = at(length);
      const char before = length > 0 ? at(length - 1) : '\0';
      const bool exponent_sign =
          (c == '+' || c == '-') && (before == 'e' || before == 'E') && !hexadecimal;
      if (!continues_name(c) && !exponent_sign) return length;
      ++length;
    }
  }

  Token read_number() {
    const std::size_t length = number_length();
    Token token = start_token(TokenKind::kInteger);
    token.text = line_.substr(position_, length);
    std::string digits = token.text;
    digits.erase(std::remove(digits.begin(), digits.end(), '_'), digits.end());
    const bool prefixed = digits.size() > 2 && digits[0] == '0' && !is_digit(digits[1]);
    const bool real = digits.find_first_of(".eE") != std::string::npos;
    if (real && !(prefixed && std::tolower(digits[1]) == 'x')) {
      read_real(token, digits);
    } else {
      read_integer(token, digits);
    }
    position_ += length;
    return token;
  }

  void read_real(Token& token, std::string digits) const {
    if (digits.back() == 'f') digits.pop_back();
    char* end = nullptr;
    errno = 0;
    token.kind = TokenKind::kReal;
    token.real = std::strtod(digits.c_str(), &end);
    if (*end != '\0') fail(fmt::format("'{}' is not a number", token.text));
    if (errno == ERANGE) fail(fmt::format("'{}' is out of double range", token.text));
  }

  void read_integer(Token& token, const std::string& digits) const {
    int base = 10;
    std::size_t start = 0;
    if (digits.size() > 2 && digits[0] == '0' && !is_digit(digits[1])) {
      const int letter = std::tolower(static_cast<unsigned char>(digits[1]));
      base = letter == 'x' ? 16 : letter == 'b' ? 2 : 0;
      start = 2;
    }
    char* end = nullptr;
    errno = 0;
    if (base != 0) token.integer = std::strtoll(digits.c_str() + start, &end, base);
    if (base == 0 || *end != '\0') {
      fail(fmt::format("'{}' is not a number", token.text), "write 12, 0x0c or 0b1100");
    }
    if (errno == ERANGE) fail(fmt::format("'{}' does not fit in 64 bits", token.text));
  }

  Token read_punctuation() {
    constexpr std::array<std::string_view, 8> kPairs = {
        "<<", ">>", "<=", ">=", "==", "!=", "&&", "||"};
    constexpr std::string_view kSingles = "+-*/%&|^~!<>?:,()[]{};=";
    Token token = start_token(TokenKind::kPunctuation);
    const std::string_view pair = line_.substr(position_, 2);
    if (std::find(kPairs.begin(), kPairs.end(), pair) != kPairs.end()) {
      token.text = pair;
    } else if (kSingles.find(at(0)) != std::string_view::npos) {
      token.text = at(0);
    } else {
      fail(fmt::format("unexpected character '{}'", at(0)), hint_for(at(0)));
    }
    position_ += token.text.size();
    return token;
  }

  static std::string hint_for(char c) {
    if (c == '#') return "a comment starts with //";
    if (c == '\\') return "no macro parameter or .rept counter of that name here";
    return {};
  }

  std::string_view line_;
  SourcePlace place_;
  std::size_t position_ = 0;
};

std::string describe(const Token& token) {
  if (token.kind == TokenKind::kEnd) return "the end of the line";
  if (token.kind == TokenKind::kString) return "\"" + token.text + "\"";
  return "'" + token.text + "'";
}

}  // namespace

std::vector<Token> tokenize(std::string_view line, const SourcePlace& place) {
  return Lexer(line, place).run();
}

TokenStream::TokenStream(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

const Token& TokenStream::peek(std::size_t ahead) const {
  return tokens_[std::min(position_ + ahead, tokens_.size() - 1)];
}

Token TokenStream::next() {
  Token token = peek();
  if (position_ + 1 < tokens_.size()) ++position_;
  return token;
}

bool TokenStream::sees(std::string_view punctuation, std::size_t ahead) const {
  const Token& token = peek(ahead);
  return token.kind == TokenKind::kPunctuation && token.text == punctuation;
}

bool TokenStream::accept(std::string_view punctuation) {
  if (!sees(punctuation)) return false;
  next();
  return true;
}

void TokenStream::expect(std::string_view punctuation) {
  if (!accept(punctuation)) fail_expected(fmt::format("'{}'", punctuation));
}

Token TokenStream::expect_name(std::string_view what) {
  if (peek().kind != TokenKind::kName) fail_expected(what);
  return next();
}

Token TokenStream::expect_string(std::string_view what) {
  if (peek().kind != TokenKind::kString) fail_expected(what);
  return next();
}

void TokenStream::expect_end() const {
  if (!at_end()) fail_expected("the end of the line");
}

void TokenStream::fail_expected(std::string_view what) const {
  throw UserError(id::kSyntax, fmt::format("expected {}, found {}", what, describe(peek())),
                  peek().place,
                  sees(";") ? "';' separates operations inside { } only; write one a line" : "");
}

}  // namespace podsim::assembler
