// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_BASE_EVENT_QUEUE_H_
#define PODSIM_SYSTEMC_BASE_EVENT_QUEUE_H_

#include <cstdint>
#include <queue>
#include <tuple>
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
/// the kind, then of scheduling.
///
/// SystemC sees only the window in which a chip runs: thousands of chips with many events each
/// would otherwise drown the kernel's own queue.
class EventQueue {
 public:
  void schedule(Picoseconds at, EventHandler& handler, std::uint32_t kind, std::uint64_t argument) {
    heap_.push({at, handler.rank(), kind, next_sequence_++, &handler, argument});
  }
  bool empty() const { return heap_.empty(); }
  std::size_t size() const { return heap_.size(); }
  Picoseconds next_time() const { return heap_.empty() ? kNever : heap_.top().at; }

  /// Time of the last event that was run, 0 before the first.
  Picoseconds last_time() const { return last_time_; }

  /// Takes the earliest event out and hands it to its handler. Precondition: not empty.
  void run_next() {
    const Event event = heap_.top();
    heap_.pop();
    last_time_ = event.at;
    event.handler->handle_event(event.at, event.kind, event.argument);
  }

 private:
  struct Event {
    Picoseconds at;
    int rank;
    std::uint32_t kind;
    std::uint64_t sequence;
    EventHandler* handler;
    std::uint64_t argument;
    bool operator>(const Event& o) const {
      return std::tie(at, rank, kind, sequence) > std::tie(o.at, o.rank, o.kind, o.sequence);
    }
  };
  std::priority_queue<Event, std::vector<Event>, std::greater<>> heap_;
  std::uint64_t next_sequence_ = 0;
  Picoseconds last_time_ = 0;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_BASE_EVENT_QUEUE_H_
