// SPDX-License-Identifier: Apache-2.0
#include "systemc/base/event_queue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <tuple>
#include <vector>

namespace podsim {
namespace {

struct Seen {
  Picoseconds at;
  std::uint32_t kind;
  std::uint64_t argument;
  bool operator==(const Seen& o) const {
    return std::tie(at, kind, argument) == std::tie(o.at, o.kind, o.argument);
  }
};

class Recorder : public EventHandler {
 public:
  void handle_event(Picoseconds now, std::uint32_t kind, std::uint64_t argument) override {
    seen.push_back({now, kind, argument});
  }
  std::vector<Seen> seen;
};

TEST(EventQueue, StartsEmptyAndNever) {
  const EventQueue queue;
  EXPECT_TRUE(queue.empty());
  EXPECT_EQ(queue.size(), 0u);
  EXPECT_EQ(queue.next_time(), kNever);
}

TEST(EventQueue, HandsOutByTimeThenByOrderOfScheduling) {
  EventQueue queue;
  Recorder recorder;
  queue.schedule(20, recorder, 1, 100);
  queue.schedule(10, recorder, 2, 200);
  queue.schedule(20, recorder, 3, 300);
  queue.schedule(10, recorder, 4, 400);
  EXPECT_EQ(queue.size(), 4u);
  EXPECT_EQ(queue.next_time(), 10u);
  while (!queue.empty()) queue.run_next();
  const std::vector<Seen> expected = {{10, 2, 200}, {10, 4, 400}, {20, 1, 100}, {20, 3, 300}};
  EXPECT_EQ(recorder.seen, expected);
}

TEST(EventQueue, EventsOfOneTimeKeepTheirOrderAmongThousands) {
  EventQueue queue;
  Recorder recorder;
  std::mt19937 random(3);
  for (std::uint64_t i = 0; i < 5000; ++i) queue.schedule(random() % 7, recorder, 0, i);
  while (!queue.empty()) queue.run_next();
  const auto in_order = [](const Seen& a, const Seen& b) {
    return std::tie(a.at, a.argument) < std::tie(b.at, b.argument);
  };
  EXPECT_TRUE(std::is_sorted(recorder.seen.begin(), recorder.seen.end(), in_order));
  EXPECT_EQ(recorder.seen.size(), 5000u);
}

TEST(EventQueue, AHandlerMaySchedule) {
  class Chain : public EventHandler {
   public:
    explicit Chain(EventQueue& events) : queue(events) {}
    void handle_event(Picoseconds now, std::uint32_t, std::uint64_t left) override {
      last = now;
      if (left > 0) queue.schedule(now + 5, *this, 0, left - 1);
    }
    EventQueue& queue;
    Picoseconds last = 0;
  };
  EventQueue queue;
  Chain chain(queue);
  queue.schedule(1, chain, 0, 10);
  while (!queue.empty()) queue.run_next();
  EXPECT_EQ(chain.last, 51u);
}

}  // namespace
}  // namespace podsim
