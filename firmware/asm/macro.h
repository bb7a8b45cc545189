// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_FIRMWARE_ASM_MACRO_H_
#define PODSIM_FIRMWARE_ASM_MACRO_H_

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "firmware/asm/line_reader.h"
#include "firmware/asm/token.h"

namespace podsim::assembler {

struct MacroParameter {
  std::string name;
  std::optional<std::string> fallback;  ///< text used when the argument is left out
};

struct Macro {
  std::string name;
  std::vector<MacroParameter> parameters;
  std::vector<SourceLine> body;
  SourcePlace place;
};

/// Replaces "\name" for each name in `values`, "\@" by `unique`, and "\()" by nothing; leaves other
/// backslashes as they are.
std::string substitute(std::string_view text, const std::map<std::string, std::string>& values,
                       int unique);

/// Splits at commas outside parentheses, brackets and strings, and trims. "" gives no argument.
std::vector<std::string> split_arguments(std::string_view text);

/// The body with the arguments put in. Throws UserError ASM-022 at the call's place.
std::vector<SourceLine> expand_macro(const Macro& macro, const std::vector<std::string>& arguments,
                                     int unique, const SourceLine& call, const SourcePlace& place);

/// The block `count` times; in repetition i, "\counter" is i and so is the symbol `counter`
/// (unless the name is empty).
std::vector<SourceLine> expand_repeat(const std::vector<SourceLine>& block, int count,
                                      const std::string& counter, int unique,
                                      const SourceLine& call);

}  // namespace podsim::assembler

#endif  // PODSIM_FIRMWARE_ASM_MACRO_H_
