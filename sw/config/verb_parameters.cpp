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
  visitor.choice({"operation", Unit::kNone, 0, 0, "What to run."},
                 {"all-reduce", "reduce-scatter", "all-gather", "broadcast", "all-to-all",
                  "halo-exchange", "group-all-reduce", "barrier"},
                 operation);
  visitor.choice(
      {"algorithm", Unit::kNone, 0, 0,
       "How all-reduce, reduce-scatter, all-gather and broadcast work; auto: the one that "
       "should be fastest here."},
      {"auto", "ring", "line", "row-pair", "2d", "2d-two-colour", "2d-y-first", "2d-holes",
       "trees"},
      algorithm);
  visitor.choice({"ranks", Unit::kNone, 0, 0,
                  "Who has an array of its own: each core, as in data parallelism, or each chip, "
                  "whose cores then hold half of it each."},
                 {"core", "chip"}, ranks);
  visitor.choice({"type", Unit::kNone, 0, 0, "Of the elements."}, {"float", "bfloat16"}, type);
  visitor.choice({"redop", Unit::kNone, 0, 0, "How elements are combined."}, {"sum", "max"}, redop);
  visitor.integer({"minimum", Unit::kBytes, 4, kGibi, "Smallest array of a rank."}, minimum_bytes);
  visitor.integer({"maximum", Unit::kBytes, 4, kGibi, "Largest array of a rank."}, maximum_bytes);
  visitor.integer({"factor", Unit::kNone, 2, 1024, "From one size to the next."}, factor);
  visitor.integer({"iterations", Unit::kNone, 1, 1000, "Runs of each size; the time is the mean."},
                  iterations);
  visitor.integer({"chunk", Unit::kBytes, 512, 1024.0 * 1024,
                   "Longest piece that is sent and combined at once, whole rows of 512 bytes."},
                  chunk_bytes);
  visitor.integer({"in_flight", Unit::kNone, 1, 16,
                   "Most chunks of a shard that follow each other from core to core."},
                  in_flight);
  visitor.extent({"block", Unit::kNone, 0, 0,
                  "Chips that hold one model between them: all-reduces then connect only chips at "
                  "the same place of their blocks, and a halo exchange works inside each block."},
                 block);
  visitor.integer({"group", Unit::kNone, 8, 64,
                   "Cores of a batch-norm group of group-all-reduce: 8, 16, 32 or 64."},
                  group_cores);
  visitor.place({"root", Unit::kNone, 0, 0,
                 "Chip that a broadcast starts from; not given: the first live one."},
                root);
  visitor.choice({"pattern", Unit::kNone, 0, 0,
                  "What the arrays hold: random values, checked in the order of additions of the "
                  "algorithm, or small integers, whose sums are exact in any order."},
                 {"random", "integers"}, pattern);
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
