// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "firmware/diagnostics/user_error.h"
#include "firmware/microprograms.h"
#include "sw/bounds/all_reduce_bound.h"
#include "sw/cli/pod_setup.h"
#include "sw/cli/session.h"
#include "sw/cli/verb.h"
#include "sw/config/json_writer.h"
#include "sw/plans/catalogue.h"
#include "sw/plans/check.h"
#include "sw/plans/plan_image.h"
#include "sw/plans/plan_run.h"
#include "sw/report/nccl_table.h"
#include "sw/report/step_table.h"
#include "sw/report/units.h"

namespace podsim::cli {
namespace {

constexpr const char* kCollectiveSpan = "collective";
constexpr std::int64_t kRowBytes = isa::kRowBytes;

/// Throws UserError COLL-055 for a place outside the pod, COLL-059 for an operation without a root.
int root_chip(const Topology& topology, Coordinate root, plans::Operation operation) {
  if (operation != plans::Operation::kBroadcast) {
    throw UserError("COLL-059", plans::name_of(operation) + " has no root", {}, "broadcast has");
  }
  if (topology.contains(root)) return topology.chip_at(root);
  throw UserError(
      "COLL-055", "a broadcast from " + to_string(root) + ", which is outside the pod", {},
      fmt::format("columns 0 to {}, rows 0 to {}", topology.width() - 1, topology.height() - 1));
}

/// What the scenario asks for, for arrays of `bytes` bytes a rank.
plans::PlanRequest make_request(const Session& session, std::int64_t bytes) {
  const config::CollectiveParameters& wanted = session.scenario().collective;
  plans::PlanRequest request;
  request.operation = static_cast<plans::Operation>(wanted.operation);
  request.algorithm = static_cast<plans::Algorithm>(wanted.algorithm);
  request.size.ranks = wanted.ranks == 0 ? plans::Ranks::kCore : plans::Ranks::kChip;
  const std::int64_t core_bytes = wanted.ranks == 0 ? bytes : (bytes + 1) / 2;
  request.size.rows = (core_bytes + kRowBytes - 1) / kRowBytes;
  request.size.combine = static_cast<plans::Combine>(2 * wanted.type + wanted.redop);
  request.cut.chunk_rows = static_cast<int>(wanted.chunk_bytes / kRowBytes);
  request.cut.in_flight = static_cast<int>(wanted.in_flight);
  if (wanted.block) request.block = {wanted.block->width, wanted.block->height};
  request.group_cores = static_cast<int>(wanted.group_cores);
  if (wanted.root) request.root = root_chip(session.topology(), *wanted.root, request.operation);
  return request;
}

bool reduces(plans::Operation operation) {
  return operation == plans::Operation::kAllReduce ||
         operation == plans::Operation::kReduceScatter ||
         operation == plans::Operation::kGroupAllReduce || operation == plans::Operation::kBarrier;
}

/// As nccl-tests defines it, for `ranks` ranks.
double bus_factor(plans::Operation operation, int ranks) {
  switch (operation) {
    case plans::Operation::kAllReduce:
    case plans::Operation::kGroupAllReduce:
      return all_reduce_bus_factor(ranks);
    case plans::Operation::kReduceScatter:
    case plans::Operation::kAllGather:
    case plans::Operation::kAllToAll:
      return gather_bus_factor(ranks);
    default:
      return 1;
  }
}

/// The sizes of [collective], one collective after the other on one pod.
class CollectiveRun {
 public:
  explicit CollectiveRun(Session& session)
      : session_(session),
        parameters_(session.scenario().collective),
        operation_(static_cast<plans::Operation>(parameters_.operation)),
        first_(make_plan(sizes().front())),
        tables_(proved_routes(session)),
        probes_(session, microprograms::span_names(program_of(first_))),
        pod_(session.pod_parameters(), session.topology(), probes_.observer(), probes_.waves()),
        next_seed_(static_cast<std::uint64_t>(session.scenario().seed)) {
    load_routes(pod_, tables_);
  }

  SessionResult execute() {
    SessionResult result;
    for (std::int64_t bytes : sizes()) plans::make_images(make_plan(bytes));  // does it fit?
    print_head();
    for (std::int64_t bytes : sizes()) {
      run_size(bytes, result);
      if (result.exit_code != ExitCode::kPass) break;
    }
    result.digest = pod_.digest();
    result.core_cycles = pod_.core_clock().first_edge_at_or_after(pod_.now());
    result.ici_cycles = pod_.ici_clock().first_edge_at_or_after(pod_.now());
    probes_.finish(pod_, "podsim collective " + plans::name_of(operation_));
    print_tail(result);
    return result;
  }

 private:
  /// Sizes that are cut alike are run once: a barrier has none.
  std::vector<std::int64_t> sizes() const {
    if (operation_ == plans::Operation::kBarrier) return {kRowBytes};
    std::vector<std::int64_t> sizes;
    for (std::int64_t bytes = parameters_.minimum_bytes; bytes <= parameters_.maximum_bytes;
         bytes *= parameters_.factor) {
      sizes.push_back(bytes);
    }
    return sizes;
  }

  plans::Plan make_plan(std::int64_t bytes) const {
    return plans::make_plan(session_.topology(), make_request(session_, bytes));
  }
  static assembler::Program program_of(const plans::Plan& plan) {
    return microprograms::assemble(plans::kPlanProgram, plans::plan_symbols(plan));
  }

  void run_size(std::int64_t bytes, SessionResult& result) {
    const plans::Plan plan = make_plan(bytes);
    const plans::CheckedPlan checked = plans::check_plan(plan, session_.topology());
    require_right(checked.faults);
    const plans::PlanRun run(plan, checked, static_cast<plans::Pattern>(parameters_.pattern));
    plans::DataCheck check;
    Picoseconds time = 0;
    for (std::int64_t i = 0; i < parameters_.iterations; ++i) {
      const std::uint64_t seed = next_seed_++;
      run.load(pod_, seed);
      probes_.reset_phases();
      const RunOutcome outcome = pod_.run(run.program(), cores_of(plan), limits());
      if (outcome.status != RunStatus::kHalted) {
        result.exit_code = exit_code_of(outcome);
        result.failure = describe(outcome, session_.topology());
        return;
      }
      time += collective_time();
      check.add(run.check(pod_, seed));
    }
    algorithms_.push_back(plan.name);
    report(bytes, check, time / static_cast<Picoseconds>(parameters_.iterations), result);
  }

  static std::vector<int> cores_of(const plans::Plan& plan) {
    std::vector<int> cores;
    for (const plans::CorePlan& core : plan.cores) cores.push_back(core.core);
    return cores;
  }

  RunLimits limits() {
    RunLimits limits;
    limits.interrupted = [this] { return session_.interrupted(); };
    return limits;
  }

  /// Of the slowest core.
  Picoseconds collective_time() const {
    for (const PhaseSummary& phase : probes_.phases().summary(probes_.names())) {
      if (phase.name == kCollectiveSpan) return pod_.core_clock().time_of(phase.cycles.maximum);
    }
    throw InternalError("the collective's program has no span");
  }

  /// Ranks that work together.
  int ranks() const { return static_cast<int>(first_.ranks); }

  void report(std::int64_t bytes, const plans::DataCheck& check, Picoseconds time,
              SessionResult& result) {
    CollectiveRow row;
    const std::uint64_t width = parameters_.type == 0 ? sizeof(float) : sizeof(float) / 2;
    row.bytes = static_cast<std::uint64_t>(bytes);
    row.elements = row.bytes / width;
    row.type = parameters_.type == 0 ? "float" : "bfloat16";
    row.redop = !reduces(operation_) ? "none" : parameters_.redop == 0 ? "sum" : "max";
    row.time = time;
    row.bus_factor = bus_factor(operation_, ranks());
    if (pod_.scale().mode != DataMode::kNone) row.wrong = check.wrong;
    note_bound(bytes, time);
    rows_.push_back(row);
    if (!session_.json()) session_.terminal().out() << nccl_row(row) << std::flush;
    if (check.wrong == 0) return;
    result.exit_code = ExitCode::kCheckFailed;
    result.failure =
        UserError("COLL-030",
                  fmt::format("{} of {}: {} of {} words are wrong; {}", plans::name_of(operation_),
                              format_bytes(row.bytes), check.wrong, check.checked, check.first))
            .what();
  }

  /// T* of an all-reduce of one array a chip over the payload that the links carry; a time below it
  /// is a fault of the simulator.
  void note_bound(std::int64_t bytes, Picoseconds time) {
    bounds_.emplace_back();
    if (operation_ != plans::Operation::kAllReduce || parameters_.block) return;
    const PodParameters parameters = session_.pod_parameters();
    const auto payload = static_cast<double>(parameters.ici.packet_payload_bytes);
    const double flit_rate = static_cast<double>(parameters.ici.clock_hz);
    const double link = flit_rate * kFlitBytes * payload / (payload + kFlitBytes);
    const AllReduceBound bound = all_reduce_bound(session_.topology(), bytes, link);
    bound.require_possible(to_seconds(time));
    bounds_.back() = bound;
  }

  static double to_seconds(Picoseconds time) { return static_cast<double>(time) * 1e-12; }

  std::vector<std::string> bound_lines() const {
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (!bounds_[i] || bounds_[i]->live_chips < 2) continue;
      const double seconds = to_seconds(rows_[i].time);
      lines.push_back(
          fmt::format("{:>10} B: {}, T* {:.2f} us, efficiency T*/T {:.3f}; two phases {:.2f} us",
                      rows_[i].bytes, algorithms_[i], bounds_[i]->strength_seconds * 1e6,
                      bounds_[i]->efficiency(seconds), bounds_[i]->two_phase_seconds * 1e6));
    }
    return lines;
  }

  std::string asked_for() const {
    const auto algorithm = static_cast<plans::Algorithm>(parameters_.algorithm);
    return algorithm == plans::Algorithm::kAuto ? "auto" : first_.name;
  }

  void print_head() {
    if (session_.json()) return;
    const Topology& topology = session_.topology();
    session_.terminal().out() << nccl_header(
        {fmt::format("podsim {}: {} x {} chips, {} alive, {} cores take part",
                     plans::name_of(operation_), topology.width(), topology.height(),
                     topology.live_count(), first_.cores.size()),
         fmt::format("algorithm {}, {} in chunks of at most {}, sizes are of a {}", asked_for(),
                     to_string(first_.combine),
                     format_bytes(static_cast<std::uint64_t>(parameters_.chunk_bytes)),
                     parameters_.ranks == 0 ? "core" : "chip"),
         check_text()});
  }

  std::string check_text() const {
    switch (pod_.scale().mode) {
      case DataMode::kFull:
        return "every word checked to the bit against the host";
      case DataMode::kSampled:
        return fmt::format("lane {} of every row checked to the bit against the host",
                           pod_.scale().lane);
      case DataMode::kNone:
        break;
    }
    return "no data, so nothing is checked";
  }

  void print_tail(const SessionResult& result) {
    std::ostream& out = session_.terminal().out();
    if (session_.json()) {
      out << json(result);
      return;
    }
    if (!rows_.empty()) out << nccl_footer(rows_, bound_lines());
    if (rows_.empty() || result.exit_code != ExitCode::kPass) return;
    out << "\nCycles of the last run by phase (core cycles)\n"
        << step_table(probes_.phases().summary(probes_.names()), pod_.core_clock());
    out << fmt::format("digest   {}\n", config::digest_text(result.digest));
  }

  std::string json(const SessionResult& result) const {
    config::JsonWriter json;
    json.begin_object().text("verb", "collective");
    json.integer("exit_code", static_cast<int>(result.exit_code));
    json.text("operation", plans::name_of(operation_)).text("algorithm", first_.name);
    json.begin_list("rows");
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const CollectiveRow& row = rows_[i];
      json.begin_object()
          .text("algorithm", algorithms_[i])
          .integer("bytes", static_cast<std::int64_t>(row.bytes));
      json.integer("count", static_cast<std::int64_t>(row.elements)).text("type", row.type);
      json.text("redop", row.redop).integer("root", row.root);
      json.integer("picoseconds", static_cast<std::int64_t>(row.time));
      json.real("algbw", row.algorithm_bandwidth()).real("busbw", row.bus_bandwidth());
      if (bounds_[i] && bounds_[i]->live_chips > 1) {
        json.real("bound_seconds", bounds_[i]->strength_seconds);
        json.real("efficiency", bounds_[i]->efficiency(to_seconds(row.time)));
      }
      if (row.wrong) json.integer("wrong", static_cast<std::int64_t>(*row.wrong));
      json.end();
    }
    json.end().text("digest", config::digest_text(result.digest));
    if (!result.failure.empty()) json.text("failure", result.failure);
    json.end();
    return json.str();
  }

  Session& session_;
  const config::CollectiveParameters& parameters_;
  plans::Operation operation_;
  plans::Plan first_;  ///< of the smallest size
  RoutingTables tables_;
  Probes probes_;
  Pod pod_;
  /// Of the next run: no run finds the results of an earlier one in its target buffers.
  std::uint64_t next_seed_;
  std::vector<CollectiveRow> rows_;
  std::vector<std::string> algorithms_;                ///< of each row
  std::vector<std::optional<AllReduceBound>> bounds_;  ///< of each row
};

SessionResult execute(Session& session) { return CollectiveRun(session).execute(); }

ExitCode run(const std::string& operation, VerbContext& context) {
  if (!operation.empty()) {
    context.common.overrides.push_back(
        {"collective.operation", operation, "command line: " + operation});
  }
  return run_session(make_collective_verb(), context);
}

}  // namespace

Verb make_collective_verb() {
  const auto operation = std::make_shared<std::string>();
  Verb verb;
  verb.name = "collective";
  verb.summary = "Run a collective and measure it, in the columns of nccl-tests";
  verb.examples =
      "  podsim collective all-reduce --mesh 6x6 --fail board:2,2   64 KiB to 1 MiB\n"
      "  podsim collective all-reduce -b 4KiB -e 4MiB -f 4          other sizes\n"
      "  podsim collective all-to-all --mesh 4x4 --ranks chip       another operation\n";
  verb.uses = {true, true, true};
  verb.declare = [operation](OptionSet& set) {
    set.positional("OPERATION", *operation, false, "all-reduce");
    set.setting("--algo", "collective.algorithm", "NAME", "auto, ring, 2d-two-colour, trees, ...");
    set.setting("--ranks", "collective.ranks", "WHAT", "core or chip: who has an array of its own");
    set.setting("--type", "collective.type", "NAME", "float or bfloat16");
    set.setting("--redop", "collective.redop", "NAME", "sum or max");
    set.setting("--chunk", "collective.chunk", "SIZE", "Longest piece that is sent at once");
    set.setting("--block", "collective.block", "WxH", "Chips that hold one model between them");
    set.setting("--group", "collective.group", "N", "Cores of a batch-norm group");
    set.setting("--root", "collective.root", "X,Y", "Chip that a broadcast starts from");
    set.setting("-b,--min", "collective.minimum", "SIZE", "Smallest array of a rank");
    set.setting("-e,--max", "collective.maximum", "SIZE", "Largest array of a rank");
    set.setting("-f,--factor", "collective.factor", "N", "From one size to the next");
    set.setting("-n,--iters", "collective.iterations", "N", "Runs of each size");
  };
  verb.execute = execute;
  verb.run = [operation](VerbContext& context) { return run(*operation, context); };
  return verb;
}

}  // namespace podsim::cli
