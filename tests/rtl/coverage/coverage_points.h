// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_TESTS_RTL_COVERAGE_COVERAGE_POINTS_H_
#define PODSIM_TESTS_RTL_COVERAGE_COVERAGE_POINTS_H_

#include <cstdint>
#include <iosfwd>
#include <map>
#include <string>
#include <tuple>

namespace podsim::rtl_test {

enum class PointType {
  kLine,    ///< a block of lines
  kBranch,  ///< an arm of an if, also one that is not written
  kToggle,  ///< a bit that changes
  kBin,     ///< a `cover property`
};

/// Something in the source that is counted. All instances and parameter sets of a module are one,
/// but for bins, which differ by the indices of the generate blocks around them.
struct CoveragePoint {
  PointType type = PointType::kLine;
  std::string file;  ///< without folder
  unsigned line = 0;
  unsigned column = 0;
  std::string what;  ///< block, if, else, elsif, case; name of a bit; name of a bin

  auto key() const { return std::tie(file, type, line, column, what); }
  bool operator<(const CoveragePoint& other) const { return key() < other.key(); }
};

struct CoverageCount {
  std::uint64_t hits = 0;
  std::string lines;  ///< of a block or arm: as "3-5,8"
};

/// Points and how often each was hit.
class CoveragePoints {
 public:
  /// Adds what VerilatedCovContext::write() wrote (Verilator 5.006: one point a line, `C 'FIELDS'
  /// COUNT`, fields as \1 key \2 value with keys f file, l line, n column, page, o comment, S
  /// lines, h instance). Throws std::runtime_error when a line reads otherwise.
  void add_dat(std::istream& in);
  /// Adds what write() wrote; the same error.
  void add(std::istream& in);
  void add(const CoveragePoint& point, const CoverageCount& count);
  /// One point a line, its fields separated by tabs.
  void write(std::ostream& out) const;

  const std::map<CoveragePoint, CoverageCount>& all() const { return points_; }

 private:
  std::map<CoveragePoint, CoverageCount> points_;
};

}  // namespace podsim::rtl_test

#endif  // PODSIM_TESTS_RTL_COVERAGE_COVERAGE_POINTS_H_
