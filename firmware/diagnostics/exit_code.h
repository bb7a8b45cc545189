// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_FIRMWARE_DIAGNOSTICS_EXIT_CODE_H_
#define PODSIM_FIRMWARE_DIAGNOSTICS_EXIT_CODE_H_

namespace podsim {

/// What the podsim binary returns to the shell; documented in docs/user/errors.md.
enum class ExitCode : int {
  kPass = 0,
  kCheckFailed = 1,
  kUsage = 2,         ///< usage, configuration, a program that does not assemble, a bad input file
  kDeadlock = 3,      ///< deadlock or time-out of the modelled machine
  kDivergence = 4,    ///< RTL and model disagree
  kUnreachable = 5,   ///< unreachable chips, or a pod on which the algorithm cannot run
  kInternal = 70,     ///< a fault of podsim itself
  kInterrupted = 130  ///< interrupted; artefacts were flushed
};

}  // namespace podsim

#endif  // PODSIM_FIRMWARE_DIAGNOSTICS_EXIT_CODE_H_
