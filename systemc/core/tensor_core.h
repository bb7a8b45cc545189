// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_CORE_TENSOR_CORE_H_
#define PODSIM_SYSTEMC_CORE_TENSOR_CORE_H_

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "firmware/isa/bundle.h"
#include "systemc/base/data_scale.h"
#include "systemc/base/observer.h"
#include "systemc/base/time.h"
#include "systemc/core/core_environment.h"
#include "systemc/core/core_parameters.h"

namespace podsim {

class Vmem;
class Smem;
class Imem;
struct DecodedProgram;

enum class CoreState : std::uint8_t { kIdle, kRunning, kWaiting, kHalted, kFailed };

/// What a waiting core waits for.
struct WaitInfo {
  StallCause cause = StallCause::kSemaphoreWait;
  int semaphore = -1;
  std::uint32_t needed = 0;
  std::uint32_t value = 0;
  std::uint32_t bundle = 0;
};

/// A fault of the microprogram that the machine detects: what, and at which bundle.
struct CoreFault {
  std::string id;  ///< "CORE-004"
  std::string message;
  std::uint32_t bundle = 0;
  Cycle cycle = 0;
  bool is_check = false;  ///< a `check` operation that failed (exit code 1)
};

struct CoreCounters {
  std::uint64_t bundles = 0;
  std::uint64_t scalar_ops = 0;
  std::uint64_t vector_ops = 0;
  std::uint64_t loads = 0;
  std::uint64_t stores = 0;
  std::uint64_t mxu_products = 0;  ///< 8 x 128 by 128 x 128
  std::uint64_t dma_starts = 0;
  std::array<std::uint64_t, kStallCauses> stall_cycles{};
};

/// One TensorCore: a state machine that executes bundles in order, one a cycle unless it stalls.
///
/// The chip advances it (run_until); everything that arrives from outside (memory written by
/// DMA, semaphores) is applied by the chip between two calls, so that a core that runs ahead
/// of the kernel never passes a moment at which it could see or be seen: before the chip applies
/// what happens at time t, it has run the core until t, again if run_until returned early.
///
/// Rules of a bundle:
/// * It issues when every register that it reads or writes is ready and no unit refuses it. Waits
///   are counted one after the other, in the order of StallCause: first branch and delay, then the
///   scalar registers, the vector and mask registers, the MXU's FIFOs, its result, the cross-lane
///   unit's result, and last what a `wait`, `bar` or `dwait` waits for.
/// * All slots read registers, SMEM and VMEM as they were before it; then it writes. Of two stores
///   to one SMEM word the one in scalar slot 1 stays. A pop takes what was queued before it. A
///   transfer that it starts sees its stores.
/// * A taken branch, call or return costs `branch_penalty` cycles; `delay` as many as it says.
/// * A bundle that faults writes no register and starts nothing.
class TensorCore : public sc_core::sc_module {
 public:
  /// `global_id` = chip * 2 + core of the chip. `scale`: what is kept of vector data; no cycle
  /// depends on it.
  TensorCore(const sc_core::sc_module_name& name, const CoreParameters& parameters, int global_id,
             CoreEnvironment& environment, Observer& observer, const DataScale& scale = {});
  ~TensorCore() override;

  /// Loads a program into IMEM and starts at bundle 0, with all registers zero, at the first core
  /// cycle at or after `at`. SMEM, VMEM, HBM and barrier semaphores keep their contents; other
  /// semaphores must be zero (CORE fault otherwise).
  void start(const std::vector<isa::Bundle>& program, Picoseconds at);
  /// The same with a program decoded before (decode_program): cores that run one program share it.
  void start(std::shared_ptr<const DecodedProgram> program, Picoseconds at);

  /// Executes all bundles that issue before `limit`; returns early right after an operation that
  /// the chip must see (dma, rsig, halt, fault).
  void run_until(Picoseconds limit);
  /// When the core wants to run next; kNever when it waits, is idle or halted.
  Picoseconds next_time() const;

  /// Adds to a semaphore at time `at`, waking the core if it waits for it. InternalError when there
  /// is no such semaphore; a sum above 32 bits is a fault of the core.
  void raise_semaphore(int semaphore, std::uint32_t amount, Picoseconds at);
  /// Tells a core in `dwait` that a transfer has been read out; unread_transfers() of the
  /// environment no longer counts it.
  void transfer_read(Picoseconds at);
  /// Stops the core with a fault that the chip found, at the core's present bundle.
  void fail(std::string id, std::string message, Picoseconds at);

  CoreState state() const;
  /// Valid while state() is kWaiting.
  WaitInfo wait_info() const;
  /// Valid when state() is kFailed.
  const CoreFault& fault() const;
  std::uint32_t semaphore(int index) const;
  std::uint32_t bundle_index() const;
  Cycle cycle() const;  ///< of the last bundle issued, or of the halt
  /// Over all programs since the core was made.
  const CoreCounters& counters() const;  ///< over all programs since the construction
  int global_id() const;
  /// Hash of VMEM, SMEM, registers, semaphores and counters.
  std::uint64_t digest() const;

  Vmem& vmem();
  Smem& smem();
  Imem& imem();

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_CORE_TENSOR_CORE_H_
