// SPDX-License-Identifier: Apache-2.0
#include "sw/report/text_table.h"

#include <algorithm>
#include <utility>

namespace podsim {
namespace {

constexpr std::size_t kGap = 2;

std::string padded(const std::string& text, std::size_t width, bool right) {
  const std::size_t used = display_width(text);
  const std::string blanks(width > used ? width - used : 0, ' ');
  return right ? blanks + text : text + blanks;
}

std::string trimmed(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

std::string repeated(const char* piece, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += piece;
  return out;
}

}  // namespace

std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;  // not a continuation byte
  }));
}

TextTable::TextTable(std::vector<TextColumn> columns) : columns_(std::move(columns)) {}

void TextTable::add_row(std::vector<std::string> cells) {
  cells.resize(columns_.size());
  rows_.push_back(std::move(cells));
}

void TextTable::add_rule() { rows_.emplace_back(); }

bool TextTable::has_units() const {
  return std::any_of(columns_.begin(), columns_.end(),
                     [](const TextColumn& column) { return !column.unit.empty(); });
}

std::vector<std::size_t> TextTable::widths() const {
  std::vector<std::size_t> result;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    std::size_t width = std::max(display_width(columns_[c].title), display_width(columns_[c].unit));
    for (const auto& row : rows_) {
      if (!row.empty()) width = std::max(width, display_width(row[c]));
    }
    result.push_back(width);
  }
  return result;
}

std::string TextTable::render(const TextStyle& style) const {
  const std::vector<std::size_t> width = widths();
  std::size_t total = 0;
  for (const std::size_t w : width) total += w + kGap;
  const std::string rule =
      repeated(style.unicode ? "─" : "-", total > kGap ? total - kGap : 0) + "\n";
  const auto line = [&](const auto& cell) {
    std::string text;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      if (c != 0) text.append(kGap, ' ');
      text += padded(cell(c), width[c], columns_[c].right);
    }
    return trimmed(text);
  };
  const auto heading = [&style](const std::string& text) {
    return (style.colour ? "\x1b[1m" + text + "\x1b[0m" : text) + "\n";
  };
  std::string out = heading(line([this](std::size_t c) { return columns_[c].title; }));
  if (has_units()) out += line([this](std::size_t c) { return columns_[c].unit; }) + "\n";
  out += rule;
  for (const auto& row : rows_) {
    out += row.empty() ? rule : line([&row](std::size_t c) { return row[c]; }) + "\n";
  }
  return out;
}

}  // namespace podsim
