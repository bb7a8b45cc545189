// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_BASE_EVENT_QUEUE_H_
#define PODSIM_SYSTEMC_BASE_EVENT_QUEUE_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "systemc/base/time.h"

namespace podsim {

/// Receives an event at its time. `kind` and `argument` mean what the receiver says they mean.
class EventHandler {
 public:
  /// Of events at one time, those of handlers of lower rank run first. Each handler of a queue has
  /// a rank of its own, so that the order does not depend on who was simulated first.
  explicit EventHandler(int rank = 0) : rank_(rank) {}
  virtual ~EventHandler() = default;
  int rank() const { return rank_; }
  virtual void handle_event(Picoseconds now, std::uint32_t kind, std::uint64_t argument) = 0;

 private:
  int rank_;
};

/// Timed events of one chip, in order of time; at one time in order of the handler's rank, then of
/// the kind, then of scheduling. Ranks and kinds are below 256.
///
/// SystemC sees only the window in which a chip runs: thousands of chips with many events each
/// would otherwise drown the kernel's own queue.
class EventQueue {
 public:
  void schedule(Picoseconds at, EventHandler& handler, std::uint32_t kind, std::uint64_t argument) {
    const std::uint64_t order = static_cast<std::uint64_t>(handler.rank()) << kRankShift |
                                static_cast<std::uint64_t>(kind) << kKindShift | next_sequence_++;
    heap_.emplace_back();
    rise(heap_.size() - 1, {at, order, &handler, argument});
  }
  bool empty() const { return heap_.empty(); }
  std::size_t size() const { return heap_.size(); }
  Picoseconds next_time() const { return heap_.empty() ? kNever : heap_.front().at; }

  /// Time of the last event that was run, 0 before the first.
  Picoseconds last_time() const { return last_time_; }

  /// Takes the earliest event out and hands it to its handler. Precondition: not empty.
  void run_next() {
    const Event event = heap_.front();
    const Event last = heap_.back();
    heap_.pop_back();
    if (!heap_.empty()) sink(last);
    last_time_ = event.at;
    event.handler->handle_event(
        event.at, static_cast<std::uint32_t>(event.order >> kKindShift & 255), event.argument);
  }

 private:
  static constexpr int kRankShift = 56;
  static constexpr int kKindShift = 48;
  static constexpr std::size_t kChildren = 4;  // flatter than two, and all in two cache lines

  struct Event {
    Picoseconds at;
    std::uint64_t order;  ///< rank, kind, number
    EventHandler* handler;
    std::uint64_t argument;
    bool before(const Event& o) const { return at != o.at ? at < o.at : order < o.order; }
  };

  /// Puts `event` at `place` of the heap, or above it.
  void rise(std::size_t place, const Event& event) {
    while (place > 0 && event.before(heap_[(place - 1) / kChildren])) {
      heap_[place] = heap_[(place - 1) / kChildren];
      place = (place - 1) / kChildren;
    }
    heap_[place] = event;
  }

  /// Puts `event` at the top or below it.
  void sink(const Event& event) {
    std::size_t place = 0;
    for (std::size_t child = 1; child < heap_.size(); child = place * kChildren + 1) {
      const std::size_t end = std::min(child + kChildren, heap_.size());
      for (std::size_t other = child + 1; other < end; ++other) {
        if (heap_[other].before(heap_[child])) child = other;
      }
      if (!heap_[child].before(event)) break;
      heap_[place] = heap_[child];
      place = child;
    }
    heap_[place] = event;
  }

  std::vector<Event> heap_;
  std::uint64_t next_sequence_ = 0;
  Picoseconds last_time_ = 0;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_BASE_EVENT_QUEUE_H_
