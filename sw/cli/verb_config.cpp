// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>
#include <ostream>

#include "firmware/diagnostics/nearest_name.h"
#include "firmware/diagnostics/user_error.h"
#include "sw/cli/verb.h"
#include "sw/config/scenario_reader.h"
#include "sw/config/scenario_writer.h"
#include "sw/config/schema.h"

namespace podsim::cli {
namespace {

ExitCode show(VerbContext& context) {
  const config::Scenario scenario =
      config::load_scenario(context.common.configuration, context.common.overrides);
  config::check_scenario(scenario, config::make_topology(scenario));
  context.terminal.out() << config::to_toml(scenario);
  return ExitCode::kPass;
}

ExitCode schema(VerbContext& context) {
  const bool json = context.common.json;
  context.terminal.out() << (json ? config::schema_json() : config::schema_text());
  return ExitCode::kPass;
}

ExitCode run(const std::string& action, VerbContext& context) {
  if (action == "show") return show(context);
  if (action == "schema") return schema(context);
  std::string hint = did_you_mean(action, {"show", "schema"});
  if (hint.empty()) hint = "show or schema";
  throw UserError("CLI-001", fmt::format("unknown action '{}' of config", action), {}, hint);
}

}  // namespace

Verb make_config_verb() {
  const auto action = std::make_shared<std::string>();
  Verb verb;
  verb.name = "config";
  verb.summary = "Show the effective configuration, or what can be configured";
  verb.examples =
      "  podsim config show -c pod.toml -s pod.width=8   the configuration a run would use\n"
      "  podsim config schema                            every key, its default and range\n"
      "  podsim config schema --json                     the same as JSON Schema\n";
  verb.uses = {true, false, true};
  verb.declare = [action](OptionSet& options) {
    options.positional("ACTION", *action, true, "show or schema");
  };
  verb.run = [action](VerbContext& context) { return run(*action, context); };
  return verb;
}

}  // namespace podsim::cli
