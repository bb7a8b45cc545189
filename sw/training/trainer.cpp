// SPDX-License-Identifier: Apache-2.0
#include "sw/training/trainer.h"

#include "firmware/microprograms.h"
#include "sw/collectives/ring_boot.h"
#include "sw/training/step_check.h"

namespace podsim::training {
namespace {

// Batch numbers in HBM: training batches take two places in turn, the test digits follow.
constexpr int kTrainingPlaces = 2;
constexpr int kFirstTestBatch = kTrainingPlaces;

std::map<std::string, std::int64_t> symbols() {
  std::map<std::string, std::int64_t> result = ring_symbols();
  result.merge(mlp::mlp_symbols());
  return result;
}

std::int32_t word(double value) {
  return static_cast<std::int32_t>(bits_of(static_cast<float>(value)));
}

template <typename Rows>
std::size_t bytes(const Rows& rows) {
  return rows.size() * sizeof(Row);
}

std::int64_t batch_row(std::size_t number) {
  return mlp::kHbmBatches + static_cast<std::int64_t>(number) * mlp::kBatchRows;
}

}  // namespace

Trainer::Trainer(Pod& pod, const HamiltonianCircuit& circuit, const DigitSet& training,
                 const DigitSet& test, const TrainerOptions& options)
    : pod_(pod),
      training_(training),
      test_(test),
      options_(options),
      plan_(gradient_plan(circuit)),
      cores_(replica_cores(plan_)),
      step_program_(microprograms::assemble("firmware/training/train_step.tasm", symbols())),
      evaluate_program_(microprograms::assemble("firmware/training/evaluate.tasm", symbols())) {
  require_fits(plan_, mlp::kVmemGradient);
  if (options_.check) golden_.emplace(training_, plan_, options_.hyper);
  load_pod();
}

int Trainer::global_batch() const { return static_cast<int>(cores_.size()) * mlp::kImages; }

void Trainer::load_pod() {
  const ParameterBlock weights = initial_weights(options_.hyper.seed);
  const ParameterBlock velocity(weights.size(), Row{});
  for (const CorePlan& core : plan_.cores) {
    pod_.write_smem(core.core, kRingBoot, ring_boot_words(plan_, core, mlp::kVmemGradient));
    pod_.write_vmem(core.core, mlp::kVmemWeights, weights.data(), bytes(weights));
    pod_.write_vmem(core.core, mlp::kVmemVelocity, velocity.data(), bytes(velocity));
    for (const RingSender& sender : ring_senders(plan_, core)) {
      pod_.expect_sender(core.core, sender.semaphore, sender.sender);
    }
  }
  for (std::size_t r = 0; r < cores_.size(); ++r) {
    for (std::size_t b = 0; b < test_batches(cores_.size(), test_.size()); ++b) {
      const BatchBlock batch = test_batch(test_, b, r, cores_.size());
      pod_.write_hbm(cores_[r], batch_row(kFirstTestBatch + b), batch.data(), bytes(batch));
    }
  }
}

void Trainer::load_batch(int step) {
  const auto index = static_cast<std::size_t>(step);
  for (std::size_t r = 0; r < cores_.size(); ++r) {
    const BatchBlock batch = training_batch(training_, index, r, cores_.size());
    pod_.write_hbm(cores_[r], batch_row(index % kTrainingPlaces), batch.data(), bytes(batch));
  }
}

void Trainer::write_parameters(int batches, int first_batch) {
  const std::int32_t scale = word(static_cast<double>(gradient_scale(cores_.size())));
  for (const int core : cores_) {
    pod_.write_smem(core, mlp::kSmemSteps, {batches});
    pod_.write_smem(core, mlp::kSmemFirstBatch, {first_batch});
    pod_.write_smem(core, mlp::kSmemRate, {word(options_.hyper.learning_rate)});
    pod_.write_smem(core, mlp::kSmemScale, {scale});
    pod_.write_smem(core, mlp::kSmemKeepGradient, {options_.check ? 1 : 0});
    pod_.write_smem(core, mlp::kSmemMomentum, {word(options_.hyper.momentum)});
  }
}

bool Trainer::launch(const assembler::Program& program, TrainingResult& result) {
  RunOutcome outcome = pod_.run(program, cores_, options_.limits);
  const bool ok = outcome.status == RunStatus::kHalted;
  if (!ok) result.failure = std::move(outcome);
  return ok;
}

Metrics Trainer::read_batch_metrics() const {
  Row metrics;
  pod_.read_vmem(cores_.front(), mlp::kVmemGradient + mlp::kMetrics, metrics.data(),
                 sizeof metrics);
  const auto digits = static_cast<double>(global_batch());
  return {static_cast<double>(metrics[mlp::kLossLane]) / digits,
          static_cast<double>(metrics[mlp::kCorrectLane]) / digits};
}

bool Trainer::evaluate(StepReport& report, TrainingResult& result) {
  const auto batches = static_cast<int>(test_batches(cores_.size(), test_.size()));
  write_parameters(batches, kFirstTestBatch);
  if (!launch(evaluate_program_, result)) return false;
  Metrics total;
  for (const int core : cores_) {
    Row metrics;
    pod_.read_hbm(core, mlp::kHbmEvaluation, metrics.data(), sizeof metrics);
    total.loss += static_cast<double>(metrics[mlp::kLossLane]);
    total.correct += static_cast<double>(metrics[mlp::kCorrectLane]);
  }
  const auto digits = static_cast<double>(test_.size());
  report.test = Metrics{total.loss / digits, total.correct / digits};
  return true;
}

bool Trainer::evaluation_due(int step) const {
  if (step == options_.steps) return true;
  return options_.evaluate_every > 0 && step % options_.evaluate_every == 0;
}

bool Trainer::run_step(int step, TrainingResult& result) {
  load_batch(step - 1);
  write_parameters(1, (step - 1) % kTrainingPlaces);
  const Picoseconds started = pod_.now();
  if (!launch(step_program_, result)) return false;
  StepReport report;
  report.step = step;
  report.step_time = pod_.now() - started;
  training_time_ += report.step_time;
  report.training_time = training_time_;
  report.batch = read_batch_metrics();
  if (golden_) {
    golden_->step();
    report.mismatches = check_step(pod_, plan_, *golden_);
  }
  const bool ok = !evaluation_due(step) || evaluate(report, result);
  result.steps.push_back(std::move(report));
  return ok;
}

TrainingResult Trainer::run(const Progress& progress) {
  TrainingResult result;
  for (int step = 1; step <= options_.steps; ++step) {
    const std::size_t before = result.steps.size();
    const bool ok = run_step(step, result);
    if (result.steps.size() > before && progress) progress(result.steps.back());
    if (!ok || !result.steps.back().mismatches.empty()) break;
    const auto& test = result.steps.back().test;
    result.reached_target =
        options_.target_accuracy > 0 && test && test->correct >= options_.target_accuracy;
    if (result.reached_target) break;
  }
  return result;
}

}  // namespace podsim::training
