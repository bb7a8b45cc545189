// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_FIRMWARE_ASM_ERRORS_H_
#define PODSIM_FIRMWARE_ASM_ERRORS_H_

#include <memory>
#include <string>
#include <vector>

#include "firmware/diagnostics/user_error.h"

namespace podsim::assembler {

/// Every error of one assembly (at least one, at most kMaxErrors). id(), place() and message() are
/// those of the first; what() lists all, one a line.
class AssemblyErrors : public UserError {
 public:
  explicit AssemblyErrors(std::vector<UserError> errors);
  const std::vector<UserError>& errors() const { return errors_; }
  const char* what() const noexcept override { return text_.c_str(); }

 private:
  std::vector<UserError> errors_;
  std::string text_;
};

inline constexpr std::size_t kMaxErrors = 20;

/// Collects errors, so that one run of the assembler reports several.
class ErrorLog {
 public:
  /// Throws AssemblyErrors when the log is full.
  void add(UserError error);
  bool empty() const { return errors_.empty(); }
  /// Throws AssemblyErrors when there are errors.
  void throw_if_any() const;

 private:
  std::vector<UserError> errors_;
};

/// Where a line that an expansion made comes from: "macro 'NAME'", ".rept" or ".include".
struct LineUse {
  std::string what;
  SourcePlace place;                     ///< of the macro call, the .rept or the .include
  std::shared_ptr<const LineUse> outer;  ///< null at the top
};

/// The error with " [in macro 'NAME' used at PLACE]" added to the message for each level of `use`.
UserError annotate(const UserError& error, const std::shared_ptr<const LineUse>& use);

}  // namespace podsim::assembler

#endif  // PODSIM_FIRMWARE_ASM_ERRORS_H_
