// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_POD_RUN_CONTROL_H_
#define PODSIM_SYSTEMC_POD_RUN_CONTROL_H_

#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <systemc>
#include <vector>

#include "systemc/ici/fabric.h"
#include "systemc/ici/ici_parameters.h"
#include "systemc/pod/chip.h"
#include "systemc/pod/chip_runner.h"

namespace podsim {

enum class RunStatus : std::uint8_t {
  kHalted,       ///< every core that was started has halted and nothing is in flight
  kFault,        ///< a core, a DMA engine or a router found a fault of the program or the tables
  kDeadlock,     ///< nothing can move any more
  kCycleLimit,   ///< the limit of the run was reached
  kInterrupted,  ///< the caller asked to stop
};

struct RunLimits {
  Cycle ici_cycles = 0;  ///< 0: none
  /// Called about every 50 ms of host time; returns true to stop the run.
  std::function<bool()> interrupted;
};

/// Runs the chips in each window that the fabric has run, and then decides whether the run goes on
/// and when the next window starts.
class RunControl : public sc_core::sc_module {
 public:
  RunControl(const sc_core::sc_module_name& name, const IciParameters& parameters, Fabric& fabric,
             std::vector<Chip*> chips);

  /// The ICI cycle at which the next run starts: a round number safely after everything that has
  /// been simulated, and the same for every window length.
  Cycle next_start() const;
  /// Runs the kernel until the run ends. The cores have been started at cycle `start`, which was
  /// next_start() before that.
  RunStatus run(Cycle start, const std::vector<TensorCore*>& cores, const RunLimits& limits);

  /// Whether a core that was started, a chip or a router has noticed an error.
  bool faulty() const;

  /// Whether packets have moved for longer than the longest way takes and the hang limit, while
  /// none came into the network or left it: they go round.
  bool circling() const { return circling_for_ >= circle_limit_; }

  /// The last moment at which a core or an event of a chip did anything.
  Picoseconds last_activity() const;

 private:
  void run_chips();
  void close_window();
  bool stop_with(RunStatus status);
  bool ended();
  bool halted(const TensorCore& core) const;
  bool finished() const;
  bool hung();
  void watch_for_circles();
  bool out_of_time();
  Picoseconds next_chip_time() const;

  Fabric& fabric_;
  std::vector<Chip*> chips_;
  ChipRunner runner_;
  std::exception_ptr failure_;  ///< that a chip threw; not thrown through the kernel
  Cycle hang_limit_;
  Cycle circle_limit_;
  Cycle start_quantum_;
  std::vector<TensorCore*> cores_;
  RunLimits limits_;
  RunStatus status_ = RunStatus::kHalted;
  Cycle started_ = 0;
  Cycle unmoved_ = 0;  ///< cycles without any movement
  Cycle circling_for_ = 0;
  std::chrono::steady_clock::time_point next_poll_;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_POD_RUN_CONTROL_H_
