// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <memory>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "firmware/diagnostics/user_error.h"
#include "firmware/microprograms.h"
#include "sw/cli/data_files.h"
#include "sw/cli/pod_setup.h"
#include "sw/cli/session.h"
#include "sw/cli/verb.h"
#include "sw/collectives/hamiltonian_circuit.h"
#include "sw/config/json_writer.h"
#include "sw/report/mesh_text.h"
#include "sw/report/nccl_table.h"
#include "sw/report/progress_meter.h"
#include "sw/report/step_table.h"
#include "sw/report/training_report.h"
#include "sw/report/units.h"
#include "sw/training/digits.h"
#include "sw/training/mlp_layout.h"
#include "sw/training/trainer.h"

namespace podsim::cli {
namespace {

constexpr const char* kAllReduceSpan = "all-reduce";

/// One training of [train], from digits to report.
class TrainRun {
 public:
  explicit TrainRun(Session& session)
      : session_(session),
        parameters_(session.scenario().train),
        circuit_(find_circuit(session.topology())),
        tables_(proved_routes(session)),
        training_(training::load_training_digits(digits_folder())),
        test_(training::load_test_digits(digits_folder())),
        probes_(session, span_names()),
        pod_(session.pod_parameters(), session.topology(), probes_.observer(), probes_.waves()) {
    load_routes(pod_, tables_);
    probes_.show_circuit(circuit_.chips);
  }

  SessionResult execute() {
    training::Trainer trainer(pod_, circuit_, training_, test_, trainer_options());
    print_head(trainer);
    ProgressMeter meter("training");
    training_result_ =
        trainer.run([&](const training::StepReport& report) { print_step(report, meter); });
    session_.terminal().end_progress();
    SessionResult result = judge();
    write_artefacts();
    print_tail(result);
    return result;
  }

 private:
  std::string digits_folder() {
    std::string folder = parameters_.data.empty() ? bundled_digits() : parameters_.data;
    for (const char* file : {"train-images-idx3-ubyte.gz", "train-labels-idx1-ubyte.gz",
                             "t10k-images-idx3-ubyte.gz", "t10k-labels-idx1-ubyte.gz"}) {
      session_.add_input(folder + "/" + file);
    }
    return folder;
  }

  static SpanNames span_names() {
    const auto symbols = training::mlp::mlp_symbols();
    return microprograms::span_names(assembler::assemble(".include \"lib/spans.tasm\"\n  halt\n",
                                                         "spans",
                                                         microprograms::assemble_options(symbols)));
  }

  training::TrainerOptions trainer_options() {
    training::TrainerOptions options;
    options.hyper.seed = static_cast<std::uint64_t>(session_.scenario().seed);
    options.hyper.learning_rate =
        training::scaled_learning_rate(parameters_.learning_rate, cores() * training::mlp::kImages);
    options.hyper.momentum = parameters_.momentum;
    options.steps = static_cast<int>(parameters_.steps);
    options.evaluate_every = static_cast<int>(parameters_.evaluate_every);
    options.target_accuracy = parameters_.target_accuracy;
    options.check = parameters_.check;
    options.limits.interrupted = [this] { return session_.interrupted(); };
    return options;
  }

  int cores() const { return 2 * circuit_.size(); }
  bool quiet() const { return session_.json(); }

  void print_head(const training::Trainer& trainer) {
    if (quiet()) return;
    const Topology& topology = session_.topology();
    session_.terminal().out() << fmt::format(
        "pod      {} x {} chips, {} alive, {} TensorCores; a Verilated router a chip\n"
        "network  784-128-10 perceptron, {} digits to learn, {} to test, batch {}\n"
        "ring     {} chips (method: {}), both directions\n",
        topology.width(), topology.height(), topology.live_count(), cores(), training_.size(),
        test_.size(), trainer.global_batch(), circuit_.size(), to_string(circuit_.method));
  }

  void print_step(const training::StepReport& report, ProgressMeter& meter) {
    TrainingPoint point{report.step, report.batch.loss, {}, report.training_time};
    if (report.test) point.accuracy = report.test->correct;
    points_.push_back(point);
    Terminal& terminal = session_.terminal();
    const int last = static_cast<int>(parameters_.steps);
    if (report.test && !quiet()) {
      terminal.end_progress();
      terminal.out() << training_line(point, last) << std::endl;
    }
    const auto done = static_cast<std::uint64_t>(report.step);
    const auto line = meter.update(done, static_cast<std::uint64_t>(last),
                                   fmt::format("step {}, loss {:.4f}", report.step, point.loss));
    if (line) terminal.progress(*line);
  }

  SessionResult judge() {
    SessionResult result;
    if (training_result_.failure) {
      result.exit_code = exit_code_of(*training_result_.failure);
      result.failure = describe(*training_result_.failure, session_.topology());
    } else if (!training_result_.ok()) {
      result.exit_code = ExitCode::kCheckFailed;
      result.failure = mismatch_text();
    } else if (parameters_.target_accuracy > 0 && !training_result_.reached_target) {
      result.exit_code = ExitCode::kCheckFailed;
      result.failure = UserError("TRAIN-010", fmt::format("after {} steps the test digits are not "
                                                          "classified to {}",
                                                          points_.size(), format_percent(target())))
                           .what();
    }
    result.digest = pod_.digest();
    result.core_cycles = pod_.core_clock().first_edge_at_or_after(pod_.now());
    result.ici_cycles = pod_.ici_clock().first_edge_at_or_after(pod_.now());
    return result;
  }

  double target() const { return parameters_.target_accuracy; }

  std::string mismatch_text() const {
    const training::StepReport& last = training_result_.steps.back();
    std::string text;
    for (const std::string& mismatch : last.mismatches) {
      text += UserError("TRAIN-011", fmt::format("step {}: {}", last.step, mismatch)).what();
      text += "\n";
    }
    return text;
  }

  void write_artefacts() {
    probes_.finish(pod_, "podsim train");
    if (!session_.output().enabled() || points_.empty()) return;
    session_.output().write("training.csv", training_csv(points_));
    session_.output().write("training.svg", training_svg(points_, "784-128-10 perceptron on MNIST",
                                                         fmt::format("{} TensorCores of {} chips",
                                                                     cores(), circuit_.size())));
  }

  /// The gradient all-reduce, mean of all steps.
  CollectiveRow all_reduce_row() const {
    CollectiveRow row;
    row.elements = std::uint64_t{training::mlp::kGradientRows} * isa::kLanes;
    row.bytes = row.elements * sizeof(float);
    row.bus_factor = all_reduce_bus_factor(cores());
    // Every element of every step was compared; a wrong one would have ended the training.
    if (parameters_.check && training_result_.ok()) row.wrong = 0;
    for (const PhaseSummary& phase : probes_.phases().summary(probes_.names())) {
      if (phase.name != kAllReduceSpan || phase.occurrences == 0) continue;
      const double cycles = phase.cycles.mean / static_cast<double>(phase.occurrences);
      row.time = pod_.core_clock().time_of(static_cast<Cycle>(cycles));
    }
    return row;
  }

  void print_tail(const SessionResult& result) {
    std::ostream& out = session_.terminal().out();
    if (quiet()) {
      out << json(result);
      return;
    }
    out << "\nCycles by phase, a step (core cycles; mean over cores and steps)\n"
        << step_table(probes_.phases().summary(probes_.names()), pod_.core_clock());
    out << fmt::format("\nGradient all-reduce: bidirectional ring over {} chips, {} cores\n",
                       circuit_.size(), cores())
        << nccl_header() << nccl_row(all_reduce_row());
    out << "\nLoad of the links\n"
        << mesh_text(session_.topology(), pod_.link_loads(), link_measure(pod_));
    print_checks(result);
    out << fmt::format("digest   {}\n", config::digest_text(result.digest));
    if (session_.output().enabled()) {
      out << fmt::format("files    {}: {}\n", session_.output().path(),
                         fmt::join(artefacts(), " "));
    }
  }

  /// Names of the files in the output folder, with the manifest, which is written last.
  std::set<std::string> artefacts() const {
    std::set<std::string> names = {"manifest.json"};
    for (const auto& entry : std::filesystem::directory_iterator(session_.output().path())) {
      names.insert(entry.path().filename().string());
    }
    return names;
  }

  void print_checks(const SessionResult& result) {
    if (!parameters_.check || result.exit_code == ExitCode::kInterrupted) return;
    const bool equal = training_result_.ok();
    session_.terminal().out() << fmt::format(
        "\nchecks   {} steps: weights of all {} cores, all-reduce and golden reference {}\n",
        points_.size(), cores(), equal ? "equal to the bit" : "DIFFER");
  }

  std::string json(const SessionResult& result) const {
    const CollectiveRow reduce = all_reduce_row();
    config::JsonWriter json;
    json.begin_object().text("verb", "train");
    json.integer("exit_code", static_cast<int>(result.exit_code));
    json.begin_list("steps");
    for (const TrainingPoint& point : points_) {
      json.begin_object().integer("step", point.step).real("loss", point.loss);
      if (point.accuracy) json.real("accuracy", *point.accuracy);
      json.integer("picoseconds", static_cast<std::int64_t>(point.time)).end();
    }
    json.end();
    json.begin_object("all_reduce").integer("bytes", static_cast<std::int64_t>(reduce.bytes));
    json.integer("picoseconds", static_cast<std::int64_t>(reduce.time));
    json.real("algbw", reduce.algorithm_bandwidth()).real("busbw", reduce.bus_bandwidth()).end();
    json.text("digest", config::digest_text(result.digest));
    if (!result.failure.empty()) json.text("failure", result.failure);
    json.end();
    return json.str();
  }

  Session& session_;
  const config::TrainParameters& parameters_;
  HamiltonianCircuit circuit_;
  RoutingTables tables_;
  training::DigitSet training_;
  training::DigitSet test_;
  Probes probes_;
  Pod pod_;
  training::TrainingResult training_result_;
  std::vector<TrainingPoint> points_;
};

SessionResult execute(Session& session) { return TrainRun(session).execute(); }

}  // namespace

Verb make_train_verb() {
  Verb verb;
  verb.name = "train";
  verb.summary = "Train a perceptron on MNIST over the whole pod, checked against the host";
  verb.examples =
      "  podsim train --mesh 6x6 --fail board:2,2 --out out   a hole in the middle\n"
      "  podsim train --steps 10 --target 0                   ten steps on the default mesh\n"
      "  podsim train --data FOLDER                           other IDX files\n";
  verb.uses = {true, true, true};
  verb.declare = [](OptionSet& set) {
    set.setting("--steps", "train.steps", "N", "Steps at most");
    set.setting("--target", "train.target_accuracy", "A", "Stop at this test accuracy, 0 to 1");
    set.setting("--data", "train.data", "DIR", "Folder of the four IDX files");
  };
  verb.execute = execute;
  verb.run = [](VerbContext& context) { return run_session(make_train_verb(), context); };
  return verb;
}

}  // namespace podsim::cli
