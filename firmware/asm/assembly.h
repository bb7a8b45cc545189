// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_FIRMWARE_ASM_ASSEMBLY_H_
#define PODSIM_FIRMWARE_ASM_ASSEMBLY_H_

#include <map>
#include <string>
#include <vector>

#include "firmware/asm/assembler.h"
#include "firmware/asm/line_reader.h"
#include "firmware/asm/macro.h"
#include "firmware/asm/program_builder.h"
#include "firmware/asm/smem_section.h"
#include "firmware/asm/token.h"

namespace podsim::assembler {

/// One run of the assembler: reads lines, carries out directives, hands operations to the builder.
class Assembly {
 public:
  explicit Assembly(const AssembleOptions& options);

  Program run(const std::string& source, const std::string& file);

 private:
  /// An .if that is open.
  struct Conditional {
    bool active = false;     ///< lines are assembled now
    bool was_taken = false;  ///< some branch of it has been
    bool parent_active = true;
    bool saw_else = false;
    std::size_t depth = 0;  ///< of the line reader
    SourcePlace place;
    std::shared_ptr<const LineUse> use;
  };
  using Directive = void (Assembly::*)(TokenStream&);
  static const std::map<std::string, Directive>& directives();

  void predefine(const std::string& name, SymbolKind kind, std::int64_t value);
  void export_symbols(Program& program) const;
  void read_all();
  void read_line(const SourceLine& line);
  void statement(TokenStream& tokens);
  void labels(TokenStream& tokens);
  void define_label(const Token& name);
  void operation(const Token& mnemonic, TokenStream& tokens);
  ParsedOperation parse(const Token& mnemonic, TokenStream& tokens) const;
  void call_macro(const Macro& macro, const Token& name);
  [[noreturn]] void fail_unknown_operation(const Token& mnemonic) const;
  void directive(const Token& name, TokenStream& tokens);

  void bundle_line(TokenStream& tokens);
  void bundle_statement(TokenStream& tokens);
  void bundle_immediates(TokenStream& tokens);
  void recover_bundle(const SourceLine& line);

  bool is_skipping() const { return !conditionals_.empty() && !conditionals_.back().active; }
  void skipped_line(const SourceLine& line);
  void close_conditionals(std::size_t depth);
  Conditional& open_conditional(const char* directive);
  bool condition(TokenStream& tokens);

  void do_if(TokenStream& tokens);
  void do_elif(TokenStream& tokens);
  void do_else(TokenStream& tokens);
  void do_endif(TokenStream& tokens);
  void do_equ(TokenStream& tokens);
  void do_set(TokenStream& tokens);
  void do_reg(TokenStream& tokens);
  void do_include(TokenStream& tokens);
  void do_macro(TokenStream& tokens);
  void do_rept(TokenStream& tokens);
  void do_stray_end(TokenStream& tokens);
  void do_smem(TokenStream& tokens);
  void do_text(TokenStream& tokens);
  void do_word(TokenStream& tokens);
  void do_space(TokenStream& tokens);
  void do_pack(TokenStream& tokens);
  void do_align(TokenStream& tokens);
  void do_error(TokenStream& tokens);
  void do_assert(TokenStream& tokens);
  void do_imm(TokenStream& tokens);

  void define_constant(TokenStream& tokens, SymbolKind kind);
  std::vector<MacroParameter> macro_parameters(TokenStream& tokens) const;
  void require_smem(const char* directive) const;
  /// The place of the line that is being read.
  const SourcePlace& here() const { return line_.place; }

  const AssembleOptions& options_;
  LineReader reader_;
  SourceLine line_;
  SymbolTable symbols_;
  ProgramBuilder builder_;
  SmemSection smem_;
  ErrorLog log_;
  std::map<std::string, Macro> macros_;
  std::vector<Conditional> conditionals_;
  bool in_smem_ = false;
  bool in_bundle_ = false;
  bool bundle_is_empty_ = true;
  SourcePlace bundle_place_;
  int expansions_ = 0;
};

}  // namespace podsim::assembler

#endif  // PODSIM_FIRMWARE_ASM_ASSEMBLY_H_
