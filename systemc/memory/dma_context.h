// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_MEMORY_DMA_CONTEXT_H_
#define PODSIM_SYSTEMC_MEMORY_DMA_CONTEXT_H_

#include <tlm_utils/simple_initiator_socket.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "firmware/isa/machine.h"
#include "systemc/base/data_scale.h"
#include "systemc/base/event_queue.h"
#include "systemc/base/observer.h"
#include "systemc/memory/dma_ports.h"
#include "systemc/memory/memory_parameters.h"
#include "systemc/memory/timed_access.h"

namespace podsim {

class DmaEngine;
using DmaSockets = std::array<std::unique_ptr<tlm_utils::simple_initiator_socket<DmaEngine>>, 4>;

/// Kinds of the engine's events; the argument is an index of the part that scheduled it.
enum class DmaMoment : std::uint32_t {
  kBegin,    ///< a transfer begins to read
  kRead,     ///< a piece has been read
  kWritten,  ///< a piece of a local transfer has been written
  kArrived,  ///< an arriving write goes to memory
  kStored,   ///< an arriving write is in memory
};

/// What the parts of an engine share: its surroundings, memories and counters.
struct DmaContext {
  DmaParameters parameters;
  int core;  ///< chip * 2 + core
  int total_cores;
  EventQueue& events;
  EventHandler& handler;
  DmaClient& client;
  RemotePort& remote;
  Observer& observer;
  DmaSockets& sockets;
  DataScale scale;
  DmaCounters counters{};
  TimedAccess access{scale.lane};

  void schedule(Picoseconds at, DmaMoment moment, std::uint32_t index) {
    events.schedule(at, handler, static_cast<std::uint32_t>(moment), index);
  }
  void raise(int semaphore, std::uint32_t amount, Picoseconds at) {
    if (semaphore >= 0) client.raise_semaphore(semaphore, amount, at);
  }

  /// Move whole rows at time `at`; the time at which the access is over, or nullopt after a fault
  /// DMA-009 because the memory refused it.
  std::optional<Picoseconds> read(isa::Space space, std::uint32_t row, RowBlock& block,
                                  Picoseconds at);
  std::optional<Picoseconds> write(isa::Space space, std::uint32_t row, RowBlock& block,
                                   Picoseconds at);

 private:
  std::optional<Picoseconds> checked(std::optional<Picoseconds> end, const char* verb,
                                     isa::Space space, std::uint32_t row, std::size_t bytes,
                                     Picoseconds at);
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_MEMORY_DMA_CONTEXT_H_
