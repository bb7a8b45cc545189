// SPDX-License-Identifier: Apache-2.0
#include "sw/cli/application.h"

#include <fmt/format.h>

#include <exception>
#include <optional>

#include "firmware/diagnostics/user_error.h"
#include "sw/cli/command_line.h"
#include "sw/cli/verb.h"
#include "sw/config/manifest.h"

namespace podsim::cli {
namespace {

ExitCode report_fault(const std::exception& error, Terminal& terminal) {
  const UserError fault("CLI-070", fmt::format("this is a fault of podsim {}: {}",
                                               config::podsim_version(), error.what()));
  terminal.error(fault.what());
  return ExitCode::kInternal;
}

ExitCode run_verb(const std::vector<std::string>& arguments, Terminal& terminal) {
  const std::vector<Verb> verbs = all_verbs();
  const std::optional<Command> command = parse_command_line(arguments, verbs, terminal.out());
  if (!command) return ExitCode::kPass;
  VerbContext context{command->common, terminal};
  return command->verb->run(context);
}

}  // namespace

std::vector<Verb> all_verbs() {
  return {make_run_verb(),     make_train_verb(),    make_collective_verb(), make_route_verb(),
          make_traffic_verb(), make_campaign_verb(), make_asm_verb(),        make_dis_verb(),
          make_config_verb(),  make_bench_verb(),    make_reproduce_verb()};
}

ExitCode run_podsim(const std::vector<std::string>& arguments, Terminal& terminal) {
  try {
    return run_verb(arguments, terminal);
  } catch (const UserError& error) {
    terminal.error(error.what());
    return error.exit_code();
  } catch (const std::exception& error) {
    return report_fault(error, terminal);
  }
}

}  // namespace podsim::cli
