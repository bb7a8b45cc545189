// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_CLI_TERMINAL_H_
#define PODSIM_SW_CLI_TERMINAL_H_

#include <iosfwd>
#include <string>
#include <string_view>

namespace podsim::cli {

/// The two streams of the program. Results go to `out`; messages and progress to `err`.
class Terminal {
 public:
  /// Colour and progress only when `err_is_tty`; no colour when NO_COLOR is set or TERM is "dumb".
  Terminal(std::ostream& out, std::ostream& err, bool err_is_tty);
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  std::ostream& out() { return out_; }
  std::ostream& err() { return err_; }
  /// Whether a progress line may be shown on err().
  bool shows_progress() const { return progress_; }
  /// Rewrites the progress line; nothing unless shows_progress().
  void progress(std::string_view line);
  /// Erases the progress line, so that other text can follow.
  void end_progress();
  /// "podsim: note: ..."
  void note(std::string_view text);
  /// A message with its own wording, as UserError::what() gives it; several lines stay several.
  void error(std::string_view text);
  /// Text as it is, to `err`.
  void report(std::string_view text);

 private:
  std::string coloured(std::string_view line) const;

  std::ostream& out_;
  std::ostream& err_;
  bool progress_;
  bool colour_;
  bool line_shown_ = false;
};

/// Whether standard error is a terminal.
bool stderr_is_terminal();

}  // namespace podsim::cli

#endif  // PODSIM_SW_CLI_TERMINAL_H_
