// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_REPORT_TRAINING_REPORT_H_
#define PODSIM_SW_REPORT_TRAINING_REPORT_H_

#include <optional>
#include <string>
#include <vector>

#include "systemc/base/time.h"

namespace podsim {

/// The state of training after a step.
struct TrainingPoint {
  int step = 0;
  double loss = 0;                 ///< mean over the batch of this step
  std::optional<double> accuracy;  ///< on the test set, 0 to 1; not measured after every step
  Picoseconds time = 0;            ///< of the modelled machine since the start of training
};

/// One line: "step   20   loss 0.8214   accuracy 81.3 %   time 1.204 ms"; no newline. `last_step`
/// sets the width of the step's number.
std::string training_line(const TrainingPoint& point, int last_step);

/// Loss and test accuracy over steps as an SVG.
std::string training_svg(const std::vector<TrainingPoint>& points, const std::string& title,
                         const std::string& subtitle);

/// The points as CSV with a self-describing header.
std::string training_csv(const std::vector<TrainingPoint>& points);

}  // namespace podsim

#endif  // PODSIM_SW_REPORT_TRAINING_REPORT_H_
