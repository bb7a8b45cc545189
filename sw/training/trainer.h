// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_TRAINING_TRAINER_H_
#define PODSIM_SW_TRAINING_TRAINER_H_

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sw/collectives/ring_plan.h"
#include "sw/training/digits.h"
#include "sw/training/golden_training.h"
#include "sw/training/hyper_parameters.h"
#include "systemc/pod/pod.h"

namespace podsim::training {

/// How long to train, and what to check. A step takes 8 digits a live core, so 512 on 64 cores.
struct TrainerOptions {
  HyperParameters hyper;
  int steps = 60;                ///< at most
  int evaluate_every = 5;        ///< steps; 0: after the last one only
  double target_accuracy = 0.9;  ///< on the test digits: stops there; 0: runs all steps
  bool check = true;             ///< compare with the host after every step, see StepReport
  RunLimits limits;              ///< of each launch
};

/// What came out of a step.
struct StepReport {
  int step = 0;                   ///< counted from 1
  Metrics batch;                  ///< before the step's update
  std::optional<Metrics> test;    ///< after it
  Picoseconds step_time = 0;      ///< of the modelled machine: from launch to last halt
  Picoseconds training_time = 0;  ///< sum of the steps so far, without evaluations
  /// Checks that failed, empty if none did or none were made:
  ///  - every core holds the same weights, to the bit;
  ///  - on every core, the reduced gradient is the sum of the local ones, as the host adds them in
  ///  the
  ///    ring's order, to the bit, and within the error bound of a sum in double precision;
  ///  - local gradients and weights are those of GoldenTraining, to the bit.
  std::vector<std::string> mismatches;
};

struct TrainingResult {
  std::vector<StepReport> steps;
  bool reached_target = false;
  /// Set when a launch did not end well; it ended the training.
  std::optional<RunOutcome> failure;
  bool ok() const { return !failure && (steps.empty() || steps.back().mismatches.empty()); }
};

/// Trains the 784-128-10 perceptron on a pod, data parallel over all live cores, with the
/// microprograms of firmware/training.
class Trainer {
 public:
  /// The pod must have its routes loaded; pod and digits must outlive the trainer. Loads weights,
  /// boot words and test digits into the pod.
  Trainer(Pod& pod, const HamiltonianCircuit& circuit, const DigitSet& training,
          const DigitSet& test, const TrainerOptions& options);

  /// Called after each step, also the failed one.
  using Progress = std::function<void(const StepReport&)>;
  /// Runs steps until the target, the last step, a failed check or a failed launch.
  TrainingResult run(const Progress& progress = {});

  const RingPlan& plan() const { return plan_; }
  /// Digits of a step over all cores.
  int global_batch() const;
  /// The programs, for span names and disassembly.
  const assembler::Program& step_program() const { return step_program_; }
  const assembler::Program& evaluate_program() const { return evaluate_program_; }

 private:
  void load_pod();
  void load_batch(int step);
  void write_parameters(int batches, int first_batch);
  /// Runs one launch; false (and result.failure set) when it did not end well.
  bool launch(const assembler::Program& program, TrainingResult& result);
  bool run_step(int step, TrainingResult& result);
  bool evaluate(StepReport& report, TrainingResult& result);
  Metrics read_batch_metrics() const;
  bool evaluation_due(int step) const;

  Pod& pod_;
  const DigitSet& training_;
  const DigitSet& test_;
  TrainerOptions options_;
  RingPlan plan_;
  std::vector<int> cores_;
  assembler::Program step_program_;
  assembler::Program evaluate_program_;
  std::optional<GoldenTraining> golden_;
  Picoseconds training_time_ = 0;
};

}  // namespace podsim::training

#endif  // PODSIM_SW_TRAINING_TRAINER_H_
