// SPDX-License-Identifier: Apache-2.0
#include "firmware/diagnostics/user_error.h"
#include "sw/cli/session.h"
#include "sw/cli/verb.h"

namespace podsim::cli {

Verb make_train_verb() {
  Verb verb;
  verb.name = "train";
  verb.summary = "Train a network on MNIST and compare with the host";
  verb.uses = {true, true, true};
  verb.run = [](VerbContext&) -> ExitCode {
    throw UserError("CLI-008", "this build of podsim has no training");
  };
  return verb;
}

}  // namespace podsim::cli
