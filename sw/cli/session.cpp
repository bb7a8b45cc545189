// SPDX-License-Identifier: Apache-2.0
#include "sw/cli/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <set>
#include <utility>

#include "firmware/diagnostics/user_error.h"
#include "sw/cli/junit.h"
#include "sw/config/scenario_reader.h"
#include "sw/config/scenario_writer.h"
#include "systemc/probe/output_file.h"

namespace podsim::cli {
namespace {

constexpr const char* kManifestName = "manifest.json";

/// The JUnit file of one run. It is written at the start already, so that a run that dies leaves
/// an error and a file that cannot be written is told before the run.
class JunitFile {
 public:
  JunitFile(const Verb& verb, const CommonOptions& common)
      : file_(common.junit), start_(std::chrono::steady_clock::now()) {
    const bool named = !common.configuration.empty();
    test_.verb = verb.name;
    test_.name =
        named ? std::filesystem::path(common.configuration).filename().string() : verb.name;
    write("the run did not come to its end", true);
  }

  void write(const std::string& failure, bool is_error) {
    if (file_.empty()) return;
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start_;
    test_.seconds = passed.count();
    test_.failure = failure;
    test_.is_error = is_error;
    write_text_file(file_, junit_xml(test_));
  }

 private:
  std::string file_;
  std::chrono::steady_clock::time_point start_;
  JunitCase test_;
};

std::vector<config::ManifestInput> input_digests(const std::vector<std::string>& files) {
  std::vector<config::ManifestInput> inputs;
  for (const std::string& file : std::set<std::string>(files.begin(), files.end())) {
    const std::string path = std::filesystem::absolute(file).lexically_normal().string();
    inputs.push_back({path, config::file_digest(path)});
  }
  return inputs;
}

void write_manifest(const Verb& verb, const Session& session, const SessionResult& result) {
  if (!session.output().enabled()) return;
  config::Manifest manifest;
  manifest.verb = verb.name;
  manifest.seed = session.scenario().seed;
  manifest.configuration = config::to_toml(session.scenario(), true);
  manifest.inputs = input_digests(session.inputs());
  manifest.result = {config::digest_text(result.digest), result.core_cycles, result.ici_cycles,
                     static_cast<int>(result.exit_code)};
  session.output().write(kManifestName, config::to_json(manifest));
}

SessionResult execute(const Verb& verb, const config::Scenario& scenario, VerbContext& context) {
  Interrupt interrupt;
  Session session(scenario, context, interrupt);
  SessionResult result = verb.execute(session);
  write_manifest(verb, session, result);
  if (!result.failure.empty()) context.terminal.error(result.failure);
  return result;
}

/// Runs `body` and keeps the JUnit file in step with how it ends.
template <typename Body>
ExitCode with_junit(const Verb& verb, VerbContext& context, const Body& body) {
  JunitFile junit(verb, context.common);
  try {
    const SessionResult result = body();
    const bool passed = result.exit_code == ExitCode::kPass;
    junit.write(passed || !result.failure.empty() ? result.failure : "the run failed", false);
    return result.exit_code;
  } catch (const std::exception& error) {
    junit.write(error.what(), true);
    throw;
  }
}

Verb verb_of(const config::Manifest& manifest, const std::string& file) {
  for (const Verb& verb : all_verbs()) {
    if (verb.name == manifest.verb && verb.execute) return verb;
  }
  throw UserError("CFG-016", fmt::format("unknown verb '{}'", manifest.verb), {file, 0, 0});
}

void note_version(const config::Manifest& manifest, Terminal& terminal) {
  if (manifest.version == config::podsim_version()) return;
  terminal.note(fmt::format("the manifest was written by podsim {}, this is {}: results may differ",
                            manifest.version, config::podsim_version()));
}

/// What differs from the recorded run; empty if nothing does.
std::string difference(const config::ManifestResult& recorded, const SessionResult& result) {
  std::string text;
  const auto compare = [&](const char* what, const auto& before, const auto& now) {
    if (before != now)
      text +=
          fmt::format("{}  {}: {} recorded, {} now", text.empty() ? "" : "\n", what, before, now);
  };
  compare("digest", recorded.digest, config::digest_text(result.digest));
  compare("core cycles", recorded.core_cycles, result.core_cycles);
  compare("ICI cycles", recorded.ici_cycles, result.ici_cycles);
  compare("exit code", recorded.exit_code, static_cast<int>(result.exit_code));
  return text;
}

SessionResult compare_with(const config::Manifest& manifest, SessionResult result,
                           Terminal& terminal) {
  constexpr int kInterrupted = static_cast<int>(ExitCode::kInterrupted);
  if (result.exit_code == ExitCode::kInterrupted) return result;
  if (manifest.result.exit_code == kInterrupted) {
    terminal.note("the recorded run was interrupted: nothing to compare");
    return result;
  }
  const std::string differs = difference(manifest.result, result);
  if (differs.empty()) {
    terminal.note(fmt::format("same digest and cycles as recorded: {}", manifest.result.digest));
    return result;
  }
  result.exit_code = ExitCode::kCheckFailed;
  const UserError error("CLI-005", "the run differs from the recorded one");
  result.failure = std::string(error.what()) + "\n" + differs;
  terminal.error(result.failure);
  return result;
}

}  // namespace

Session::Session(config::Scenario scenario, VerbContext& context, Interrupt& interrupt)
    : scenario_(std::move(scenario)),
      topology_(config::make_topology(scenario_)),
      context_(context),
      interrupt_(interrupt) {
  config::check_scenario(scenario_, topology_);
  output_ = config::OutputFolder(context.common.out);
}

ExitCode run_session(const Verb& verb, VerbContext& context) {
  return with_junit(verb, context, [&] {
    const config::Scenario scenario =
        config::load_scenario(context.common.configuration, context.common.overrides);
    return execute(verb, scenario, context);
  });
}

ExitCode replay_session(const std::string& manifest_file, VerbContext& context) {
  const config::Manifest manifest = config::read_manifest(manifest_file);
  const Verb verb = verb_of(manifest, manifest_file);
  return with_junit(verb, context, [&] {
    note_version(manifest, context.terminal);
    config::check_inputs(manifest, manifest_file);
    config::Scenario scenario =
        config::read_scenario(manifest.configuration, manifest_file, context.common.overrides);
    // Waves change no result; without a folder there is no place for them.
    if (context.common.out.empty()) scenario.waves.chips.clear();
    return compare_with(manifest, execute(verb, scenario, context), context.terminal);
  });
}

}  // namespace podsim::cli
