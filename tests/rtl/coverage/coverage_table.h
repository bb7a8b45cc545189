// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_TESTS_RTL_COVERAGE_COVERAGE_TABLE_H_
#define PODSIM_TESTS_RTL_COVERAGE_COVERAGE_TABLE_H_

#include <string>
#include <vector>

#include "coverage/coverage_points.h"
#include "coverage/exclusions.h"

namespace podsim::rtl_test {

/// A table of lines, branches and toggles hit, a row a file, and one of the bins, a row a kind.
/// What is excluded does not count. `files`: sources that shall have a row even without a point.
std::string coverage_tables(const CoveragePoints& points, const CoverageVerdict& verdict,
                            const std::vector<std::string>& files);

/// Numbers of a list as "3-5,8". Throws std::runtime_error if it is none.
std::vector<unsigned> line_numbers(const std::string& list);

}  // namespace podsim::rtl_test

#endif  // PODSIM_TESTS_RTL_COVERAGE_COVERAGE_TABLE_H_
