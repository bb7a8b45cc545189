// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstring>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "firmware/diagnostics/user_error.h"
#include "firmware/microprograms.h"
#include "sw/cli/pod_setup.h"
#include "sw/cli/session.h"
#include "sw/cli/verb.h"
#include "sw/collectives/hamiltonian_circuit.h"
#include "sw/collectives/host_all_reduce.h"
#include "sw/collectives/plan_check.h"
#include "sw/collectives/ring_boot.h"
#include "sw/collectives/ring_plan.h"
#include "sw/config/json_writer.h"
#include "sw/report/nccl_table.h"
#include "sw/report/step_table.h"
#include "sw/report/units.h"

namespace podsim::cli {
namespace {

constexpr const char* kProgram = "firmware/collectives/all_reduce_main.tasm";
constexpr const char* kAllReduceSpan = "all-reduce";
constexpr int kBaseRow = 0;
constexpr std::int64_t kSourceRow = 0;
constexpr std::int64_t kTargetRow = std::int64_t{1} << 20;

/// A value of either sign with a full mantissa, the same for the same arguments on every host.
float input_value(std::uint64_t seed, int core, std::size_t index) {
  std::uint64_t x = seed + 0x9e3779b97f4a7c15u * (index * 4096 + static_cast<unsigned>(core) + 1);
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;  // splitmix64
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  x ^= x >> 31;
  return static_cast<float>(static_cast<std::int64_t>(x) >> 39) * 0x1p-23f;
}

std::uint32_t bits_of(float value) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

using Arrays = std::vector<std::vector<float>>;

/// The sizes of [collective], one all-reduce after the other on one pod.
class CollectiveRun {
 public:
  explicit CollectiveRun(Session& session)
      : session_(session),
        parameters_(session.scenario().collective),
        circuit_(find_circuit(session.topology())),
        tables_(proved_routes(session)),
        program_(microprograms::assemble(kProgram, ring_symbols())),
        probes_(session, microprograms::span_names(program_)),
        pod_(session.pod_parameters(), session.topology(), probes_.observer(), probes_.waves()) {
    load_routes(pod_, tables_);
    probes_.show_circuit(circuit_.chips);
  }

  SessionResult execute() {
    SessionResult result;
    for (std::int64_t bytes : sizes()) require_fits(make_ring_plan(circuit_, bytes / 4), kBaseRow);
    print_head();
    for (std::int64_t bytes : sizes()) {
      run_size(bytes, result);
      if (result.exit_code != ExitCode::kPass) break;
    }
    result.digest = pod_.digest();
    result.core_cycles = pod_.core_clock().first_edge_at_or_after(pod_.now());
    result.ici_cycles = pod_.ici_clock().first_edge_at_or_after(pod_.now());
    probes_.finish(pod_, "podsim collective all-reduce");
    print_tail(result);
    return result;
  }

 private:
  std::vector<std::int64_t> sizes() const {
    std::vector<std::int64_t> sizes;
    for (std::int64_t bytes = parameters_.minimum_bytes; bytes <= parameters_.maximum_bytes;
         bytes *= parameters_.factor) {
      sizes.push_back(bytes);
    }
    return sizes;
  }

  void run_size(std::int64_t bytes, SessionResult& result) {
    const RingPlan plan = make_ring_plan(circuit_, bytes / 4);
    require_right(check_plan(plan, session_.topology()));
    const Arrays inputs = make_inputs(plan);
    load(plan, inputs);
    Picoseconds time = 0;
    for (std::int64_t i = 0; i < parameters_.iterations; ++i) {
      probes_.reset_phases();
      const RunOutcome outcome = pod_.run(program_, limits());
      if (outcome.status != RunStatus::kHalted) {
        result.exit_code = exit_code_of(outcome);
        result.failure = describe(outcome, session_.topology());
        return;
      }
      time += collective_time();
    }
    report(plan, inputs, time / static_cast<Picoseconds>(parameters_.iterations), result);
  }

  RunLimits limits() {
    RunLimits limits;
    limits.interrupted = [this] { return session_.interrupted(); };
    return limits;
  }

  Arrays make_inputs(const RingPlan& plan) const {
    const auto seed = static_cast<std::uint64_t>(session_.scenario().seed);
    Arrays inputs(plan.cores.size());
    for (std::size_t r = 0; r < inputs.size(); ++r) {
      inputs[r].resize(static_cast<std::size_t>(plan.count));
      for (std::size_t i = 0; i < inputs[r].size(); ++i) {
        inputs[r][i] = input_value(seed, plan.cores[r].core, i);
      }
    }
    return inputs;
  }

  void load(const RingPlan& plan, const Arrays& inputs) {
    const auto lanes = static_cast<std::size_t>(isa::kLanes);
    std::vector<float> padded(static_cast<std::size_t>(plan.padded_rows()) * lanes);
    for (std::size_t r = 0; r < inputs.size(); ++r) {
      const CorePlan& core = plan.cores[r];
      std::copy(inputs[r].begin(), inputs[r].end(), padded.begin());
      pod_.write_hbm(core.core, kSourceRow, padded.data(), padded.size() * sizeof(float));
      pod_.write_smem(core.core, kRingBoot, ring_boot_words(plan, core, kBaseRow));
      pod_.write_smem(
          core.core, kReduceSource,
          {static_cast<std::int32_t>(kSourceRow), static_cast<std::int32_t>(kTargetRow), 1});
      for (const RingSender& sender : ring_senders(plan, core)) {
        pod_.expect_sender(core.core, sender.semaphore, sender.sender);
      }
    }
  }

  /// Of the slowest core, from the barrier to the end of the collective.
  Picoseconds collective_time() const {
    for (const PhaseSummary& phase : probes_.phases().summary(probes_.names())) {
      if (phase.name == kAllReduceSpan) return pod_.core_clock().time_of(phase.cycles.maximum);
    }
    throw InternalError("the all-reduce program has no all-reduce span");
  }

  void report(const RingPlan& plan, const Arrays& inputs, Picoseconds time, SessionResult& result) {
    CollectiveRow row;
    row.elements = static_cast<std::uint64_t>(plan.count);
    row.bytes = row.elements * sizeof(float);
    row.time = time;
    row.bus_factor = all_reduce_bus_factor(plan.ranks());
    row.wrong = count_wrong(plan, host_all_reduce(plan, inputs));
    rows_.push_back(row);
    if (!session_.json()) session_.terminal().out() << nccl_row(row) << std::flush;
    if (*row.wrong == 0) return;
    result.exit_code = ExitCode::kCheckFailed;
    result.failure = UserError("COLL-030", fmt::format("all-reduce of {}: {} elements are wrong",
                                                       format_bytes(row.bytes), *row.wrong))
                         .what();
  }

  std::uint64_t count_wrong(const RingPlan& plan, const std::vector<float>& expected) const {
    std::uint64_t wrong = 0;
    std::vector<float> found(expected.size());
    for (const CorePlan& core : plan.cores) {
      pod_.read_hbm(core.core, kTargetRow, found.data(), found.size() * sizeof(float));
      for (std::size_t i = 0; i < found.size(); ++i) {
        wrong += bits_of(found[i]) != bits_of(expected[i]) ? 1 : 0;
      }
    }
    return wrong;
  }

  void print_head() {
    if (session_.json()) return;
    const Topology& topology = session_.topology();
    session_.terminal().out() << nccl_header(
        {fmt::format("podsim all-reduce: {} x {} chips, {} alive, {} ranks (TensorCores)",
                     topology.width(), topology.height(), topology.live_count(),
                     2 * circuit_.size()),
         fmt::format("bidirectional ring along a circuit of {} chips (method: {})", circuit_.size(),
                     to_string(circuit_.method)),
         "checked to the bit against a host sum in the ring's order"});
  }

  void print_tail(const SessionResult& result) {
    std::ostream& out = session_.terminal().out();
    if (session_.json()) {
      out << json(result);
      return;
    }
    if (!rows_.empty()) out << nccl_footer(rows_);
    if (rows_.empty() || result.exit_code != ExitCode::kPass) return;
    out << "\nCycles of the last run by phase (core cycles)\n"
        << step_table(probes_.phases().summary(probes_.names()), pod_.core_clock());
    out << fmt::format("digest   {}\n", config::digest_text(result.digest));
  }

  std::string json(const SessionResult& result) const {
    config::JsonWriter json;
    json.begin_object().text("verb", "collective");
    json.integer("exit_code", static_cast<int>(result.exit_code));
    json.begin_list("rows");
    for (const CollectiveRow& row : rows_) {
      json.begin_object().integer("bytes", static_cast<std::int64_t>(row.bytes));
      json.integer("count", static_cast<std::int64_t>(row.elements)).text("type", row.type);
      json.text("redop", row.redop).integer("root", row.root);
      json.integer("picoseconds", static_cast<std::int64_t>(row.time));
      json.real("algbw", row.algorithm_bandwidth()).real("busbw", row.bus_bandwidth());
      json.integer("wrong", static_cast<std::int64_t>(*row.wrong)).end();
    }
    json.end().text("digest", config::digest_text(result.digest));
    if (!result.failure.empty()) json.text("failure", result.failure);
    json.end();
    return json.str();
  }

  Session& session_;
  const config::CollectiveParameters& parameters_;
  HamiltonianCircuit circuit_;
  RoutingTables tables_;
  assembler::Program program_;
  Probes probes_;
  Pod pod_;
  std::vector<CollectiveRow> rows_;
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
      "  podsim collective all-reduce -b 4KiB -e 4MiB -f 4          other sizes\n";
  verb.uses = {true, true, true};
  verb.declare = [operation](OptionSet& set) {
    set.positional("OPERATION", *operation, false, "all-reduce");
    set.setting("-b,--min", "collective.minimum", "SIZE", "Smallest buffer of a core");
    set.setting("-e,--max", "collective.maximum", "SIZE", "Largest buffer of a core");
    set.setting("-f,--factor", "collective.factor", "N", "From one size to the next");
    set.setting("-n,--iters", "collective.iterations", "N", "Runs of each size");
  };
  verb.execute = execute;
  verb.run = [operation](VerbContext& context) { return run(*operation, context); };
  return verb;
}

}  // namespace podsim::cli
