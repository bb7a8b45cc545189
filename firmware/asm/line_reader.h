// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_FIRMWARE_ASM_LINE_READER_H_
#define PODSIM_FIRMWARE_ASM_LINE_READER_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "firmware/asm/errors.h"

namespace podsim::assembler {

/// One line to assemble, as written or as an expansion made it.
struct SourceLine {
  std::string text;
  SourcePlace place;                   ///< file and line where the text stands
  std::shared_ptr<const LineUse> use;  ///< null for a line of the main file
};

std::vector<SourceLine> split_lines(const std::string& text, const std::string& file,
                                    const std::shared_ptr<const LineUse>& use);

/// The first word of a line (".if"), or empty.
std::string_view first_word(std::string_view line);

/// Delivers lines; an expansion pushed in front is read before the rest.
class LineReader {
 public:
  /// Throws UserError ASM-023 when expansions are too deep or too large.
  void push(std::vector<SourceLine> lines, const SourcePlace& place);
  /// The next line; nullptr when all have been read. Valid until the next call.
  const SourceLine* next();
  /// Nesting of the line that next() gave: 1 in the main file.
  std::size_t depth() const { return frames_.size(); }
  /// Takes the lines up to the `end` word that matches, nested `start`...`end` pairs included.
  /// Throws UserError ASM-020 at `place` when there is none in this file or expansion.
  std::vector<SourceLine> take_block(std::string_view start, std::string_view end,
                                     const SourcePlace& place);

 private:
  struct Frame {
    std::vector<SourceLine> lines;
    std::size_t position = 0;
  };
  std::vector<Frame> frames_;
  std::size_t total_lines_ = 0;
};

}  // namespace podsim::assembler

#endif  // PODSIM_FIRMWARE_ASM_LINE_READER_H_
