// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_FIRMWARE_ASM_TOKEN_H_
#define PODSIM_FIRMWARE_ASM_TOKEN_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "firmware/diagnostics/user_error.h"

namespace podsim::assembler {

enum class TokenKind : std::uint8_t { kName, kInteger, kReal, kString, kPunctuation, kEnd };

struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::string text;  ///< as written; without the quotes for a string
  std::int64_t integer = 0;
  double real = 0.0;
  SourcePlace place;
};

/// The tokens of one line, a kEnd token last. A comment runs from `//` to the end.
/// `place` gives file and line. Throws UserError ASM-002.
std::vector<Token> tokenize(std::string_view line, const SourcePlace& place);

/// A reading position in the tokens of one line.
class TokenStream {
 public:
  explicit TokenStream(std::vector<Token> tokens);

  const Token& peek(std::size_t ahead = 0) const;
  Token next();
  bool at_end() const { return peek().kind == TokenKind::kEnd; }
  /// Whether the next token is this punctuation.
  bool sees(std::string_view punctuation, std::size_t ahead = 0) const;
  bool accept(std::string_view punctuation);
  /// Throws UserError ASM-003 when the next token is another.
  void expect(std::string_view punctuation);
  /// A name, or UserError ASM-003 saying that `what` was expected.
  Token expect_name(std::string_view what);
  Token expect_string(std::string_view what);
  /// UserError ASM-003 unless the line ends here.
  void expect_end() const;
  [[noreturn]] void fail_expected(std::string_view what) const;

 private:
  std::vector<Token> tokens_;
  std::size_t position_ = 0;
};

}  // namespace podsim::assembler

#endif  // PODSIM_FIRMWARE_ASM_TOKEN_H_
