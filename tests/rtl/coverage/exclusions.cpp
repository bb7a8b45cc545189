// SPDX-License-Identifier: Apache-2.0
#include "coverage/exclusions.h"

#include <fnmatch.h>

#include <istream>
#include <set>
#include <stdexcept>

namespace podsim::rtl_test {

namespace {

std::string trimmed(const std::string& text) {
  const std::size_t start = text.find_first_not_of(" \t");
  if (start == std::string::npos) return "";
  return text.substr(start, text.find_last_not_of(" \t") - start + 1);
}

void set_field(Exclusion& exclusion, const std::string& line) {
  const std::size_t colon = line.find(": ");
  const std::string field = line.substr(0, colon);
  const std::string value = colon == std::string::npos ? "" : trimmed(line.substr(colon + 2));
  if (field == "in") {
    exclusion.in = value;
  } else if (field == "at") {
    exclusion.at = value;
  } else if (field == "arm") {
    exclusion.arm = value;
  } else if (field == "bins") {
    exclusion.bins = value;
  } else if (field == "because") {
    exclusion.because = value;
  } else {
    throw std::runtime_error("exclusion " + exclusion.name + ": not a field: " + line);
  }
}

void check_whole(const Exclusion& exclusion) {
  const bool point = !exclusion.in.empty() && !exclusion.at.empty() && !exclusion.arm.empty();
  const bool bins = !exclusion.bins.empty();
  if (point == bins || exclusion.because.empty()) {
    throw std::runtime_error("exclusion " + exclusion.name +
                             ": needs in, at and arm, or bins; and because");
  }
}

// Number of the line that an exclusion names, 0 if there is not exactly one.
unsigned line_of(const Exclusion& exclusion, const SourceLines& source) {
  unsigned found = 0;
  unsigned number = 0;
  for (const std::string& line : source(exclusion.in)) {
    ++number;
    if (trimmed(line) != exclusion.at) continue;
    if (found != 0) return 0;
    found = number;
  }
  return found;
}

bool matches(const Exclusion& exclusion, unsigned line, const CoveragePoint& point) {
  if (point.type == PointType::kToggle) return false;
  if (!exclusion.bins.empty()) {
    return point.type == PointType::kBin &&
           fnmatch(exclusion.bins.c_str(), point.what.c_str(), 0) == 0;
  }
  return point.type != PointType::kBin && point.file == exclusion.in && point.line == line &&
         point.what == exclusion.arm;
}

}  // namespace

std::vector<Exclusion> read_exclusions(std::istream& in) {
  std::vector<Exclusion> exclusions;
  std::string line;
  while (std::getline(in, line)) {
    if (line.empty() || line[0] == '#') continue;
    if (line.rfind("== ", 0) == 0) {
      exclusions.emplace_back();
      exclusions.back().name = line.substr(3);
    } else if (exclusions.empty()) {
      throw std::runtime_error("no exclusion has begun: " + line);
    } else {
      set_field(exclusions.back(), line);
    }
  }
  for (const Exclusion& exclusion : exclusions) check_whole(exclusion);
  return exclusions;
}

CoverageVerdict judge(const CoveragePoints& points, const std::vector<Exclusion>& exclusions,
                      const SourceLines& source) {
  CoverageVerdict verdict;
  std::set<CoveragePoint> excluded;
  for (const Exclusion& exclusion : exclusions) {
    const unsigned line = exclusion.bins.empty() ? line_of(exclusion, source) : 0;
    if (exclusion.bins.empty() && line == 0) {
      verdict.stale.push_back(exclusion.name + ": not exactly once in " + exclusion.in + ": " +
                              exclusion.at);
      continue;
    }
    bool matched = false;
    for (const auto& [point, count] : points.all()) {
      if (!matches(exclusion, line, point)) continue;
      matched = true;
      excluded.insert(point);
      if (count.hits != 0) {
        verdict.stale.push_back(exclusion.name + ": happens after all: " + point.file + ":" +
                                std::to_string(point.line) + " " + point.what);
      }
    }
    if (!matched) verdict.stale.push_back(exclusion.name + ": there is no such point");
  }
  verdict.excluded.assign(excluded.begin(), excluded.end());
  for (const auto& [point, count] : points.all()) {
    if (count.hits == 0 && point.type != PointType::kToggle && excluded.count(point) == 0) {
      verdict.missed.push_back(point);
    }
  }
  return verdict;
}

}  // namespace podsim::rtl_test
