// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_CONFIG_ERROR_LIST_H_
#define PODSIM_SW_CONFIG_ERROR_LIST_H_

#include <string>
#include <utility>
#include <vector>

#include "firmware/diagnostics/user_error.h"

namespace podsim::config {

/// Several errors at once; what() gives them a line each. Id, place and exit code are those of
/// the first.
class ConfigErrors : public UserError {
 public:
  /// `errors` holds at least one.
  explicit ConfigErrors(std::vector<UserError> errors);
  const char* what() const noexcept override { return text_.c_str(); }
  const std::vector<UserError>& errors() const { return errors_; }

 private:
  std::vector<UserError> errors_;
  std::string text_;
};

/// `error` as found at `place`.
UserError at_place(const UserError& error, const SourcePlace& place);

/// Collects errors so that one look at a file tells all of them.
class ErrorList {
 public:
  void add(UserError error) { errors_.push_back(std::move(error)); }
  bool empty() const { return errors_.empty(); }
  /// Throws ConfigErrors if there are any, in the order of their lines.
  void throw_if_any();

 private:
  std::vector<UserError> errors_;
};

}  // namespace podsim::config

#endif  // PODSIM_SW_CONFIG_ERROR_LIST_H_
