// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <ostream>

#include "firmware/asm/assembler.h"
#include "firmware/diagnostics/user_error.h"
#include "firmware/microprograms.h"
#include "sw/cli/memory_contents.h"
#include "sw/cli/pod_setup.h"
#include "sw/cli/session.h"
#include "sw/cli/verb.h"
#include "sw/config/json_writer.h"
#include "sw/report/step_table.h"
#include "sw/report/units.h"

namespace podsim::cli {
namespace {

std::string item(const char* list, std::size_t index) { return fmt::format("{}[{}]", list, index); }

/// One run of [run] with its memory tables.
class ProgramRun {
 public:
  explicit ProgramRun(Session& session)
      : session_(session),
        program_(assemble()),
        cores_(cores_of(session.scenario().run.cores, "run.cores")),
        tables_(proved_routes(session)),
        probes_(session, microprograms::span_names(program_)),
        pod_(session.pod_parameters(), session.topology(), probes_.observer(), probes_.waves()) {
    load_routes(pod_, tables_);
  }

  SessionResult execute() {
    load();
    for (std::size_t i = 0; i < session_.scenario().semaphores.size(); ++i) name_senders(i);
    RunLimits limits;
    limits.ici_cycles = static_cast<Cycle>(session_.scenario().run.cycle_limit);
    limits.interrupted = [this] { return session_.interrupted(); };
    const RunOutcome outcome = pod_.run(program_, cores_, limits);
    SessionResult result = judge(outcome);
    dump();
    probes_.finish(pod_, "podsim run " + short_name());
    print(outcome, result);
    return result;
  }

 private:
  assembler::Program assemble() {
    const std::string& file = session_.scenario().run.program;
    if (file.empty()) {
      throw UserError("CFG-010", "there is no program to run", session_.scenario().place_of("run"),
                      "[run] program = \"FILE.tasm\", or podsim run FILE.tasm");
    }
    assembler::AssembleOptions options = microprograms::assemble_options();
    // Files on disk are inputs of the run; the built-in ones belong to podsim.
    options.read_file = [this, read = options.read_file](const std::string& path) {
      if (assembler::read_file_from_disk(path)) session_.add_input(path);
      return read(path);
    };
    return assembler::assemble_file(file, options);
  }

  std::vector<int> cores_of(const config::CoreSelection& selection, const std::string& path) const {
    return config::resolve_cores(session_.scenario(), session_.topology(), selection, path);
  }

  void load() {
    const std::vector<config::LoadSpec>& loads = session_.scenario().loads;
    for (std::size_t i = 0; i < loads.size(); ++i) {
      const SourcePlace place = session_.scenario().place_of(item("load", i) + ".file");
      for (const int core : cores_of(loads[i].memory.cores, item("load", i) + ".cores"))
        write_memory(pod_, core, loads[i].memory, contents(loads[i].contents, core, place), place);
    }
  }

  Words contents(const config::MemoryContents& contents, int core, const SourcePlace& place) {
    if (!contents.file.empty()) session_.add_input(file_of_core(contents.file, core));
    return contents_for(contents, core, session_.scenario().seed, place);
  }

  void name_senders(std::size_t index) {
    const config::SemaphoreSpec& semaphore = session_.scenario().semaphores[index];
    for (const int core : cores_of(semaphore.cores, item("semaphore", index) + ".cores"))
      pod_.expect_sender(core, static_cast<int>(semaphore.index), semaphore.sender);
  }

  SessionResult judge(const RunOutcome& outcome) {
    SessionResult result;
    result.exit_code = exit_code_of(outcome);
    result.failure = describe(outcome, session_.topology());
    if (result.exit_code == ExitCode::kPass) result.failure = unmet_expectations();
    if (!result.failure.empty() && result.exit_code == ExitCode::kPass)
      result.exit_code = ExitCode::kCheckFailed;
    result.digest = pod_.digest();
    result.core_cycles = pod_.core_clock().first_edge_at_or_after(outcome.duration());
    result.ici_cycles = pod_.ici_clock().first_edge_at_or_after(outcome.duration());
    return result;
  }

  std::string unmet_expectations() {
    std::string text;
    const std::vector<config::ExpectSpec>& expects = session_.scenario().expects;
    for (std::size_t i = 0; i < expects.size(); ++i) {
      for (const int core : cores_of(expects[i].memory.cores, item("expect", i) + ".cores"))
        text += unmet(i, expects[i], core);
    }
    return text;
  }

  std::string unmet(std::size_t index, const config::ExpectSpec& expect, int core) {
    const SourcePlace place = session_.scenario().place_of(item("expect", index));
    const Words expected = contents(expect.contents, core, place);
    const Words found = read_memory(pod_, core, expect.memory, expected.size());
    const std::string difference = compare_words(
        expected, found, static_cast<config::ElementType>(expect.contents.type), expect.tolerance);
    if (difference.empty()) return {};
    const UserError error(
        "CLI-007",
        fmt::format("{} of {}: {}", item("expect", index), pod_.core_name(core), difference),
        place);
    return std::string(error.what()) + "\n";
  }

  void dump() {
    const std::vector<config::DumpSpec>& dumps = session_.scenario().dumps;
    for (std::size_t i = 0; i < dumps.size(); ++i) {
      const config::DumpSpec& dump = dumps[i];
      for (const int core : cores_of(dump.memory.cores, item("dump", i) + ".cores")) {
        const Words words =
            read_memory(pod_, core, dump.memory, static_cast<std::size_t>(dump.count));
        session_.output().write(file_of_core(dump.file, core), words_to_bytes(words));
      }
    }
  }

  void print(const RunOutcome& outcome, const SessionResult& result) {
    std::ostream& out = session_.terminal().out();
    if (session_.json()) {
      out << json(outcome, result);
      return;
    }
    out << fmt::format("program  {}, {} bundles on {} cores\n", short_name(),
                       program_.bundles.size(), cores_.size());
    out << fmt::format("time     {}: {} core cycles, {} ICI cycles\n",
                       format_time(outcome.duration()), format_count(result.core_cycles),
                       format_count(result.ici_cycles));
    out << fmt::format("packets  {}, {}\n", format_count(probes_.packets().packets()),
                       format_bytes(probes_.packets().bytes()));
    out << fmt::format("digest   {}\n", config::digest_text(result.digest));
    const std::vector<PhaseSummary> phases = probes_.phases().summary(probes_.names());
    if (!phases.empty()) out << '\n' << step_table(phases, pod_.core_clock());
  }

  /// Without its folder: a manifest knows the program by its absolute path.
  std::string short_name() const {
    return std::filesystem::path(program_.name).filename().string();
  }

  std::string json(const RunOutcome& outcome, const SessionResult& result) const {
    config::JsonWriter json;
    json.begin_object().text("verb", "run").text("program", short_name());
    json.integer("exit_code", static_cast<int>(result.exit_code));
    json.integer("picoseconds", static_cast<std::int64_t>(outcome.duration()));
    json.integer("core_cycles", static_cast<std::int64_t>(result.core_cycles));
    json.integer("ici_cycles", static_cast<std::int64_t>(result.ici_cycles));
    json.integer("packets", static_cast<std::int64_t>(probes_.packets().packets()));
    json.text("digest", config::digest_text(result.digest));
    if (!result.failure.empty()) json.text("failure", result.failure);
    json.end();
    return json.str();
  }

  Session& session_;
  assembler::Program program_;
  std::vector<int> cores_;
  RoutingTables tables_;
  Probes probes_;
  Pod pod_;
};

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

SessionResult execute(Session& session) {
  ProgramRun run(session);
  return run.execute();
}

ExitCode run(const std::string& file, VerbContext& context) {
  if (ends_with(file, ".json")) return replay_session(file, context);
  const bool program = ends_with(file, ".tasm");
  if (program) {
    context.common.overrides.push_back({"run.program", file, "command line: " + file});
  } else if (!file.empty()) {
    if (!context.common.configuration.empty())
      throw UserError("CLI-003", "the configuration is given twice", {}, "either FILE or -c FILE");
    context.common.configuration = file;
  }
  return run_session(make_run_verb(), context);
}

}  // namespace

Verb make_run_verb() {
  const auto file = std::make_shared<std::string>();
  Verb verb;
  verb.name = "run";
  verb.summary = "Run a microprogram on a pod, or repeat a recorded run";
  verb.examples =
      "  podsim run scenario.toml                          what [run] says\n"
      "  podsim run ring.tasm --mesh 4x4 --fail chip:1,1   a program, no file\n"
      "  podsim run scenario.toml --out out                with waves, timeline, counters\n"
      "  podsim run out/manifest.json                      the same again, and compare\n";
  verb.uses = {true, true, true};
  verb.declare = [file](OptionSet& set) {
    set.positional("FILE", *file, false, "Scenario (.toml), program (.tasm) or manifest.json");
    set.setting("--cycle-limit", "run.cycle_limit", "N", "Stop after N ICI cycles, exit code 3");
  };
  verb.run = [file](VerbContext& context) { return run(*file, context); };
  verb.execute = execute;
  return verb;
}

}  // namespace podsim::cli
