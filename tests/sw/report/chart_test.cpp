// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <limits>

#include "sw/report/line_chart.h"
#include "sw/report/svg_writer.h"
#include "sw/report/training_report.h"
#include "tests/sw/report/xml_checker.h"

namespace podsim {
namespace {

std::vector<TrainingPoint> curve() {
  std::vector<TrainingPoint> points;
  for (int step = 1; step <= 20; ++step) {
    TrainingPoint point;
    point.step = step;
    point.loss = 2.3 / step;
    if (step % 10 == 0) point.accuracy = 0.04 * step;
    point.time = static_cast<Picoseconds>(step) * 1'204'000'000;
    points.push_back(point);
  }
  return points;
}

TEST(XmlChecker, FindsWhatIsNotWellFormed) {
  EXPECT_EQ(xml_fault("<a x=\"1\"><b/>t &amp; t</a>\n"), "");
  for (const char* bad : {"<a>", "<a></b>", "<a/><a/>", "<a x=1/>", "<a>&</a>", "<a x=\"<\"/>",
                          "<a x=\"1\" x=\"2\"/>", "text", "<a"}) {
    EXPECT_NE(xml_fault(bad), "") << bad;
  }
}

TEST(AxisTicks, AreRoundAndCoverTheRange) {
  EXPECT_EQ(axis_ticks(0, 100, 4), (std::vector<double>{0, 50, 100}));
  EXPECT_EQ(axis_ticks(0, 2.3, 4), (std::vector<double>{0, 1, 2, 3}));
  const auto small = axis_ticks(0.021, 0.039, 4);
  EXPECT_DOUBLE_EQ(small.front(), 0.02);
  EXPECT_DOUBLE_EQ(small.back(), 0.04);
}

TEST(LoadColour, FallsInLightnessFromEndToEnd) {
  double last = 1e9;
  for (int i = 0; i <= 100; ++i) {
    const Colour colour = load_colour(i / 100.0);
    const double luminance = 0.2126 * colour.red + 0.7152 * colour.green + 0.0722 * colour.blue;
    EXPECT_LE(luminance, last + 0.5) << i;
    last = luminance;
  }
  EXPECT_EQ(load_colour(-1).hex(), load_colour(0).hex());
  EXPECT_EQ(load_colour(2).hex(), load_colour(1).hex());
}

TEST(TrainingSvg, IsWellFormedAndSaysWhatItShows) {
  const std::string svg = training_svg(curve(), "MLP <784 & 10>", "64 cores");
  EXPECT_EQ(xml_fault(svg), "");
  EXPECT_NE(svg.find("MLP &lt;784 &amp; 10&gt;"), std::string::npos);
  EXPECT_NE(svg.find(">loss (mean of the batch)<"), std::string::npos);
  EXPECT_NE(svg.find(">test accuracy, %<"), std::string::npos);
  EXPECT_EQ(count_of(svg, "<polyline"), 2);
  EXPECT_NE(svg.find(">80<"), std::string::npos);  // the last accuracy
}

TEST(TrainingSvg, SurvivesNoDataAndValuesThatAreNotFinite) {
  EXPECT_EQ(xml_fault(training_svg({}, "empty", "")), "");
  std::vector<TrainingPoint> points = curve();
  points[3].loss = std::numeric_limits<double>::quiet_NaN();
  points[19].loss = std::numeric_limits<double>::infinity();
  const std::string svg = training_svg(points, "diverged", "");
  EXPECT_EQ(xml_fault(svg), "");
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_EQ(svg.find("inf"), std::string::npos);
}

TEST(TrainingLine, KeepsItsColumns) {
  const auto points = curve();
  EXPECT_EQ(training_line(points[9], 100),
            "step  10   loss 0.2300   accuracy  40.0 %   time 12.04 ms");
  EXPECT_EQ(training_line(points[0], 100),
            "step   1   loss 2.3000                      time 1.204 ms");
}

TEST(TrainingCsv, LeavesAccuracyEmptyWhereItWasNotMeasured) {
  const std::string csv = training_csv({curve()[0], curve()[9]});
  EXPECT_NE(csv.find("step,loss,accuracy,time_ps\n1,2.3,,1204000000\n10,0.23,0.4,12040000000\n"),
            std::string::npos);
}

}  // namespace
}  // namespace podsim
