// SPDX-License-Identifier: Apache-2.0
#include "sw/config/verb_parameters.h"

namespace podsim::config {

void TrainParameters::visit(ScenarioVisitor& visitor) {
  visitor.path({"data", Unit::kNone, 0, 0,
                "Folder of the IDX files of MNIST, plain or gzip; empty: those of podsim."},
               data);
  visitor.integer({"steps", Unit::kNone, 1, 1'000'000, "Training steps."}, steps);
  visitor.integer({"batch", Unit::kNone, 1, 65'536, "Images of a step, split over all cores."},
                  batch);
  visitor.integer({"hidden", Unit::kNone, 128, 128, "Width of the hidden layer."}, hidden);
  visitor.real({"learning_rate", Unit::kNone, 0, 100, "Of plain SGD."}, learning_rate);
  visitor.integer({"evaluate_every", Unit::kNone, 0, 1'000'000,
                   "Steps between two classifications of the test set; 0: at the end only."},
                  evaluate_every);
  visitor.integer(
      {"test_images", Unit::kNone, 0, 10'000, "Images of the test set to classify; 0: all."},
      test_images);
  visitor.real({"target_accuracy", Unit::kNone, 0, 1,
                "The run fails (exit code 1) when the last accuracy is below."},
               target_accuracy);
  visitor.boolean({"check_reference", Unit::kNone, 0, 1,
                   "Repeat the training on the host and compare every weight."},
                  check_reference);
}

void CollectiveParameters::visit(ScenarioVisitor& visitor) {
  constexpr double kGibi = 1024.0 * 1024 * 1024;
  visitor.choice({"operation", Unit::kNone, 0, 0, "What to run."}, {"all-reduce"}, operation);
  visitor.integer({"minimum", Unit::kBytes, 512, kGibi, "Smallest buffer of a core."},
                  minimum_bytes);
  visitor.integer({"maximum", Unit::kBytes, 512, kGibi, "Largest buffer of a core."},
                  maximum_bytes);
  visitor.integer({"factor", Unit::kNone, 2, 1024, "From one size to the next."}, factor);
  visitor.integer({"iterations", Unit::kNone, 1, 1000, "Runs of each size; the time is the mean."},
                  iterations);
}

}  // namespace podsim::config
