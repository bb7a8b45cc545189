// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_CONFIG_VERB_PARAMETERS_H_
#define PODSIM_SW_CONFIG_VERB_PARAMETERS_H_

#include <cstdint>
#include <string>

#include "sw/config/scenario_visitor.h"

namespace podsim::config {

/// Table [train]: what `podsim train` trains, and for how long.
struct TrainParameters {
  std::string data;  ///< folder of the four IDX files; empty: the digits that come with podsim
  std::int64_t steps = 100;
  std::int64_t batch = 512;  ///< images a step over the whole pod
  std::int64_t hidden = 128;
  double learning_rate = 0.1;
  std::int64_t evaluate_every = 20;
  std::int64_t test_images = 0;  ///< 0: the whole test set
  double target_accuracy = 0.0;
  bool check_reference = false;

  void visit(ScenarioVisitor& visitor);
};

enum class CollectiveOperation : int { kAllReduce = 0 };

/// Table [collective]: which collective `podsim collective` runs, on which sizes.
struct CollectiveParameters {
  int operation = 0;  ///< CollectiveOperation
  std::int64_t minimum_bytes = 64 * 1024;
  std::int64_t maximum_bytes = 1024 * 1024;
  std::int64_t factor = 2;
  std::int64_t iterations = 1;

  void visit(ScenarioVisitor& visitor);
};

}  // namespace podsim::config

#endif  // PODSIM_SW_CONFIG_VERB_PARAMETERS_H_
