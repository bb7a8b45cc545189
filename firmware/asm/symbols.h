// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_FIRMWARE_ASM_SYMBOLS_H_
#define PODSIM_FIRMWARE_ASM_SYMBOLS_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "firmware/diagnostics/user_error.h"

namespace podsim::assembler {

/// What an expression gives: an integer of 64 bits, or a number in double precision.
struct Value {
  bool is_real = false;
  std::int64_t integer = 0;
  double real = 0.0;

  static Value of(std::int64_t value) { return {false, value, 0.0}; }
  static Value of_real(double value) { return {true, 0, value}; }
  double as_real() const { return is_real ? real : static_cast<double>(integer); }
  bool is_true() const { return is_real ? real != 0.0 : integer != 0; }
};

enum class RegisterClass : std::uint8_t { kScalar, kVector, kMask, kMxu };

struct Register {
  RegisterClass register_class = RegisterClass::kScalar;
  int number = 0;
};

/// "s", "v", "m" or "mxu".
std::string_view prefix(RegisterClass register_class);
int register_count(RegisterClass register_class);
/// The class whose prefix is `name`.
std::optional<RegisterClass> find_register_class(std::string_view name);
/// Splits "v12" into class and number (the number unchecked); nothing when `name` is no register.
std::optional<Register> parse_register_name(std::string_view name);
/// Throws UserError ASM-008 when the class has no such register.
Register checked_register(RegisterClass register_class, std::int64_t number,
                          const SourcePlace& place);

enum class SymbolKind : std::uint8_t { kConstant, kVariable, kLabel, kRegister };

struct Symbol {
  SymbolKind kind = SymbolKind::kConstant;
  Value value;  ///< of a label: the bundle
  Register alias;
  SourcePlace place;
};

/// All names of an assembly: .equ, .set, .reg and labels share one name space.
/// A name that starts with '.' is local to the global label before it: ".L1" after "main:" is
/// "main.L1".
class SymbolTable {
 public:
  /// Throws UserError ASM-012 when the name is taken or reserved. A kVariable may be set again.
  void define(const std::string& name, const Symbol& symbol);
  /// By full name.
  const Symbol* find(const std::string& name) const;
  /// The full name of a label that is written `name` here.
  std::string qualify(const std::string& name) const;
  /// Makes `label` the scope of the local labels that follow.
  void open_scope(const std::string& label) { scope_ = label; }

  const std::map<std::string, Symbol>& all() const { return symbols_; }
  /// UserError ASM-011 with the nearest name.
  [[noreturn]] void fail_unknown(const std::string& name, const SourcePlace& place) const;

 private:
  std::map<std::string, Symbol> symbols_;
  std::string scope_;
};

}  // namespace podsim::assembler

#endif  // PODSIM_FIRMWARE_ASM_SYMBOLS_H_
