// SPDX-License-Identifier: Apache-2.0
// rtl_coverage_report RTL_FOLDER EXCLUSIONS POINTS...: merges what the tests counted and prints its
// tables. Ends with 1 if a line, branch or bin is neither hit nor excluded, or an exclusion is
// stale.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "coverage/coverage_table.h"

namespace podsim::rtl_test {
namespace {

namespace fs = std::filesystem;

std::ifstream open(const fs::path& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path.string());
  return file;
}

std::vector<std::string> lines_of(const fs::path& path) {
  std::ifstream file = open(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> modules_of(const fs::path& folder) {
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".sv") files.push_back(entry.path().filename().string());
  }
  return files;
}

// Points of the modules, and bins; the lines of the modules that hold the bins are not of interest.
CoveragePoints read_points(char** begin, char** end, const std::vector<std::string>& modules) {
  CoveragePoints read;
  for (char** path = begin; path != end; ++path) {
    std::ifstream file = open(*path);
    read.add(file);
  }
  CoveragePoints points;
  for (const auto& [point, count] : read.all()) {
    const bool module = std::find(modules.begin(), modules.end(), point.file) != modules.end();
    if (module || point.type == PointType::kBin) points.add(point, count);
  }
  return points;
}

int report(int argc, char** argv) {
  if (argc < 4) throw std::runtime_error("usage: report RTL_FOLDER EXCLUSIONS POINTS...");
  const fs::path folder = argv[1];
  const std::vector<std::string> modules = modules_of(folder);
  std::ifstream file = open(argv[2]);
  const std::vector<Exclusion> exclusions = read_exclusions(file);
  const CoveragePoints points = read_points(argv + 3, argv + argc, modules);
  const CoverageVerdict verdict =
      judge(points, exclusions, [&](const std::string& name) { return lines_of(folder / name); });
  std::printf("%s\n", coverage_tables(points, verdict, modules).c_str());
  for (const CoveragePoint& point : verdict.missed) {
    std::printf("missed: %s:%u %s\n", point.file.c_str(), point.line, point.what.c_str());
  }
  for (const std::string& stale : verdict.stale)
    std::printf("stale exclusion: %s\n", stale.c_str());
  std::printf("%zu points missed, %zu exclusions stale\n", verdict.missed.size(),
              verdict.stale.size());
  return verdict.good() ? 0 : 1;
}

}  // namespace
}  // namespace podsim::rtl_test

int main(int argc, char** argv) {
  try {
    return podsim::rtl_test::report(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 2;
  }
}
