// SPDX-License-Identifier: Apache-2.0
#include "firmware/diagnostics/user_error.h"
#include "sw/cli/session.h"
#include "sw/cli/verb.h"

namespace podsim::cli {

Verb make_collective_verb() {
  Verb verb;
  verb.name = "collective";
  verb.summary = "Run a collective and measure its bandwidth";
  verb.uses = {true, true, true};
  verb.run = [](VerbContext&) -> ExitCode {
    throw UserError("CLI-008", "this build of podsim has no collectives");
  };
  return verb;
}

}  // namespace podsim::cli
