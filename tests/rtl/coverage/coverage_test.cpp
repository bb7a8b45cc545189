// SPDX-License-Identifier: Apache-2.0
// The judge of the RTL's coverage: what it must refuse, on points written by hand.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "coverage/coverage_table.h"

namespace podsim::rtl_test {
namespace {

std::string field(const std::string& key, const std::string& value) {
  return "\1" + key + "\2" + value;
}

// A line as VerilatedCovContext::write() of Verilator 5.006 writes it.
std::string dat(const std::string& page, unsigned line, const std::string& comment,
                const std::string& lines, const std::string& instance, unsigned count) {
  return "C '" + field("f", "/somewhere/rtl/a.sv") + field("l", std::to_string(line)) +
         field("n", "5") + field("page", page) + field("o", comment) + field("S", lines) +
         field("h", instance) + "' " + std::to_string(count) + "\n";
}

CoveragePoints points_of(const std::string& text) {
  std::istringstream in("# SystemC::Coverage-3\n" + text);
  CoveragePoints points;
  points.add_dat(in);
  return points;
}

std::vector<Exclusion> exclusions_of(const std::string& text) {
  std::istringstream in(text);
  return read_exclusions(in);
}

std::vector<std::string> source(const std::string& /*file*/) {
  return {"module a;", "  if (x) y = 1;", "  z = 1;", "  z = 1;", "endmodule"};
}

const char* const kElse = "== no else\nin: a.sv\nat: if (x) y = 1;\narm: else\nbecause: tied\n";

// Catches: an arm that one instance, or one set of parameters, hits and another does not.
TEST(RtlCoverage, InstancesAndParameterSetsOfALineAreOnePoint) {
  const CoveragePoints points = points_of(dat("v_branch/a__N2", 2, "if", "2", "top.u[0].u_a", 3) +
                                          dat("v_branch/a__N4", 2, "if", "2", "top.u[1].u_a", 4) +
                                          dat("v_branch/a__N4", 2, "else", "", "top.u[1].u_a", 0));
  ASSERT_EQ(points.all().size(), 2U);
  EXPECT_EQ(points.all().begin()->first.what, "else");
  EXPECT_EQ(points.all().begin()->second.hits, 0U);
  EXPECT_EQ(std::next(points.all().begin())->second.hits, 7U);
}

// Catches: a bin of one port that counts for all.
TEST(RtlCoverage, BinsDifferByTheIndicesAroundThem) {
  const std::string end = ".u_input.u_bins.gen_vc__BRA__1__KET__.cov_idle";
  const CoveragePoints points =
      points_of(dat("v_user/a__N2", 2, "cov_idle", "2", "top.gen_plain.gen_port[3]" + end, 1) +
                dat("v_user/a__N2", 2, "cov_idle", "2", "top.gen_port[13]" + end, 0));
  ASSERT_EQ(points.all().size(), 2U);
  EXPECT_EQ(points.all().begin()->first.what, "port=13 vc=1 idle");
  EXPECT_EQ(std::next(points.all().begin())->first.what, "port=3 vc=1 idle");
}

TEST(RtlCoverage, PointsReadBackAsWritten) {
  const CoveragePoints points = points_of(dat("v_line/a", 3, "block", "3-4", "top", 5) +
                                          dat("v_toggle/a", 9, "z[3]", "", "top", 0));
  std::ostringstream text;
  points.write(text);
  std::istringstream in(text.str());
  CoveragePoints again;
  again.add(in);
  std::ostringstream same;
  again.write(same);
  EXPECT_EQ(text.str(), "line\ta.sv\t3\t5\tblock\t3-4\t5\ntoggle\ta.sv\t9\t5\tz[3]\t\t0\n");
  EXPECT_EQ(same.str(), text.str());
}

TEST(RtlCoverage, RefusesWhatIsNotAPoint) {
  EXPECT_THROW(points_of("C 'nothing' 3\n"), std::runtime_error);
  EXPECT_THROW(points_of("X\n"), std::runtime_error);
  EXPECT_THROW(points_of(dat("v_new/a", 1, "", "", "top", 0)), std::runtime_error);
}

// Catches: a hole that the report does not see.
TEST(RtlCoverage, MissedBranchesAndBinsAreErrorsAndTogglesAreNot) {
  const CoveragePoints points = points_of(dat("v_branch/a", 2, "else", "", "top", 0) +
                                          dat("v_line/a", 3, "block", "3", "top", 0) +
                                          dat("v_user/a", 4, "cov_x", "", "top.gen_port[0]", 0) +
                                          dat("v_toggle/a", 5, "z", "", "top", 0));
  const CoverageVerdict verdict = judge(points, {}, source);
  EXPECT_FALSE(verdict.good());
  EXPECT_EQ(verdict.missed.size(), 3U);
}

TEST(RtlCoverage, AnExclusionExplainsItsPointAndNoOther) {
  const CoveragePoints points = points_of(dat("v_branch/a", 2, "else", "", "top", 0) +
                                          dat("v_branch/a", 2, "if", "2", "top", 0));
  const CoverageVerdict verdict = judge(points, exclusions_of(kElse), source);
  ASSERT_EQ(verdict.excluded.size(), 1U);
  EXPECT_EQ(verdict.excluded[0].what, "else");
  ASSERT_EQ(verdict.missed.size(), 1U);
  EXPECT_EQ(verdict.missed[0].what, "if");
}

// Catches: exclusions that outlive their reason.
TEST(RtlCoverage, AnExclusionThatIsHitOrHasNoLineIsStale) {
  const std::string hit = dat("v_branch/a", 2, "else", "", "top", 1);
  EXPECT_EQ(judge(points_of(hit), exclusions_of(kElse), source).stale.size(), 1U);
  EXPECT_EQ(judge(points_of(""), exclusions_of(kElse), source).stale.size(), 1U);
  const auto with_line = [](const std::string& at) {
    return exclusions_of("== x\nin: a.sv\nat: " + at + "\narm: block\nbecause: y\n");
  };
  const CoveragePoints block = points_of(dat("v_line/a", 3, "block", "3", "top", 0));
  EXPECT_EQ(judge(block, with_line("z = 1;"), source).stale.size(), 1U) << "twice there";
  EXPECT_EQ(judge(block, with_line("q = 1;"), source).stale.size(), 1U) << "not there";
}

TEST(RtlCoverage, BinsAreExcludedByPatterns) {
  const CoveragePoints points = points_of(dat("v_user/a", 4, "cov_x", "", "top.gen_port[0]", 0) +
                                          dat("v_user/a", 4, "cov_x", "", "top.gen_port[1]", 0) +
                                          dat("v_user/a", 4, "cov_y", "", "top.gen_port[1]", 0));
  const auto exclusions = exclusions_of("== x\nbins: port=[12] x\nbecause: y\n");
  const CoverageVerdict verdict = judge(points, exclusions, source);
  EXPECT_EQ(verdict.excluded.size(), 1U);
  EXPECT_EQ(verdict.missed.size(), 2U);
}

TEST(RtlCoverage, ExclusionsWithoutAReasonAreRefused) {
  EXPECT_THROW(exclusions_of("== x\nbins: *\n"), std::runtime_error);
  EXPECT_THROW(exclusions_of("== x\nin: a.sv\nat: z\nbecause: y\n"), std::runtime_error);
  EXPECT_THROW(exclusions_of("== x\nbin: *\nbecause: y\n"), std::runtime_error);
  EXPECT_THROW(exclusions_of("bins: *\n"), std::runtime_error);
}

TEST(RtlCoverage, TablesCountLinesArmsAndBins) {
  const CoveragePoints points = points_of(
      dat("v_branch/a", 2, "if", "2-3,7", "top", 1) + dat("v_branch/a", 2, "else", "8", "top", 0) +
      dat("v_toggle/a", 5, "z", "", "top", 1) + dat("v_toggle/a", 5, "q", "", "top", 0) +
      dat("v_toggle/a", 6, "r", "", "top", 0) +
      dat("v_user/a", 4, "cov_x", "", "top.gen_port[0]", 1));
  const std::string text = coverage_tables(points, judge(points, {}, source), {"a.sv", "b.sv"});
  EXPECT_NE(text.find("| a.sv | 3 of 4 = 75.0 % | 1 of 2 = 50.0 % | 1 of 3 = 33.3 % | 0 |"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("| b.sv | - | - | - | 0 |"), std::string::npos) << text;
  EXPECT_NE(text.find("| port: x | 1 of 1 = 100.0 % | 0 |"), std::string::npos) << text;
}

// The lines that the exclusions name, without running anything.
TEST(RtlCoverage, ExclusionsNameLinesThatAreThereOnce) {
  std::ifstream file(EXCLUSIONS);
  ASSERT_TRUE(file);
  for (const Exclusion& exclusion : read_exclusions(file)) {
    if (!exclusion.bins.empty()) continue;
    std::ifstream module(RTL_DIR "/" + exclusion.in);
    unsigned found = 0;
    for (std::string line; std::getline(module, line);) {
      const std::size_t start = line.find_first_not_of(' ');
      if (start != std::string::npos && line.substr(start) == exclusion.at) ++found;
    }
    EXPECT_EQ(found, 1U) << exclusion.name;
  }
}

}  // namespace
}  // namespace podsim::rtl_test
