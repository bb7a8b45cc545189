// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_MEMORY_DMA_ENGINE_H_
#define PODSIM_SYSTEMC_MEMORY_DMA_ENGINE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "systemc/base/event_queue.h"
#include "systemc/base/observer.h"
#include "systemc/core/core_environment.h"
#include "systemc/memory/dma_context.h"
#include "systemc/memory/dma_ports.h"
#include "systemc/memory/memory_parameters.h"

namespace podsim {

/// One core's DMA engine: local and remote 2-D transfers between the memory spaces.
///
/// Reads and writes memory over TLM-2.0 (b_transport at an AccessTime, annotated delays); its
/// moments are events in the chip's queue. Transfers run side by side; nothing may be assumed of
/// the order of bytes within a transfer or between transfers.
///
/// * A transfer begins issue_latency after start(). It holds at most bursts_in_flight pieces:
///   bursts of burst_rows (local) or packets (remote); a piece lies in one block.
/// * A piece's source is read at one moment. When the access is over, the send semaphore rises by
///   the piece's bytes. A local piece is then written; when that access is over, the receive
///   semaphore of this core rises. A remote piece goes to the network when its lane has room.
/// * Pieces of one transfer enter their lane in order; transfers share a lane in round robin.
/// * Target -1 and this core's own number both mean a local transfer, which no packet carries.
///
/// Faults (DmaClient::dma_fault, with the exact range; the transfer or write is dropped):
/// DMA-001 target core, DMA-002 space, DMA-003 source rows, DMA-004 target rows, DMA-005 block
/// rows, blocks or size, DMA-006 semaphore, DMA-007 lane, DMA-008 arriving write, DMA-009 the
/// memory refused an access, DATA-001 a transfer from HBM or VMEM to SMEM or IMEM while not all of
/// the data is kept (`scale`).
class DmaEngine : public sc_core::sc_module, public EventHandler {
 public:
  DmaEngine(const sc_core::sc_module_name& name, const DmaParameters& parameters, int global_core,
            int total_cores, EventQueue& events, DmaClient& client, RemotePort& remote,
            Observer& observer, const DataScale& scale = {});
  ~DmaEngine() override;

  /// Sockets to the memories of the core, indexed by isa::Space.
  DmaSockets sockets;

  /// Starts a transfer at time `at`. A bad descriptor is reported to the client.
  void start(const DmaDescriptor& descriptor, Picoseconds at);
  /// The lane's queue has room again.
  void lane_ready(int lane, Picoseconds at);
  /// A remote write for this core has arrived at time `at`: writes it after write_latency and
  /// raises its semaphore by `amount` when that access is over.
  void deliver(RemoteWrite&& write, Picoseconds at);

  /// Transfers started that have not been read out of their source completely.
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
