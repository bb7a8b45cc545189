// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_CLI_APPLICATION_H_
#define PODSIM_SW_CLI_APPLICATION_H_

#include <string>
#include <vector>

#include "firmware/diagnostics/exit_code.h"
#include "sw/cli/terminal.h"

namespace podsim::cli {

/// The whole program: reads the command line, runs the verb, and turns whatever is thrown into a
/// message and an exit code. Throws nothing.
ExitCode run_podsim(const std::vector<std::string>& arguments, Terminal& terminal);

}  // namespace podsim::cli

#endif  // PODSIM_SW_CLI_APPLICATION_H_
