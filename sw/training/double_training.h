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
/// would be without bfloat16 and without a ring. The pod's loss is within kEarlyTolerance of it,
/// relative, in the first kEarlySteps steps. Later, rounding differences grow with every step, as
/// any difference does in training, and the loss of a single batch is within kLossTolerance (0.07
/// is the largest seen in 60 steps with the default parameters, 0.016 the mean).
class DoubleTraining {
 public:
  static constexpr double kEarlyTolerance = 0.002;
  static constexpr int kEarlySteps = 4;
  static constexpr double kLossTolerance = 0.1;

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
