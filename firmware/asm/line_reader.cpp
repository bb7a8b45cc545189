// SPDX-License-Identifier: Apache-2.0
#include "firmware/asm/line_reader.h"

#include <fmt/format.h>

#include <utility>

#include "firmware/asm/diagnostic_ids.h"

namespace podsim::assembler {
namespace {

constexpr std::size_t kMaxDepth = 64;
constexpr std::size_t kMaxLines = 2'000'000;

}  // namespace

std::vector<SourceLine> split_lines(const std::string& text, const std::string& file,
                                    const std::shared_ptr<const LineUse>& use) {
  std::vector<SourceLine> lines;
  std::size_t start = 0;
  while (start < text.size()) {
    std::size_t end = text.find('\n', start);
    if (end == std::string::npos) end = text.size();
    const int number = static_cast<int>(lines.size()) + 1;
    lines.push_back({text.substr(start, end - start), SourcePlace{file, number, 0}, use});
    start = end + 1;
  }
  return lines;
}

std::string_view first_word(std::string_view line) {
  const std::size_t start = line.find_first_not_of(" \t\r");
  if (start == std::string_view::npos) return {};
  const std::size_t end = line.find_first_of(" \t\r,;/{}()\"!", start);
  return line.substr(start, end == std::string_view::npos ? end : end - start);
}

void LineReader::push(std::vector<SourceLine> lines, const SourcePlace& place) {
  total_lines_ += lines.size();
  if (frames_.size() >= kMaxDepth || total_lines_ > kMaxLines) {
    throw UserError(id::kExpansionLimit,
                    fmt::format("expansions are too deep or too large: at most {} levels, {} lines",
                                kMaxDepth, kMaxLines),
                    place, "does a macro use, or a file include, itself?");
  }
  frames_.push_back({std::move(lines), 0});
}

const SourceLine* LineReader::next() {
  while (!frames_.empty() && frames_.back().position >= frames_.back().lines.size()) {
    frames_.pop_back();
  }
  if (frames_.empty()) return nullptr;
  Frame& frame = frames_.back();
  return &frame.lines[frame.position++];
}

std::vector<SourceLine> LineReader::take_block(std::string_view start, std::string_view end,
                                               const SourcePlace& place) {
  Frame& frame = frames_.back();
  std::vector<SourceLine> block;
  int nesting = 0;
  for (; frame.position < frame.lines.size(); ++frame.position) {
    const SourceLine& line = frame.lines[frame.position];
    const std::string_view word = first_word(line.text);
    if (word == start) ++nesting;
    if (word == end && nesting-- == 0) {
      ++frame.position;
      return block;
    }
    block.push_back(line);
  }
  throw UserError(id::kUnterminated, fmt::format("{} has no {}", start, end), place);
}

}  // namespace podsim::assembler
