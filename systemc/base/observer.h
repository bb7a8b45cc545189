// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_BASE_OBSERVER_H_
#define PODSIM_SYSTEMC_BASE_OBSERVER_H_

#include <cstdint>
#include <vector>

#include "systemc/base/time.h"

namespace podsim {

/// Why a TensorCore did not issue a bundle.
enum class StallCause : std::uint8_t {
  kScalarHazard,  ///< a scalar register is not ready
  kVectorHazard,  ///< a vector or mask register is not ready
  kBranch,        ///< refill after a taken branch
  kMxuFull,       ///< the MXU input or result FIFO is full
  kResultWait,    ///< a pop waits for the MXU
  kXluWait,       ///< the cross-lane unit is busy, or a pop waits for it
  kSemaphoreWait,
  kBarrierWait,
  kDmaWait,  ///< dwait
  kDelay,    ///< delay operation
};
inline constexpr int kStallCauses = 10;
/// "scalar hazard", ...
const char* name(StallCause cause);

/// A marker that the microprogram executed (`mark`).
struct MarkerEvent {
  int core;  ///< chip * 2 + core of the chip
  Cycle cycle;
  Picoseconds time;
  std::uint32_t span;
  enum Kind : std::uint8_t { kEnd = 0, kBegin = 1, kNote = 2 } kind;
};

/// A stall that has ended: bundle `program_line` could not issue in [from, to).
struct StallEvent {
  int core;
  StallCause cause;
  Cycle from;
  Cycle to;
  std::uint32_t bundle;
};

/// A DMA transfer: from the start of its first read to its last write (local) or its last packet
/// handed to the network (remote).
struct DmaEvent {
  int core;
  int target_core;  ///< -1: local
  Picoseconds from;
  Picoseconds to;
  std::uint64_t bytes;
};

/// A packet that arrived: injected at `from`, written to memory at `to`.
struct PacketEvent {
  int source_chip;
  int target_chip;
  int source_lane;
  int target_lane;
  Picoseconds from;
  Picoseconds to;
  std::uint32_t bytes;
  std::uint32_t sequence;
};

/// Receives what the models announce. An observer never changes a result or a cycle.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void on_marker(const MarkerEvent&) {}
  virtual void on_stall(const StallEvent&) {}
  virtual void on_dma(const DmaEvent&) {}
  virtual void on_packet(const PacketEvent&) {}
};

/// Hands every event to all observers, in the order in which they were added.
class ObserverList final : public Observer {
 public:
  void add(Observer& observer) { observers_.push_back(&observer); }
  bool empty() const { return observers_.empty(); }
  void on_marker(const MarkerEvent& event) override {
    for (Observer* o : observers_) o->on_marker(event);
  }
  void on_stall(const StallEvent& event) override {
    for (Observer* o : observers_) o->on_stall(event);
  }
  void on_dma(const DmaEvent& event) override {
    for (Observer* o : observers_) o->on_dma(event);
  }
  void on_packet(const PacketEvent& event) override {
    for (Observer* o : observers_) o->on_packet(event);
  }

 private:
  std::vector<Observer*> observers_;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_BASE_OBSERVER_H_
