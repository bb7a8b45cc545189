// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_TESTS_RTL_COVERAGE_EXCLUSIONS_H_
#define PODSIM_TESTS_RTL_COVERAGE_EXCLUSIONS_H_

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "coverage/coverage_points.h"

namespace podsim::rtl_test {

/// Why a point need not be hit. Either `at` and `arm` tell it, or `bins`.
struct Exclusion {
  std::string name;
  std::string in;       ///< file, without folder
  std::string at;       ///< its line without indentation; it occurs once in the file
  std::string arm;      ///< CoveragePoint::what: block, if, else, elsif, case
  std::string bins;     ///< names of bins, as a pattern of the shell
  std::string because;  ///< what makes it impossible
};

/// Reads blocks of `== NAME` and lines `FIELD: VALUE`; # starts a comment. Throws
/// std::runtime_error for a block that is not whole or has an unknown field.
std::vector<Exclusion> read_exclusions(std::istream& in);

/// Points that count, and what is wrong.
struct CoverageVerdict {
  std::vector<CoveragePoint> excluded;
  std::vector<CoveragePoint> missed;  ///< lines, branches and bins; toggles are only reported
  /// Exclusions that are hit, match nothing, or whose line is not there or there twice.
  std::vector<std::string> stale;

  bool good() const { return missed.empty() && stale.empty(); }
};

/// Lines of a source file by its name.
using SourceLines = std::function<std::vector<std::string>(const std::string& file)>;

CoverageVerdict judge(const CoveragePoints& points, const std::vector<Exclusion>& exclusions,
                      const SourceLines& source);

}  // namespace podsim::rtl_test

#endif  // PODSIM_TESTS_RTL_COVERAGE_EXCLUSIONS_H_
