// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_CLI_VERB_H_
#define PODSIM_SW_CLI_VERB_H_

#include <functional>
#include <string>
#include <vector>

#include "firmware/diagnostics/exit_code.h"
#include "sw/cli/option_set.h"
#include "sw/cli/terminal.h"
#include "sw/config/override.h"

namespace podsim::cli {

class Session;
struct SessionResult;

/// Options that several verbs share.
struct CommonOptions {
  std::string configuration;                ///< -c
  std::vector<config::Override> overrides;  ///< -s in order, then options of their own
  std::string out;
  std::string junit;
  bool json = false;
};

/// Which of them a verb takes.
struct CommonUse {
  bool configuration = false;  ///< -c, -s, --seed, --mesh, --fail
  bool artefacts = false;      ///< --out, --junit
  bool json = false;
};

struct VerbContext {
  CommonOptions common;
  Terminal& terminal;
};

/// One verb of podsim. A verb that runs a pod has `execute`, which must depend on nothing but the
/// session's scenario, so that a manifest can repeat it; `run` of such a verb is made by
/// run_session. Other verbs have `run` alone.
struct Verb {
  std::string name;
  std::string summary;
  std::string examples;  ///< shown at the end of the help
  CommonUse uses;
  std::function<void(OptionSet&)> declare;
  std::function<ExitCode(VerbContext&)> run;
  std::function<SessionResult(Session&)> execute;
};

/// Every verb, in the order of the help.
std::vector<Verb> all_verbs();

Verb make_run_verb();
Verb make_train_verb();
Verb make_collective_verb();
Verb make_route_verb();
Verb make_traffic_verb();
Verb make_campaign_verb();
Verb make_asm_verb();
Verb make_dis_verb();
Verb make_config_verb();
Verb make_bench_verb();
Verb make_reproduce_verb();

}  // namespace podsim::cli

#endif  // PODSIM_SW_CLI_VERB_H_
