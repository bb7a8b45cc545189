// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_POD_CHIP_H_
#define PODSIM_SYSTEMC_POD_CHIP_H_

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <systemc>
#include <vector>

#include "systemc/base/event_buffer.h"
#include "systemc/base/event_queue.h"
#include "systemc/core/tensor_core.h"
#include "systemc/ici/fabric.h"
#include "systemc/ici/network_interface.h"
#include "systemc/memory/dma_engine.h"
#include "systemc/memory/hbm.h"
#include "systemc/pod/pod_parameters.h"

namespace podsim {

inline constexpr int kCoresPerChip = 2;

/// A fault that a part of the chip other than a core has found.
struct ChipFault {
  std::string id;
  std::string message;
  int core = -1;  ///< global id, or -1: none in particular
  Picoseconds at = 0;
};

/// Who raised a semaphore last, and when.
struct LastRaise {
  int source_core = -1;  ///< -1: no other core ever did
  Picoseconds at = 0;
};

/// One TensorCore with its half of the HBM and its DMA engine: the glue between them.
class CoreComplex : public CoreEnvironment, public DmaClient, public EventHandler {
 public:
  CoreComplex(const PodParameters& parameters, int global_core, int total_cores, EventQueue& events,
              NetworkInterface& network, Observer& observer);

  TensorCore& core() { return core_; }
  const TensorCore& core() const { return core_; }
  DmaEngine& dma() { return dma_; }
  const DmaEngine& dma() const { return dma_; }
  Hbm& hbm() { return hbm_; }
  const Hbm& hbm() const { return hbm_; }
  const std::optional<ChipFault>& fault() const { return fault_; }
  /// The last arrival from another core that raised this semaphore.
  LastRaise last_raise(int semaphore) const {
    return last_raise_[static_cast<std::size_t>(semaphore)];
  }
  bool idle() const { return dma_.idle() && signals_waiting() == 0; }
  std::size_t signals_waiting() const { return signals_.size() + signals_scheduled_; }

  /// The lane has room for packets of transfers, or for signals.
  void lane_ready(int lane, Picoseconds at);
  void signals_ready(int lane, Picoseconds at);
  void deliver(RemoteWrite&& write, Picoseconds at);

  // CoreEnvironment
  void start_dma(const DmaDescriptor& descriptor, Picoseconds at) override;
  void send_signal(std::int32_t target_core, std::int32_t semaphore, std::uint32_t amount,
                   Picoseconds at) override;
  int unread_transfers() const override { return dma_.unread_transfers(); }

  // DmaClient
  void raise_semaphore(int semaphore, std::uint32_t amount, Picoseconds at) override;
  void transfer_read(Picoseconds at) override;
  void dma_fault(const std::string& id, const std::string& message, Picoseconds at) override;

  void handle_event(Picoseconds now, std::uint32_t kind, std::uint64_t argument) override;

 private:
  struct Signal {
    std::int32_t target = 0;
    std::int32_t semaphore = 0;
    std::uint32_t amount = 0;
  };
  int signal_lane() const { return 2 * (global_core_ % kCoresPerChip) + 1; }
  void flush_signals(Picoseconds at);
  bool check_signal(const Signal& signal, Picoseconds at);

  int global_core_;
  int total_cores_;
  Picoseconds issue_latency_;
  EventQueue& events_;
  NetworkInterface& network_;
  TensorCore core_;
  Hbm hbm_;
  DmaEngine dma_;
  std::deque<Signal> issued_;   ///< signals whose issue latency is running, in order
  std::deque<Signal> signals_;  ///< signals that wait for room in their lane
  std::size_t signals_scheduled_ = 0;
  std::array<LastRaise, isa::kSemaphores> last_raise_{};
  std::optional<ChipFault> fault_;
};

/// A TPU-v3 chip without its router: two core complexes and the network interface.
///
/// When the fabric has run a window, the chip runs the same span of time: events and cores in order
/// of time, so that within the chip everything is exact. It touches nothing outside but its ports
/// and the pool of packets, so that chips can run on several threads.
class Chip : public sc_core::sc_module, public NetworkClient {
 public:
  Chip(const sc_core::sc_module_name& name, const PodParameters& parameters, int chip,
       int total_chips, Fabric& fabric, Observer& observer, HostProfile* profile = nullptr);

  CoreComplex& complex(int core) { return *complexes_[static_cast<std::size_t>(core)]; }
  const CoreComplex& complex(int core) const { return *complexes_[static_cast<std::size_t>(core)]; }
  NetworkInterface& network() { return network_; }
  const NetworkInterface& network() const { return network_; }

  int id() const { return id_; }
  /// Runs the fabric's window; whether there was anything to do.
  bool run_window();
  /// What it announces from now on is kept until it is released, in order, on the caller's thread.
  void hold_events() { events_out_.hold(); }
  void release_events() { events_out_.release(); }
  /// Nothing in the chip happens at `at` or later.
  void kill(Picoseconds at) { dies_at_ = at; }
  /// Whether it has nothing left to do for that reason.
  bool dead() const { return fabric_.dead(id_); }
  /// The last moment at which a core or an event did anything.
  Picoseconds last_activity() const;
  /// The next moment at which anything in the chip wants to run; kNever when it is dead.
  Picoseconds next_time() const;
  /// Nothing is under way outside the cores.
  bool idle() const;
  /// The first fault of a core, a DMA engine or the network interface.
  const ChipFault* fault() const;

  // NetworkClient
  void lane_ready(int lane, Picoseconds at) override;
  void deliver(int core, RemoteWrite&& write, Picoseconds at) override;
  void network_fault(const std::string& id, const std::string& message, Picoseconds at) override;

 private:
  bool advance(Picoseconds to);

  int id_;
  Fabric& fabric_;
  Picoseconds dies_at_ = kNever;
  std::array<int, kLocalLanes> first_in_lane_{};  ///< core whose transfers come first next time
  Clock core_clock_;
  EventBuffer events_out_;
  EventQueue events_;
  NetworkInterface network_;
  std::array<std::unique_ptr<CoreComplex>, kCoresPerChip> complexes_;
  std::optional<ChipFault> network_fault_;
  HostProfile* profile_;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_POD_CHIP_H_
