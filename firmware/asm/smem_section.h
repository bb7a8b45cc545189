// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_FIRMWARE_ASM_SMEM_SECTION_H_
#define PODSIM_FIRMWARE_ASM_SMEM_SECTION_H_

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "firmware/asm/errors.h"
#include "firmware/asm/expression.h"

namespace podsim::assembler {

/// The words that .word and .space put into SMEM.
class SmemSection {
 public:
  void set_cursor(int address) { cursor_ = address; }
  int cursor() const { return cursor_; }

  /// Puts a word at the cursor and moves it on. Throws UserError ASM-009 beyond SMEM and ASM-025
  /// when the word is set already.
  void add_word(Expression value, const SymbolTable& symbols,
                const std::shared_ptr<const LineUse>& use);

  /// Fills in the words that waited for labels, adding their errors to `log`.
  std::map<int, std::uint32_t> finish(const SymbolTable& symbols, ErrorLog& log);

 private:
  struct LateWord {
    int address = 0;
    Expression value;
    std::shared_ptr<const LineUse> use;
  };
  int cursor_ = 0;
  std::map<int, std::uint32_t> words_;
  std::vector<LateWord> late_;
};

}  // namespace podsim::assembler

#endif  // PODSIM_FIRMWARE_ASM_SMEM_SECTION_H_
