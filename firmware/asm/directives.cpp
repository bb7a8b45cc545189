// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <utility>

#include "firmware/asm/assembly.h"
#include "firmware/asm/diagnostic_ids.h"
#include "firmware/diagnostics/nearest_name.h"
#include "firmware/isa/machine.h"

namespace podsim::assembler {
namespace {

constexpr int kMaxRepeat = 1'000'000;
constexpr int kMaxAlignment = 1024;

/// The directory of a path with its last '/', or empty.
std::string directory_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string{} : path.substr(0, slash + 1);
}

}  // namespace

const std::map<std::string, Assembly::Directive>& Assembly::directives() {
  static const std::map<std::string, Directive> kDirectives = {
      {".if", &Assembly::do_if},       {".elif", &Assembly::do_elif},
      {".else", &Assembly::do_else},   {".endif", &Assembly::do_endif},
      {".equ", &Assembly::do_equ},     {".set", &Assembly::do_set},
      {".reg", &Assembly::do_reg},     {".include", &Assembly::do_include},
      {".macro", &Assembly::do_macro}, {".endm", &Assembly::do_stray_end},
      {".rept", &Assembly::do_rept},   {".endr", &Assembly::do_stray_end},
      {".smem", &Assembly::do_smem},   {".text", &Assembly::do_text},
      {".word", &Assembly::do_word},   {".space", &Assembly::do_space},
      {".pack", &Assembly::do_pack},   {".align", &Assembly::do_align},
      {".error", &Assembly::do_error}, {".assert", &Assembly::do_assert},
      {".imm", &Assembly::do_imm}};
  return kDirectives;
}

void Assembly::directive(const Token& name, TokenStream& tokens) {
  const auto found = directives().find(name.text);
  if (found == directives().end()) {
    std::vector<std::string> names;
    for (const auto& [known, member] : directives()) names.push_back(known);
    throw UserError(id::kUnknownDirective, fmt::format("unknown directive '{}'", name.text),
                    name.place, did_you_mean(name.text, names));
  }
  (this->*found->second)(tokens);
  tokens.expect_end();
}

void Assembly::define_constant(TokenStream& tokens, SymbolKind kind) {
  const Token name = tokens.expect_name("a name");
  tokens.expect(",");
  Symbol symbol;
  symbol.kind = kind;
  symbol.value = parse_constant(tokens, symbols_);
  symbol.place = name.place;
  symbols_.define(symbols_.qualify(name.text), symbol);
}

void Assembly::do_equ(TokenStream& tokens) { define_constant(tokens, SymbolKind::kConstant); }

void Assembly::do_set(TokenStream& tokens) { define_constant(tokens, SymbolKind::kVariable); }

void Assembly::do_reg(TokenStream& tokens) {
  const Token name = tokens.expect_name("a name");
  tokens.expect(",");
  const std::optional<Register> found = accept_register(tokens, symbols_);
  if (!found) tokens.fail_expected("a register");
  Symbol symbol;
  symbol.kind = SymbolKind::kRegister;
  symbol.alias = *found;
  symbol.place = name.place;
  symbols_.define(name.text, symbol);
}

void Assembly::do_include(TokenStream& tokens) {
  const Token path = tokens.expect_string("a file name in quotes");
  std::vector<std::string> candidates = {directory_of(here().file) + path.text};
  if (path.text.front() == '/') candidates = {path.text};
  for (const std::string& directory : options_.include_paths) {
    candidates.push_back(directory + "/" + path.text);
  }
  for (const std::string& candidate : candidates) {
    const std::optional<std::string> text = options_.read_file(candidate);
    if (!text) continue;
    const auto use = std::make_shared<const LineUse>(LineUse{"file", here(), line_.use});
    reader_.push(split_lines(*text, candidate, use), here());
    return;
  }
  throw UserError(id::kCannotRead, fmt::format("cannot read '{}'", path.text), path.place,
                  fmt::format("looked for {}", fmt::join(candidates, ", ")));
}

void Assembly::do_macro(TokenStream& tokens) {
  const Token name = tokens.expect_name("the macro's name");
  Macro macro;
  macro.name = name.text;
  macro.place = name.place;
  macro.parameters = macro_parameters(tokens);
  macro.body = reader_.take_block(".macro", ".endm", here());
  for (const SourceLine& line : macro.body) {
    if (first_word(line.text) != ".macro") continue;
    throw UserError(id::kSyntax, "a macro inside a macro", line.place, "define it outside");
  }
  const auto found = macros_.find(name.text);
  if (found != macros_.end() || isa::find_operation(name.text) || name.text.front() == '.') {
    const std::string owner = found == macros_.end()
                                  ? "an operation or directive"
                                  : "a macro since " + to_string(found->second.place);
    throw UserError(id::kNameTaken, fmt::format("'{}' is {}", name.text, owner), name.place,
                    "choose another name");
  }
  macros_.emplace(name.text, std::move(macro));
}

std::vector<MacroParameter> Assembly::macro_parameters(TokenStream& tokens) const {
  std::vector<MacroParameter> parameters;
  const std::string& text = line_.text;
  const int end = tokenize(text, here()).back().place.column - 1;
  while (!tokens.at_end()) {
    if (!parameters.empty()) tokens.expect(",");
    MacroParameter parameter;
    parameter.name = tokens.expect_name("a parameter name").text;
    if (tokens.accept("=")) {
      const int start = tokens.peek().place.column - 1;
      while (!tokens.at_end() && !tokens.sees(",")) tokens.next();
      const int stop = tokens.at_end() ? end : tokens.peek().place.column - 1;
      const std::vector<std::string> fallback = split_arguments(
          text.substr(static_cast<std::size_t>(start), static_cast<std::size_t>(stop - start)));
      parameter.fallback = fallback.empty() ? std::string{} : fallback.front();
    }
    parameters.push_back(std::move(parameter));
  }
  return parameters;
}

void Assembly::do_rept(TokenStream& tokens) {
  const auto block = reader_.take_block(".rept", ".endr", here());
  const auto count =
      static_cast<int>(parse_integer(tokens, symbols_, "the count of .rept", 0, kMaxRepeat));
  std::string counter;
  if (tokens.accept(",")) counter = tokens.expect_name("the counter's name").text;
  reader_.push(expand_repeat(block, count, counter, expansions_, line_), here());
  expansions_ += count;
}

void Assembly::do_stray_end(TokenStream&) {
  throw UserError(id::kStrayEnd, fmt::format("{} without its beginning", first_word(line_.text)),
                  here());
}

void Assembly::do_smem(TokenStream& tokens) {
  builder_.break_bundle();
  smem_.set_cursor(
      static_cast<int>(parse_integer(tokens, symbols_, "an SMEM address", 0, isa::kSmemWords - 1)));
  in_smem_ = true;
}

void Assembly::do_text(TokenStream&) { in_smem_ = false; }

void Assembly::require_smem(const char* directive) const {
  if (in_smem_) return;
  throw UserError(id::kWrongSection, fmt::format("{} outside the SMEM section", directive), here(),
                  "start it with .smem ADDRESS");
}

void Assembly::do_word(TokenStream& tokens) {
  require_smem(".word");
  do {
    const SourcePlace place = tokens.peek().place;
    Expression value = parse_expression(tokens, symbols_);
    value.place = place;
    smem_.add_word(std::move(value), symbols_, line_.use);
  } while (tokens.accept(","));
}

void Assembly::do_space(TokenStream& tokens) {
  require_smem(".space");
  const std::int64_t count =
      parse_integer(tokens, symbols_, "the count of .space", 0, isa::kSmemWords);
  Expression fill;
  fill.place = here();
  if (tokens.accept(",")) fill.value = parse_constant(tokens, symbols_);
  for (std::int64_t i = 0; i < count; ++i) smem_.add_word(fill, symbols_, line_.use);
}

void Assembly::do_pack(TokenStream& tokens) {
  const Token mode = tokens.expect_name("on or off");
  if (mode.text != "on" && mode.text != "off") {
    throw UserError(id::kSyntax, fmt::format("expected on or off, found '{}'", mode.text),
                    mode.place);
  }
  builder_.set_packing(mode.text == "on");
}

void Assembly::do_align(TokenStream& tokens) {
  const auto alignment = static_cast<int>(
      parse_integer(tokens, symbols_, "the alignment in bundles", 1, kMaxAlignment));
  builder_.align(alignment, here());
}

void Assembly::do_error(TokenStream& tokens) {
  throw UserError(id::kUserMessage, tokens.expect_string("a message in quotes").text, here());
}

void Assembly::do_assert(TokenStream& tokens) {
  const Value value = parse_constant(tokens, symbols_);
  std::string message = "assertion failed";
  if (tokens.accept(",")) message = tokens.expect_string("a message in quotes").text;
  if (!value.is_true()) throw UserError(id::kUserMessage, message, here());
}

void Assembly::do_imm(TokenStream&) {
  throw UserError(id::kInsideBundle, ".imm stands inside { } only", here());
}

}  // namespace podsim::assembler
