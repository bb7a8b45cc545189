// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "firmware/asm/assembly.h"
#include "firmware/asm/diagnostic_ids.h"

namespace podsim::assembler {

void Assembly::skipped_line(const SourceLine& line) {
  const std::string_view word = first_word(line.text);
  if (word == ".if") {
    Conditional nested;
    nested.parent_active = false;
    nested.depth = reader_.depth();
    nested.place = line.place;
    nested.use = line.use;
    conditionals_.push_back(nested);
  } else if (word == ".elif" || word == ".else" || word == ".endif") {
    TokenStream tokens(tokenize(line.text, line.place));
    const Token name = tokens.next();
    directive(name, tokens);
  }
}

/// An .if must end in the file or expansion in which it starts.
void Assembly::close_conditionals(std::size_t depth) {
  while (!conditionals_.empty() && conditionals_.back().depth > depth) {
    const Conditional open = conditionals_.back();
    conditionals_.pop_back();
    log_.add(annotate(UserError(id::kUnterminated, ".if has no .endif", open.place), open.use));
  }
}

Assembly::Conditional& Assembly::open_conditional(const char* directive) {
  if (conditionals_.empty() || conditionals_.back().depth != reader_.depth()) {
    throw UserError(id::kStrayEnd, fmt::format("{} without .if", directive), here());
  }
  return conditionals_.back();
}

bool Assembly::condition(TokenStream& tokens) { return parse_constant(tokens, symbols_).is_true(); }

void Assembly::do_if(TokenStream& tokens) {
  Conditional opened;
  opened.depth = reader_.depth();
  opened.place = here();
  opened.use = line_.use;
  conditionals_.push_back(opened);
  const bool taken = condition(tokens);
  conditionals_.back().active = taken;
  conditionals_.back().was_taken = taken;
}

void Assembly::do_elif(TokenStream& tokens) {
  Conditional& open = open_conditional(".elif");
  if (open.saw_else) throw UserError(id::kStrayEnd, ".elif after .else", here());
  const bool candidate = open.parent_active && !open.was_taken;
  open.active = false;
  if (!candidate) {
    while (!tokens.at_end()) tokens.next();
    return;
  }
  open.active = condition(tokens);
  open.was_taken = open.active;
}

void Assembly::do_else(TokenStream&) {
  Conditional& open = open_conditional(".else");
  if (open.saw_else) throw UserError(id::kStrayEnd, "second .else", here());
  open.saw_else = true;
  open.active = open.parent_active && !open.was_taken;
  open.was_taken = true;
}

void Assembly::do_endif(TokenStream&) {
  open_conditional(".endif");
  conditionals_.pop_back();
}

}  // namespace podsim::assembler
