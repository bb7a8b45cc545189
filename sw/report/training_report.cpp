// SPDX-License-Identifier: Apache-2.0
#include "sw/report/training_report.h"

#include <fmt/format.h>

#include "sw/report/line_chart.h"
#include "sw/report/units.h"

namespace podsim {

std::string training_line(const TrainingPoint& point, int last_step) {
  const std::size_t width = std::to_string(last_step).size();
  const std::string accuracy = point.accuracy
                                   ? fmt::format("accuracy {:5.1f} %", 100 * *point.accuracy)
                                   : std::string(16, ' ');
  return fmt::format("step {:>{}}   loss {:.4f}   {}   time {}", point.step, width, point.loss,
                     accuracy, format_time(point.time));
}

std::string training_svg(const std::vector<TrainingPoint>& points, const std::string& title,
                         const std::string& subtitle) {
  ChartPanel loss{"loss (mean of the batch)", {{"loss", {}, false}}, 0, {}};
  ChartPanel accuracy{"test accuracy, %", {{"accuracy", {}, true}}, 0, 100};
  for (const TrainingPoint& point : points) {
    loss.series[0].points.push_back({static_cast<double>(point.step), point.loss});
    if (point.accuracy) {
      accuracy.series[0].points.push_back({static_cast<double>(point.step), 100 * *point.accuracy});
    }
  }
  return line_chart_svg({title, subtitle, "step", {loss, accuracy}});
}

std::string training_csv(const std::vector<TrainingPoint>& points) {
  std::string out =
      "# step, , number of the training step, from 1\n"
      "# loss, , mean cross-entropy over the batch\n"
      "# accuracy, ratio, share of the test set classified right; empty: not measured\n"
      "# time_ps, ps, time of the modelled machine since the start of training\n"
      "step,loss,accuracy,time_ps\n";
  for (const TrainingPoint& p : points) {
    out += fmt::format("{},{:.9g},{},{}\n", p.step, p.loss,
                       p.accuracy ? fmt::format("{:.9g}", *p.accuracy) : "", p.time);
  }
  return out;
}

}  // namespace podsim
