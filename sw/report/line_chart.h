// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_REPORT_LINE_CHART_H_
#define PODSIM_SW_REPORT_LINE_CHART_H_

#include <optional>
#include <string>
#include <vector>

#include "sw/report/svg_writer.h"

namespace podsim {

/// One curve: points in order of x.
struct ChartSeries {
  std::string name;
  std::vector<Point> points;
  bool dots = false;  ///< mark each point
};

/// One pair of axes. Limits that are absent come from the data.
struct ChartPanel {
  std::string label;  ///< of the y axis, with its unit
  std::vector<ChartSeries> series;
  std::optional<double> minimum;
  std::optional<double> maximum;
};

/// Panels under each other that share the x axis.
struct Chart {
  std::string title;
  std::string subtitle;
  std::string x_label;
  std::vector<ChartPanel> panels;
};

std::string line_chart_svg(const Chart& chart);

/// About `count` round values (1, 2 or 5 times a power of ten apart) that cover [low, high].
std::vector<double> axis_ticks(double low, double high, int count);

}  // namespace podsim

#endif  // PODSIM_SW_REPORT_LINE_CHART_H_
