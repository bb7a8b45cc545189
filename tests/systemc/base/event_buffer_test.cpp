// SPDX-License-Identifier: Apache-2.0
#include "systemc/base/event_buffer.h"

#include <gtest/gtest.h>

#include <string>

namespace podsim {
namespace {

/// Writes down what it hears of: one letter a kind and the core or chip.
class Listener : public Observer {
 public:
  void on_marker(const MarkerEvent& event) override { heard += "m" + std::to_string(event.core); }
  void on_stall(const StallEvent& event) override { heard += "s" + std::to_string(event.core); }
  void on_dma(const DmaEvent& event) override { heard += "d" + std::to_string(event.core); }
  void on_packet(const PacketEvent& event) override {
    heard += "p" + std::to_string(event.source_chip);
  }
  std::string heard;
};

void announce(Observer& observer, int number) {
  observer.on_marker({number, 0, 0, 0, MarkerEvent::kNote});
  observer.on_stall({number + 1, StallCause::kBranch, 0, 1, 0});
  observer.on_dma({number + 2, -1, 0, 0, 0});
  observer.on_packet({number + 3, 0, 0, 0, 0, 0, 0, 0});
}

TEST(EventBuffer, PassesEventsOnAtOnceUnlessItHolds) {
  Listener listener;
  EventBuffer buffer(listener);
  announce(buffer, 1);
  EXPECT_EQ(listener.heard, "m1s2d3p4");
}

TEST(EventBuffer, KeepsTheOrderOfWhatItHolds) {
  Listener listener;
  EventBuffer first(listener);
  EventBuffer second(listener);
  first.hold();
  second.hold();
  announce(second, 5);
  announce(first, 1);
  first.on_dma({9, -1, 0, 0, 0});
  EXPECT_EQ(listener.heard, "");
  first.release();
  EXPECT_EQ(listener.heard, "m1s2d3p4d9");
  second.release();
  EXPECT_EQ(listener.heard, "m1s2d3p4d9m5s6d7p8");
  announce(first, 1);
  EXPECT_EQ(listener.heard, "m1s2d3p4d9m5s6d7p8m1s2d3p4");
}

}  // namespace
}  // namespace podsim
