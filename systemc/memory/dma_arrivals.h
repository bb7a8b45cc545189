// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_MEMORY_DMA_ARRIVALS_H_
#define PODSIM_SYSTEMC_MEMORY_DMA_ARRIVALS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "systemc/memory/dma_context.h"
#include "systemc/memory/dma_descriptor.h"
#include "systemc/memory/slot_pool.h"

namespace podsim {

/// Remote writes that have arrived at a core: written to memory after the write latency, then
/// their semaphores rise.
class DmaArrivals {
 public:
  explicit DmaArrivals(DmaContext& context) : context_(context) {}

  /// Fault DMA-008 for a write that this core cannot carry out.
  void deliver(RemoteWrite&& write, Picoseconds at);
  void store(std::uint32_t index, Picoseconds now);   ///< at DmaMoment::kArrived
  void finish(std::uint32_t index, Picoseconds now);  ///< at DmaMoment::kStored

  bool empty() const { return arrivals_.used() == 0; }
  void describe(std::vector<std::string>& lines) const;

 private:
  struct Arrival {
    RemoteWrite write;
    bool active = false;
  };
  std::optional<std::string> check(const RemoteWrite& write) const;
  void release(std::uint32_t index);

  DmaContext& context_;
  SlotPool<Arrival> arrivals_;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_MEMORY_DMA_ARRIVALS_H_
