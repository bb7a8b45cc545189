// SPDX-License-Identifier: Apache-2.0
#include "coverage/coverage_points.h"

#include <algorithm>
#include <array>
#include <istream>
#include <ostream>
#include <regex>
#include <stdexcept>
#include <vector>

namespace podsim::rtl_test {

namespace {

constexpr std::array<const char*, 4> kTypes = {"line", "branch", "toggle", "user"};

[[noreturn]] void refuse(const std::string& line) {
  throw std::runtime_error("not a coverage point: " + line);
}

PointType type_of(const std::string& name, const std::string& line) {
  const auto* found = std::find(kTypes.begin(), kTypes.end(), name);
  if (found == kTypes.end()) refuse(line);
  return static_cast<PointType>(found - kTypes.begin());
}

std::string without_folder(const std::string& path) { return path.substr(path.rfind('/') + 1); }

// ".top.gen_port[3].u_input.u_bins.gen_vc__BRA__1__KET__" and "cov_idle": "port=3 vc=1 idle".
std::string bin_name(const std::string& instance, const std::string& label) {
  static const std::regex index("gen_([a-z_]+?)(?:\\[|__BRA__)([0-9]+)");
  std::string name;
  for (std::sregex_iterator it(instance.begin(), instance.end(), index), end; it != end; ++it) {
    name += (*it)[1].str() + "=" + (*it)[2].str() + " ";
  }
  return name + (label.rfind("cov_", 0) == 0 ? label.substr(4) : label);
}

std::map<std::string, std::string> fields_of(const std::string& text) {
  std::map<std::string, std::string> fields;
  for (std::size_t start = text.find('\1'); start != std::string::npos;) {
    const std::size_t end = text.find('\1', start + 1);
    const std::string field = text.substr(start + 1, end - start - 1);
    const std::size_t split = field.find('\2');
    if (split == std::string::npos) refuse(text);
    fields[field.substr(0, split)] = field.substr(split + 1);
    start = end;
  }
  return fields;
}

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> parts(1);
  for (const char c : line) {
    if (c == '\t') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

}  // namespace

void CoveragePoints::add(const CoveragePoint& point, const CoverageCount& count) {
  CoverageCount& sum = points_[point];
  sum.hits += count.hits;
  sum.lines = count.lines;
}

void CoveragePoints::add_dat(std::istream& in) {
  std::string line;
  while (std::getline(in, line)) {
    if (line[0] == '#') continue;
    const std::size_t end = line.rfind("' ");
    if (line.rfind("C '", 0) != 0 || end == std::string::npos) refuse(line);
    auto fields = fields_of(line.substr(3, end - 3));
    const std::string& page = fields["page"];  // v_branch/ici_router__N2
    const std::size_t slash = page.find('/');
    if (page.rfind("v_", 0) != 0 || slash == std::string::npos) refuse(line);
    CoveragePoint point;
    point.type = type_of(page.substr(2, slash - 2), line);
    point.file = without_folder(fields["f"]);
    point.line = static_cast<unsigned>(std::stoul(fields["l"]));
    point.column = static_cast<unsigned>(std::stoul(fields["n"]));
    point.what = point.type == PointType::kBin ? bin_name(fields["h"], fields["o"]) : fields["o"];
    add(point, {std::stoull(line.substr(end + 2)), fields["S"]});
  }
}

void CoveragePoints::add(std::istream& in) {
  std::string line;
  while (std::getline(in, line)) {
    const std::vector<std::string> parts = split(line);
    if (parts.size() != 7) refuse(line);
    add({type_of(parts[0], line), parts[1], static_cast<unsigned>(std::stoul(parts[2])),
         static_cast<unsigned>(std::stoul(parts[3])), parts[4]},
        {std::stoull(parts[6]), parts[5]});
  }
}

void CoveragePoints::write(std::ostream& out) const {
  for (const auto& [point, count] : points_) {
    out << kTypes[static_cast<unsigned>(point.type)] << '\t' << point.file << '\t' << point.line
        << '\t' << point.column << '\t' << point.what << '\t' << count.lines << '\t' << count.hits
        << '\n';
  }
}

}  // namespace podsim::rtl_test
