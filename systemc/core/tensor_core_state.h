// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_CORE_TENSOR_CORE_STATE_H_
#define PODSIM_SYSTEMC_CORE_TENSOR_CORE_STATE_H_

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "systemc/base/observer.h"
#include "systemc/base/time.h"
#include "systemc/core/core_environment.h"
#include "systemc/core/core_error.h"
#include "systemc/core/decoded_program.h"
#include "systemc/core/imem.h"
#include "systemc/core/issue_plan.h"
#include "systemc/core/latency_table.h"
#include "systemc/core/loop_stack.h"
#include "systemc/core/mxu.h"
#include "systemc/core/scalar_unit.h"
#include "systemc/core/scoreboard.h"
#include "systemc/core/semaphores.h"
#include "systemc/core/smem.h"
#include "systemc/core/tensor_core.h"
#include "systemc/core/vector_unit.h"
#include "systemc/core/vmem.h"
#include "systemc/core/xlu.h"

namespace podsim {

/// The sequencer of a TensorCore and the units that it drives.
class TensorCore::State {
 public:
  State(const CoreParameters& parameters, int global_id, CoreEnvironment& environment,
        Observer& observer, const DataScale& scale);

  void start(std::shared_ptr<const DecodedProgram> program, Picoseconds at);
  void run_until(Picoseconds limit);
  Picoseconds next_time() const;
  void raise_semaphore(int semaphore, std::uint32_t amount, Picoseconds at);
  void transfer_read(Picoseconds at);
  void fail(std::string id, std::string message, Picoseconds at);
  WaitInfo wait_info() const;
  std::uint64_t digest() const;

  const int global_id;
  Vmem vmem;
  Smem smem;
  Imem imem;
  CoreState state = CoreState::kIdle;
  CoreFault fault;
  CoreCounters counters;
  Semaphores semaphores;
  std::uint32_t pc = 0;
  Cycle cycle = 0;  ///< of the last bundle issued

 private:
  /// What an operation of the misc slot asks of the chip; carried out at the end of its bundle.
  struct Request {
    enum Kind : std::uint8_t { kNone, kDma, kSignal } kind = kNone;
    DmaDescriptor descriptor{};
    std::int32_t target = 0;
    std::int32_t semaphore = 0;
    std::uint32_t amount = 0;
  };

  void reset_units();
  bool step(Cycle limit);
  bool must_plan(const DecodedBundle& bundle) const;
  IssuePlan plan_issue(const DecodedBundle& bundle) const;
  void plan_fifos(const DecodedBundle& bundle, IssuePlan& plan) const;
  void account(const IssuePlan& plan);
  void report_stall(StallCause cause, Cycle from, Cycle to);
  void announce_stalls();
  void require_legal(const DecodedBundle& bundle) const;

  bool must_wait(const DecodedOp& op, WaitInfo& wait) const;
  void begin_wait(const WaitInfo& wait, Cycle at);
  void wake(Picoseconds at);

  void issue(const DecodedBundle& bundle, Cycle at);
  void issue_scalar(const DecodedBundle& bundle, Cycle at);
  void execute(const DecodedOp& op, ControlTransfer& transfer);
  void execute_push(const DecodedOp& op);
  void execute_pop(const DecodedOp& op);
  /// Of what becomes unknown in the present bundle.
  Origin here() const { return {global_id, program_, pc}; }
  void execute_misc(const DecodedOp& op);
  void commit();
  void advance(const ControlTransfer& transfer);
  void jump(std::uint32_t target);
  void send_request();

  void read_descriptor(const DecodedOp& op);
  void read_signal(const DecodedOp& op);
  void mark(const DecodedOp& op);
  void check(const DecodedOp& op) const;
  void halt();
  void fail(const CoreError& error, Cycle at);

  const CoreParameters parameters_;
  const Clock clock_;
  const LatencyTable latencies_;
  CoreEnvironment& environment_;
  Observer& observer_;
  ScalarUnit scalar_;
  VectorUnit vector_;
  std::array<Mxu, isa::kMxus> mxus_;
  Xlu xlu_;
  Scoreboard scoreboard_;
  LoopStack loops_;

  std::uint16_t program_ = 1;     ///< number of the running program
  Cycle next_cycle_ = 0;          ///< earliest cycle of the next bundle, but for holds and hazards
  Cycle branch_until_ = 0;        ///< refill after a taken branch
  Cycle delay_until_ = 0;         ///< delay operation
  bool seen_ = false;             ///< the last bundle did something that the chip must see
  std::optional<WaitInfo> wait_;  ///< since when the present bundle waits: wait_from_
  Cycle wait_from_ = 0;
  /// next_time() of a running core, which a chip asks for at each of its events, as long as the
  /// core has not moved (known) and the program is the same (version).
  struct NextTime {
    bool known = false;
    std::uint32_t version = 0;
    Picoseconds at = 0;
  };
  mutable NextTime next_time_;
  Request request_;
  std::vector<StallEvent> stalls_;  ///< ended, not yet announced
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_CORE_TENSOR_CORE_STATE_H_
