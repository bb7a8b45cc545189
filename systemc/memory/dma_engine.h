// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_MEMORY_DMA_ENGINE_H_
#define PODSIM_SYSTEMC_MEMORY_DMA_ENGINE_H_

#include <tlm_utils/simple_initiator_socket.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "firmware/isa/machine.h"
#include "systemc/base/event_queue.h"
#include "systemc/base/observer.h"
#include "systemc/core/core_environment.h"
#include "systemc/memory/memory_parameters.h"

namespace podsim {

/// A piece of a remote transfer: what one packet carries. Plain data.
struct RemoteWrite {
  std::int32_t target_core = 0;  ///< chip * 2 + core
  isa::Space space = isa::Space::kVmem;
  std::uint32_t row = 0;
  std::int32_t semaphore = -1;  ///< of the target; rises by `amount` when the data is written
  std::uint32_t amount = 0;
  bool last = false;            ///< last piece of its transfer
  std::vector<std::byte> data;  ///< whole rows, or empty: only the semaphore rises
};

/// Where a DMA engine hands over remote writes: the network interface.
class RemotePort {
 public:
  virtual ~RemotePort() = default;
  /// Bytes of data in the largest packet (a multiple of 512).
  virtual std::uint32_t packet_bytes() const = 0;
  /// Whether the lane's queue takes another packet now; if not, DmaEngine::lane_ready follows.
  virtual bool can_send(int lane) const = 0;
  virtual void send(int lane, RemoteWrite write, Picoseconds at) = 0;
};

/// The core that an engine belongs to, as the engine sees it.
class DmaClient {
 public:
  virtual ~DmaClient() = default;
  virtual void raise_semaphore(int semaphore, std::uint32_t amount, Picoseconds at) = 0;
  /// A transfer has been read out of its source completely.
  virtual void transfer_read(Picoseconds at) = 0;
  /// A descriptor or an arriving write that cannot be carried out: id "DMA-00n".
  virtual void dma_fault(const std::string& id, const std::string& message, Picoseconds at) = 0;
};

struct DmaCounters {
  std::uint64_t local_transfers = 0;
  std::uint64_t remote_transfers = 0;
  std::uint64_t bytes_read = 0;
  std::uint64_t bytes_written = 0;  ///< by local transfers and by arriving packets
};

/// One core's DMA engine: local and remote 2-D transfers between the memory spaces.
///
/// Reads and writes memory over TLM-2.0 (b_transport, annotated delays); its moments are events in
/// the chip's queue. Transfers run side by side; nothing may be assumed of their order.
class DmaEngine : public sc_core::sc_module, public EventHandler {
 public:
  DmaEngine(const sc_core::sc_module_name& name, const DmaParameters& parameters, int global_core,
            int total_cores, EventQueue& events, DmaClient& client, RemotePort& remote,
            Observer& observer);
  ~DmaEngine() override;

  /// Sockets to the memories of the core, indexed by isa::Space.
  std::array<std::unique_ptr<tlm_utils::simple_initiator_socket<DmaEngine>>, 4> sockets;

  /// Starts a transfer at time `at`. A bad descriptor is reported to the client.
  void start(const DmaDescriptor& descriptor, Picoseconds at);
  /// The lane's queue has room again.
  void lane_ready(int lane, Picoseconds at);
  /// A remote write for this core has arrived: writes it and then raises its semaphore.
  void deliver(RemoteWrite write, Picoseconds at);

  int unread_transfers() const;
  /// Nothing in progress: no transfer, no arriving write.
  bool idle() const;
  const DmaCounters& counters() const;
  /// One line for each transfer in progress, for the report of a hang.
  std::vector<std::string> describe() const;

  void handle_event(Picoseconds now, std::uint32_t kind, std::uint64_t argument) override;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_MEMORY_DMA_ENGINE_H_
