// SPDX-License-Identifier: Apache-2.0
#include "firmware/asm/smem_section.h"

#include <fmt/format.h>

#include <utility>

#include "firmware/asm/diagnostic_ids.h"
#include "firmware/isa/machine.h"

namespace podsim::assembler {

void SmemSection::add_word(Expression value, const SymbolTable& symbols,
                           const std::shared_ptr<const LineUse>& use) {
  if (cursor_ >= isa::kSmemWords) {
    throw UserError(
        id::kValueRange,
        fmt::format("SMEM word {} is beyond the memory: 0..{}", cursor_, isa::kSmemWords - 1),
        value.place);
  }
  std::uint32_t bits = 0;
  if (value.is_constant()) {
    bits = to_bits(evaluate(value, symbols), value.place);
  }
  if (!words_.emplace(cursor_, bits).second) {
    throw UserError(id::kWordTwice, fmt::format("SMEM word {} has a value already", cursor_),
                    value.place);
  }
  if (!value.is_constant()) late_.push_back({cursor_, std::move(value), use});
  ++cursor_;
}

std::map<int, std::uint32_t> SmemSection::finish(const SymbolTable& symbols, ErrorLog& log) {
  for (const LateWord& late : late_) {
    try {
      words_[late.address] = to_bits(evaluate(late.value, symbols), late.value.place);
    } catch (const UserError& error) {
      log.add(annotate(error, late.use));
    }
  }
  return std::move(words_);
}

}  // namespace podsim::assembler
