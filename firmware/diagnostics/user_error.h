// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_FIRMWARE_DIAGNOSTICS_USER_ERROR_H_
#define PODSIM_FIRMWARE_DIAGNOSTICS_USER_ERROR_H_

#include <stdexcept>
#include <string>

#include "firmware/diagnostics/exit_code.h"

namespace podsim {

/// A place in a file that the user wrote. Line and column count from 1; 0 means "not known".
struct SourcePlace {
  std::string file;
  int line = 0;
  int column = 0;
};

/// "file:line:column", leaving out what is not known; empty when nothing is.
std::string to_string(const SourcePlace& place);

/// An error that the user caused and can mend: what is wrong, where, and the nearest right thing.
///
/// `id` is a stable name ("CFG-003"); docs/user/errors.md has a paragraph for each.
/// what() reads "place: error [ID]: message (hint)".
class UserError : public std::runtime_error {
 public:
  UserError(std::string id, std::string message, SourcePlace place = {}, std::string hint = {},
            ExitCode exit_code = ExitCode::kUsage);

  const std::string& id() const { return id_; }
  const std::string& message() const { return message_; }
  const SourcePlace& place() const { return place_; }
  const std::string& hint() const { return hint_; }
  ExitCode exit_code() const { return exit_code_; }

 private:
  std::string id_;
  std::string message_;
  SourcePlace place_;
  std::string hint_;
  ExitCode exit_code_;
};

/// A broken invariant of podsim itself; the binary reports it with exit code 70.
class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

}  // namespace podsim

#endif  // PODSIM_FIRMWARE_DIAGNOSTICS_USER_ERROR_H_
