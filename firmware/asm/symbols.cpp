// SPDX-License-Identifier: Apache-2.0
#include "firmware/asm/symbols.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "firmware/asm/diagnostic_ids.h"
#include "firmware/asm/raw_operand.h"
#include "firmware/diagnostics/nearest_name.h"
#include "firmware/isa/machine.h"
#include "firmware/isa/operation.h"

namespace podsim::assembler {
namespace {

struct ClassEntry {
  RegisterClass register_class;
  std::string_view prefix;
  std::string_view title;
  int count;
};
constexpr std::array<ClassEntry, 4> kClasses = {{
    {RegisterClass::kScalar, "s", "scalar registers", isa::kScalarRegisters},
    {RegisterClass::kVector, "v", "vector registers", isa::kVectorRegisters},
    {RegisterClass::kMask, "m", "mask registers", isa::kMaskRegisters},
    {RegisterClass::kMxu, "mxu", "matrix units", isa::kMxus},
}};

const ClassEntry& entry(RegisterClass register_class) {
  return kClasses[static_cast<std::size_t>(register_class)];
}

bool is_reserved(const std::string& name) {
  constexpr std::array<std::string_view, 8> kFunctions = {"inf",  "nan", "float", "int",
                                                          "bits", "min", "max",   "defined"};
  return parse_register_name(name) || find_register_class(name) || find_raw_operand(name) ||
         name == "asfloat" || isa::find_operation(name) ||
         std::find(kFunctions.begin(), kFunctions.end(), name) != kFunctions.end();
}

}  // namespace

std::string_view prefix(RegisterClass register_class) { return entry(register_class).prefix; }

int register_count(RegisterClass register_class) { return entry(register_class).count; }

std::optional<RegisterClass> find_register_class(std::string_view name) {
  for (const ClassEntry& c : kClasses) {
    if (c.prefix == name) return c.register_class;
  }
  return std::nullopt;
}

std::optional<Register> parse_register_name(std::string_view name) {
  const std::size_t digits = name.find_first_of("0123456789");
  if (digits == std::string_view::npos || name.size() - digits > 6) return std::nullopt;
  const std::optional<RegisterClass> found = find_register_class(name.substr(0, digits));
  if (!found) return std::nullopt;
  int number = 0;
  for (const char c : name.substr(digits)) {
    if (c < '0' || c > '9') return std::nullopt;
    number = number * 10 + (c - '0');
  }
  return Register{*found, number};
}

Register checked_register(RegisterClass register_class, std::int64_t number,
                          const SourcePlace& place) {
  const ClassEntry& c = entry(register_class);
  if (number < 0 || number >= c.count) {
    throw UserError(id::kRegisterRange, fmt::format("there is no {}{}", c.prefix, number), place,
                    fmt::format("{} are {}0..{}{}", c.title, c.prefix, c.prefix, c.count - 1));
  }
  return {register_class, static_cast<int>(number)};
}

void SymbolTable::define(const std::string& name, const Symbol& symbol) {
  if (is_reserved(name)) {
    throw UserError(id::kNameTaken, fmt::format("'{}' is a reserved word", name), symbol.place,
                    "choose another name");
  }
  const auto [found, is_new] = symbols_.emplace(name, symbol);
  if (is_new) return;
  const bool both_variable =
      symbol.kind == SymbolKind::kVariable && found->second.kind == SymbolKind::kVariable;
  if (!both_variable) {
    throw UserError(
        id::kNameTaken,
        fmt::format("'{}' is already defined at {}", name, to_string(found->second.place)),
        symbol.place, "a name has one meaning; only .set may be repeated");
  }
  found->second = symbol;
}

const Symbol* SymbolTable::find(const std::string& name) const {
  const auto found = symbols_.find(name);
  return found == symbols_.end() ? nullptr : &found->second;
}

std::string SymbolTable::qualify(const std::string& name) const {
  return name.front() == '.' ? scope_ + name : name;
}

void SymbolTable::fail_unknown(const std::string& name, const SourcePlace& place) const {
  std::vector<std::string> names;
  for (const auto& [known, symbol] : symbols_) names.push_back(known);
  throw UserError(id::kUnknownSymbol, fmt::format("'{}' is not defined", name), place,
                  did_you_mean(name, names));
}

}  // namespace podsim::assembler
