// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_CONFIG_VERB_PARAMETERS_H_
#define PODSIM_SW_CONFIG_VERB_PARAMETERS_H_

#include <cstdint>
#include <optional>
#include <string>

#include "sw/config/scenario_visitor.h"

namespace podsim::config {

/// Table [train]: how `podsim train` trains the 784-128-10 perceptron. A step takes 8 digits a live
/// core: 512 on 32 chips.
struct TrainParameters {
  std::string data;  ///< folder of the four IDX files; empty: the digits that come with podsim
  std::int64_t steps = 300;
  double learning_rate = 0.6;
  double momentum = 0.8;
  std::int64_t evaluate_every = 5;
  double target_accuracy = 0.9;
  bool check = true;

  void visit(ScenarioVisitor& visitor);
};

/// Table [collective]: which collective `podsim collective` runs, how, and on which sizes. The
/// choices are numbered as the enumerations of sw/plans/catalogue.h, plan.h and plan_data.h.
struct CollectiveParameters {
  int operation = 0;
  int algorithm = 0;
  int ranks = 0;  ///< 0: a rank is a core, 1: a chip
  int type = 0;   ///< 0: fp32, 1: bfloat16
  int redop = 0;  ///< 0: sum, 1: max
  std::int64_t minimum_bytes = 64 * 1024;
  std::int64_t maximum_bytes = 1024 * 1024;
  std::int64_t factor = 2;
  std::int64_t iterations = 1;
  std::int64_t chunk_bytes = 64 * 1024;
  std::int64_t in_flight = 4;
  std::optional<Extent> block;
  std::int64_t group_cores = 8;
  std::optional<Coordinate> root;
  int pattern = 0;  ///< 0: random, 1: integers

  void visit(ScenarioVisitor& visitor);
};

/// Table [campaign]: what `podsim campaign` breaks.
struct CampaignParameters {
  std::int64_t faults = 220;
  std::int64_t packets_a_node = 40;
  std::int64_t packet_flits = 9;
  std::int64_t injection_cycles = 3000;
  std::int64_t patience_cycles = 200'000;

  void visit(ScenarioVisitor& visitor);
};

}  // namespace podsim::config

#endif  // PODSIM_SW_CONFIG_VERB_PARAMETERS_H_
