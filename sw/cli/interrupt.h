// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_CLI_INTERRUPT_H_
#define PODSIM_SW_CLI_INTERRUPT_H_

#include <csignal>

namespace podsim::cli {

/// While it exists, SIGINT and SIGTERM do not end the program but can be asked for, so that a run
/// stops in order and its artefacts are written. After the first one the signals work as usual
/// again: a second Ctrl-C ends the program at once. Make it before any thread is started.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  /// Whether a signal has come.
  bool requested();

 private:
  void restore();

  sigset_t signals_{};
  sigset_t before_{};
  bool requested_ = false;
};

}  // namespace podsim::cli

#endif  // PODSIM_SW_CLI_INTERRUPT_H_
