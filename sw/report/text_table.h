// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_REPORT_TEXT_TABLE_H_
#define PODSIM_SW_REPORT_TEXT_TABLE_H_

#include <string>
#include <string_view>
#include <vector>

namespace podsim {

/// What the reader's terminal can show. The caller decides; nothing here asks the terminal.
struct TextStyle {
  bool colour = false;  ///< ANSI escape sequences
  bool unicode = true;  ///< characters beyond ASCII
};

struct TextColumn {
  std::string title;
  std::string unit;   ///< printed under the title; may be empty
  bool right = true;  ///< aligned to the right
};

/// A table of text with a header, for a terminal or a log.
class TextTable {
 public:
  explicit TextTable(std::vector<TextColumn> columns);

  /// One cell for each column; missing ones are empty.
  void add_row(std::vector<std::string> cells);
  /// A horizontal line before the next row.
  void add_rule();

  /// The table, each line ended by a newline, no blanks at the ends of lines.
  std::string render(const TextStyle& style = {}) const;

 private:
  std::vector<std::size_t> widths() const;
  bool has_units() const;

  std::vector<TextColumn> columns_;
  std::vector<std::vector<std::string>> rows_;  ///< an empty row is a rule
};

/// Characters of UTF-8 text (not of the combining or double-width kinds, which are not used).
std::size_t display_width(std::string_view text);

}  // namespace podsim

#endif  // PODSIM_SW_REPORT_TEXT_TABLE_H_
