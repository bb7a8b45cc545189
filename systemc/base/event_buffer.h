// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_BASE_EVENT_BUFFER_H_
#define PODSIM_SYSTEMC_BASE_EVENT_BUFFER_H_

#include <variant>
#include <vector>

#include "systemc/base/observer.h"

namespace podsim {

/// Stands between one model and an observer: while it holds, events are kept, and given on in order
/// when they are released. So models can run on several threads and observers on one.
class EventBuffer final : public Observer {
 public:
  explicit EventBuffer(Observer& target) : target_(target) {}

  void hold() { holds_ = true; }
  /// Hands over what was kept; holds no longer.
  void release() {
    holds_ = false;
    for (const Event& event : events_) {
      std::visit([this](const auto& e) { announce(e); }, event);
    }
    events_.clear();
  }

  void on_marker(const MarkerEvent& event) override { take(event); }
  void on_stall(const StallEvent& event) override { take(event); }
  void on_dma(const DmaEvent& event) override { take(event); }
  void on_packet(const PacketEvent& event) override { take(event); }

 private:
  using Event = std::variant<MarkerEvent, StallEvent, DmaEvent, PacketEvent>;

  template <class E>
  void take(const E& event) {
    if (holds_) {
      events_.emplace_back(event);
    } else {
      announce(event);
    }
  }
  void announce(const MarkerEvent& event) { target_.on_marker(event); }
  void announce(const StallEvent& event) { target_.on_stall(event); }
  void announce(const DmaEvent& event) { target_.on_dma(event); }
  void announce(const PacketEvent& event) { target_.on_packet(event); }

  Observer& target_;
  bool holds_ = false;
  std::vector<Event> events_;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_BASE_EVENT_BUFFER_H_
