// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_CLI_COMMAND_LINE_H_
#define PODSIM_SW_CLI_COMMAND_LINE_H_

#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "sw/cli/verb.h"

namespace podsim::cli {

/// A verb to run and what it was given.
struct Command {
  const Verb* verb = nullptr;
  CommonOptions common;
};

/// Reads the command line. Gives nothing when help or the version was asked for and printed to
/// `out`. Throws UserError CLI-001 (unknown verb), CLI-002 (unknown option), CLI-003 (a value is
/// missing or malformed), CLI-004 (no verb). The only code that knows the command-line library.
std::optional<Command> parse_command_line(const std::vector<std::string>& arguments,
                                          const std::vector<Verb>& verbs, std::ostream& out);

/// "--fail KIND:PLACE[:SIZE or PORT]" as an override that adds to the failures. Throws UserError
/// CLI-003 if it is malformed.
config::Override parse_failure(const std::string& text);

/// "--mesh WxH" as two overrides. Throws UserError CLI-003 if it is malformed.
std::vector<config::Override> parse_mesh(const std::string& text);

}  // namespace podsim::cli

#endif  // PODSIM_SW_CLI_COMMAND_LINE_H_
