// SPDX-License-Identifier: Apache-2.0
#include "coverage/coverage_table.h"

#include <cstdio>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>

namespace podsim::rtl_test {

namespace {

struct Share {
  unsigned hit = 0;
  unsigned all = 0;

  void add(bool is_hit) {
    hit += is_hit ? 1 : 0;
    ++all;
  }
  void add(const Share& other) {
    hit += other.hit;
    all += other.all;
  }
  std::string text() const {
    if (all == 0) return "-";
    char percent[16];
    // Rounded down: 100.0 % means all.
    std::snprintf(percent, sizeof percent, "%.1f %%", hit * 1000ULL / all / 10.0);
    return std::to_string(hit) + " of " + std::to_string(all) + " = " + percent;
  }
};

struct Row {
  std::map<unsigned, bool> lines;
  Share branches;
  Share toggles;
  unsigned excluded = 0;

  Share line_share() const {
    Share share;
    for (const auto& [line, hit] : lines) share.add(hit);
    return share;
  }
};

void add_to_row(Row& row, const CoveragePoint& point, const CoverageCount& count, bool excluded) {
  if (excluded) {
    ++row.excluded;
    return;
  }
  const bool hit = count.hits != 0;
  if (point.type == PointType::kToggle) {
    row.toggles.add(hit);
    return;
  }
  if (point.type == PointType::kBranch || point.what == "case") row.branches.add(hit);
  for (const unsigned line : line_numbers(count.lines)) row.lines[line] |= hit;
}

std::string row_text(const std::string& name, const Share& lines, const Share& branches,
                     const Share& toggles, unsigned excluded) {
  return "| " + name + " | " + lines.text() + " | " + branches.text() + " | " + toggles.text() +
         " | " + std::to_string(excluded) + " |\n";
}

std::string file_table(const std::map<std::string, Row>& rows) {
  std::string text =
      "| file | lines | branches | toggles | points excluded |\n|---|---|---|---|---|\n";
  Share lines;
  Share branches;
  Share toggles;
  unsigned excluded = 0;
  for (const auto& [file, row] : rows) {
    text += row_text(file, row.line_share(), row.branches, row.toggles, row.excluded);
    lines.add(row.line_share());
    branches.add(row.branches);
    toggles.add(row.toggles);
    excluded += row.excluded;
  }
  return text + row_text("all", lines, branches, toggles, excluded);
}

std::string bin_table(const std::map<std::string, std::pair<Share, unsigned>>& kinds) {
  std::string text = "| bin | hit | bins excluded |\n|---|---|---|\n";
  for (const auto& [kind, share] : kinds) {
    text +=
        "| " + kind + " | " + share.first.text() + " | " + std::to_string(share.second) + " |\n";
  }
  return text;
}

// "port=3 vc=1 idle": "port x vc: idle".
std::string bin_kind(const std::string& name) {
  std::istringstream words(name);
  std::string kind;
  for (std::string word; words >> word;) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) return kind + ": " + word;
    kind += (kind.empty() ? "" : " x ") + word.substr(0, equals);
  }
  return kind;
}

}  // namespace

std::vector<unsigned> line_numbers(const std::string& list) {
  std::vector<unsigned> numbers;
  std::istringstream in(list);
  for (std::string range; std::getline(in, range, ',');) {
    unsigned first = 0;
    unsigned last = 0;
    const int read = std::sscanf(range.c_str(), "%u-%u", &first, &last);
    if (read < 1) throw std::runtime_error("not a list of lines: " + list);
    if (read == 1) last = first;
    for (unsigned line = first; line <= last; ++line) numbers.push_back(line);
  }
  return numbers;
}

std::string coverage_tables(const CoveragePoints& points, const CoverageVerdict& verdict,
                            const std::vector<std::string>& files) {
  const std::set<CoveragePoint> excluded(verdict.excluded.begin(), verdict.excluded.end());
  std::map<std::string, Row> rows;
  std::map<std::string, std::pair<Share, unsigned>> kinds;
  for (const std::string& file : files) rows[file];
  for (const auto& [point, count] : points.all()) {
    const bool is_excluded = excluded.count(point) != 0;
    if (point.type != PointType::kBin) {
      add_to_row(rows[point.file], point, count, is_excluded);
    } else if (is_excluded) {
      ++kinds[bin_kind(point.what)].second;
    } else {
      kinds[bin_kind(point.what)].first.add(count.hits != 0);
    }
  }
  return file_table(rows) + "\n" + bin_table(kinds);
}

}  // namespace podsim::rtl_test
