// SPDX-License-Identifier: Apache-2.0
#include "sw/config/verb_parameters.h"

namespace podsim::config {

void TrainParameters::visit(ScenarioVisitor& visitor) {
  visitor.path({"data", Unit::kNone, 0, 0,
                "Folder of the IDX files of MNIST, plain or gzip; empty: those of podsim."},
               data);
  visitor.integer(
      {"steps", Unit::kNone, 1, 100'000, "Steps at most; a step takes 8 digits a core."}, steps);
  visitor.real({"learning_rate", Unit::kNone, 0, 100,
                "Of SGD with momentum, for a batch of 512; smaller batches take it times the root "
                "of their share."},
               learning_rate);
  visitor.real({"momentum", Unit::kNone, 0, 1, "Of SGD; 0: plain SGD."}, momentum);
  visitor.integer(
      {"evaluate_every", Unit::kNone, 0, 100'000,
       "Steps between two classifications of the test set; 0: after the last step only."},
      evaluate_every);
  visitor.real(
      {"target_accuracy", Unit::kNone, 0, 1,
       "Training stops when the test set is classified this well, and fails (exit code 1) if it "
       "never is; 0: all steps are run."},
      target_accuracy);
  visitor.boolean({"check", Unit::kNone, 0, 1,
                   "Compare gradients, all-reduce and weights with the host after every step."},
                  check);
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

void CampaignParameters::visit(ScenarioVisitor& visitor) {
  visitor.integer({"faults", Unit::kNone, 1, 1e7, "Trials, each with one fault; sites take turns."},
                  faults);
  visitor.integer({"packets", Unit::kNone, 1, 10'000, "Packets that each chip sends in a trial."},
                  packets_a_node);
  visitor.integer(
      {"packet_flits", Unit::kNone, 1, 64, "Flits of the longest packet, head included."},
      packet_flits);
  visitor.integer({"injection", Unit::kIciCycles, 100, 1e9,
                   "Packets are handed over, and the fault strikes, within this time."},
                  injection_cycles);
  visitor.integer({"patience", Unit::kIciCycles, 1000, 1e12,
                   "A network that does not come to rest within this time hangs; chosen: a link "
                   "that stays down tries to train for 21,000 cycles."},
                  patience_cycles);
}

}  // namespace podsim::config
