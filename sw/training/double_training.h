// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_TRAINING_DOUBLE_TRAINING_H_
#define PODSIM_SW_TRAINING_DOUBLE_TRAINING_H_

#include <array>
#include <vector>

#include "sw/training/batches.h"
#include "sw/training/golden_training.h"
#include "sw/training/hyper_parameters.h"

namespace podsim::training {

/// The same training in double precision throughout, image by image in plain order: what the loss
/// would be without bfloat16 and without a ring. The pod's loss follows it within
/// kLossTolerance, relative, over the first kToleranceSteps steps; later the small differences grow
/// with every step and only the course is the same.
class DoubleTraining {
 public:
  static constexpr double kLossTolerance = 0.02;
  static constexpr int kToleranceSteps = 20;

  /// `batch` digits a step; `digits` must outlive the training.
  DoubleTraining(const DigitSet& digits, std::size_t batch, const HyperParameters& parameters);

  /// Runs one step and gives the batch's metrics, before the update.
  Metrics step();

 private:
  using DoubleRow = std::array<double, kLanes>;
  using Block = std::vector<DoubleRow>;

  /// Adds the gradient of one image; gives loss and 1 or 0 for correct.
  Metrics add_image(const Image& image, std::size_t label, Block& gradient) const;
  void update(const Block& gradient);

  const DigitSet& digits_;
  std::size_t batch_;
  HyperParameters parameters_;
  std::size_t next_ = 0;
  Block weights_;
  Block velocity_;
};

}  // namespace podsim::training

#endif  // PODSIM_SW_TRAINING_DOUBLE_TRAINING_H_
