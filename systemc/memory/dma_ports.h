// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_MEMORY_DMA_PORTS_H_
#define PODSIM_SYSTEMC_MEMORY_DMA_PORTS_H_

#include <cstdint>
#include <string>

#include "firmware/isa/machine.h"
#include "systemc/base/row_block.h"
#include "systemc/base/time.h"

namespace podsim {

/// A piece of a remote transfer: what one packet carries.
struct RemoteWrite {
  std::int32_t target_core = 0;  ///< chip * 2 + core
  isa::Space space = isa::Space::kVmem;
  std::uint32_t row = 0;
  std::int32_t semaphore = -1;  ///< of the target; rises by `amount` when the data is written
  std::uint32_t amount = 0;
  bool last = false;              ///< last piece of its transfer
  RowBlock data;                  ///< whole rows, or empty: only the semaphore rises
  std::int32_t source_core = -1;  ///< who sent it
  std::int32_t target_lane = -1;  ///< router lane that it arrives on; -1: by core
};

/// Where a DMA engine hands over remote writes: the network interface.
class RemotePort {
 public:
  virtual ~RemotePort() = default;
  /// Bytes of data in the largest packet (a multiple of 512).
  virtual std::uint32_t packet_bytes() const = 0;
  /// Room for the data of a packet, to be filled and sent. `row_bytes`: what is kept of a row.
  virtual RowBlock make_block(std::uint32_t bytes, std::uint32_t row_bytes) = 0;
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

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_MEMORY_DMA_PORTS_H_
