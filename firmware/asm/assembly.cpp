// SPDX-License-Identifier: Apache-2.0
#include "firmware/asm/assembly.h"

#include <fmt/format.h>

#include <limits>
#include <utility>

#include "firmware/asm/diagnostic_ids.h"
#include "firmware/asm/flow_check.h"
#include "firmware/diagnostics/nearest_name.h"

namespace podsim::assembler {

Assembly::Assembly(const AssembleOptions& options) : options_(options) {
  for (const auto& [name, value] : options.symbols) predefine(name, SymbolKind::kConstant, value);
  for (const auto& [name, bundle] : options.labels) predefine(name, SymbolKind::kLabel, bundle);
}

void Assembly::predefine(const std::string& name, SymbolKind kind, std::int64_t value) {
  Symbol symbol;
  symbol.kind = kind;
  symbol.value = Value::of(value);
  symbol.place.file = "predefined";
  symbols_.define(name, symbol);
}

Program Assembly::run(const std::string& source, const std::string& file) {
  reader_.push(split_lines(source, file, nullptr), SourcePlace{file, 0, 0});
  read_all();
  Program program = builder_.finish(symbols_, log_);
  program.name = file;
  program.smem_image = smem_.finish(symbols_, log_);
  export_symbols(program);
  if (options_.check_flow && log_.empty()) check_flow(program, log_);
  log_.throw_if_any();
  return program;
}

void Assembly::export_symbols(Program& program) const {
  for (const auto& [name, symbol] : symbols_.all()) {
    if (symbol.kind == SymbolKind::kRegister || symbol.value.is_real) continue;
    if (symbol.kind != SymbolKind::kLabel) {
      program.symbols[name] = symbol.value.integer;
    } else if (options_.labels.count(name) == 0) {
      program.labels[name] = static_cast<int>(symbol.value.integer);
    }
  }
}

void Assembly::read_all() {
  while (const SourceLine* line = reader_.next()) {
    line_ = *line;
    try {
      close_conditionals(reader_.depth());
      read_line(line_);
    } catch (const UserError& error) {
      log_.add(annotate(error, line_.use));
      recover_bundle(line_);
    }
  }
  close_conditionals(0);
  if (in_bundle_) {
    log_.add(UserError(id::kUnterminated, "'{' has no '}'", bundle_place_));
  }
}

void Assembly::read_line(const SourceLine& line) {
  if (is_skipping()) {
    skipped_line(line);
    return;
  }
  TokenStream tokens(tokenize(line.text, line.place));
  if (!in_bundle_) labels(tokens);
  if (tokens.at_end()) return;
  if (in_bundle_ || tokens.sees("{")) {
    bundle_line(tokens);
  } else {
    statement(tokens);
  }
}

void Assembly::labels(TokenStream& tokens) {
  while (tokens.peek().kind == TokenKind::kName && tokens.sees(":", 1)) {
    define_label(tokens.next());
    tokens.next();
  }
}

void Assembly::define_label(const Token& name) {
  Symbol symbol;
  symbol.place = name.place;
  symbol.kind = in_smem_ ? SymbolKind::kConstant : SymbolKind::kLabel;
  symbol.value = Value::of(in_smem_ ? smem_.cursor() : builder_.break_bundle());
  symbols_.define(symbols_.qualify(name.text), symbol);
  const bool is_global = name.text.find('.') == std::string::npos;
  if (is_global && !in_smem_) symbols_.open_scope(name.text);
}

void Assembly::statement(TokenStream& tokens) {
  const Token name = tokens.expect_name("an operation, a directive or a label");
  if (name.text.front() == '.') {
    directive(name, tokens);
    return;
  }
  const auto macro = macros_.find(name.text);
  if (macro != macros_.end()) {
    call_macro(macro->second, name);
  } else {
    operation(name, tokens);
  }
}

void Assembly::operation(const Token& mnemonic, TokenStream& tokens) {
  const ParsedOperation parsed = parse(mnemonic, tokens);
  tokens.expect_end();
  if (in_smem_) {
    throw UserError(id::kWrongSection,
                    fmt::format("operation '{}' in the SMEM section", mnemonic.text),
                    mnemonic.place, ".text returns to the program");
  }
  builder_.add(parsed);
}

ParsedOperation Assembly::parse(const Token& mnemonic, TokenStream& tokens) const {
  const std::optional<isa::Opcode> opcode = isa::find_operation(mnemonic.text);
  if (!opcode) fail_unknown_operation(mnemonic);
  ParsedOperation parsed = parse_operation(mnemonic, *opcode, tokens, symbols_);
  parsed.use = line_.use;
  return parsed;
}

void Assembly::fail_unknown_operation(const Token& mnemonic) const {
  std::vector<std::string> names;
  for (const isa::Operation& op : isa::operations()) names.emplace_back(op.mnemonic);
  for (const auto& [name, macro] : macros_) names.push_back(name);
  throw UserError(id::kUnknownOperation, fmt::format("unknown operation '{}'", mnemonic.text),
                  mnemonic.place, did_you_mean(mnemonic.text, names));
}

void Assembly::call_macro(const Macro& macro, const Token& name) {
  const std::size_t after_name = static_cast<std::size_t>(name.place.column) - 1 + name.text.size();
  const auto end =
      static_cast<std::size_t>(tokenize(line_.text, line_.place).back().place.column - 1);
  const std::string arguments = line_.text.substr(after_name, end - after_name);
  reader_.push(expand_macro(macro, split_arguments(arguments), expansions_++, line_, name.place),
               name.place);
}

void Assembly::bundle_line(TokenStream& tokens) {
  if (!in_bundle_) {
    if (in_smem_) {
      throw UserError(id::kWrongSection, "bundle in the SMEM section", tokens.peek().place,
                      ".text returns to the program");
    }
    bundle_place_ = tokens.next().place;
    builder_.begin_explicit(bundle_place_);
    in_bundle_ = true;
    bundle_is_empty_ = true;
  }
  while (!tokens.at_end()) {
    if (tokens.accept(";")) continue;
    if (tokens.accept("}")) {
      in_bundle_ = false;
      builder_.end_explicit();
      tokens.expect_end();
      return;
    }
    bundle_statement(tokens);
  }
}

void Assembly::bundle_statement(TokenStream& tokens) {
  const Token name = tokens.expect_name("an operation");
  if (tokens.sees(":") || macros_.count(name.text) != 0 ||
      (name.text.front() == '.' && name.text != ".imm")) {
    throw UserError(id::kInsideBundle, fmt::format("'{}' cannot stand inside {{ }}", name.text),
                    name.place, "only operations and .imm can");
  }
  if (name.text == ".imm") {
    bundle_immediates(tokens);
  } else {
    builder_.add_explicit(parse(name, tokens));
  }
  bundle_is_empty_ = false;
  const bool ends = tokens.at_end() || tokens.sees(";") || tokens.sees("}");
  if (!ends) tokens.fail_expected("';' or '}'");
}

void Assembly::bundle_immediates(TokenStream& tokens) {
  if (!bundle_is_empty_) {
    throw UserError(id::kInsideBundle, ".imm must stand first in its bundle", here());
  }
  std::array<std::int16_t, isa::kImmediates> values{};
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) tokens.expect(",");
    values[i] = static_cast<std::int16_t>(parse_integer(tokens, symbols_, "an immediate",
                                                        std::numeric_limits<std::int16_t>::min(),
                                                        std::numeric_limits<std::int16_t>::max()));
  }
  builder_.fix_immediates(values);
}

/// After an error in a line that should have closed the bundle.
void Assembly::recover_bundle(const SourceLine& line) {
  if (!in_bundle_ || line.text.find('}') == std::string::npos) return;
  in_bundle_ = false;
  builder_.end_explicit();
}

}  // namespace podsim::assembler
