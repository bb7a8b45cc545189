// SPDX-License-Identifier: Apache-2.0
#include "systemc/probe/timeline.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <utility>

namespace podsim {
namespace {

using nlohmann::json;
using Track = std::pair<int, int>;

const SpanNames kNames = {{1, "step"}, {2, "forward"}, {3, "all-reduce \"ring\"\\"}};

json load(const std::string& path) {
  std::ifstream in(path);
  return json::parse(in);
}

/// Checks what a viewer needs: on every track times never go back and every end has its begin.
/// Gives the number of spans on each track.
std::map<Track, int> check_nesting(const json& trace) {
  std::map<Track, int> depth;
  std::map<Track, int> spans;
  std::map<Track, double> last;
  for (const json& event : trace["traceEvents"]) {
    const std::string kind = event["ph"];
    if (kind != "B" && kind != "E") continue;
    const Track track{event["pid"], event["tid"]};
    const double at = event["ts"];
    EXPECT_GE(at, last[track]);
    last[track] = at;
    depth[track] += kind == "B" ? 1 : -1;
    spans[track] += kind == "B" ? 1 : 0;
    EXPECT_GE(depth[track], 0) << "end without begin";
  }
  for (const auto& entry : depth) EXPECT_EQ(entry.second, 0) << "begin without end";
  return spans;
}

std::map<std::string, Track> track_names(const json& trace) {
  std::map<std::string, Track> names;
  for (const json& event : trace["traceEvents"]) {
    if (event["ph"] == "M" && event["name"] == "thread_name") {
      names[event["args"]["name"]] = {event["pid"], event["tid"]};
    }
  }
  return names;
}

class TimelineTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    path_ = testing::TempDir() + "timeline_" + info->name() + ".json";
    std::filesystem::remove(path_);
  }
  void TearDown() override { std::filesystem::remove(path_); }
  Timeline make(TimelineOptions options = {}) {
    return Timeline(path_, kNames, Clock(1'000'000'000), 4, std::move(options));
  }
  static MarkerEvent marker(int core, Cycle at, std::uint32_t span, MarkerEvent::Kind kind) {
    return {core, at, at * 1000, span, kind};
  }
  std::string path_;
};

TEST_F(TimelineTest, EmptyRunIsAValidTrace) {
  make().close(0);
  EXPECT_TRUE(load(path_)["traceEvents"].empty());
}

TEST_F(TimelineTest, WritesNestedPhasesWithNamesAndTimes) {
  Timeline timeline = make();
  timeline.on_marker(marker(13, 1000, 1, MarkerEvent::kBegin));
  timeline.on_marker(marker(13, 1000, 3, MarkerEvent::kBegin));
  timeline.on_marker(marker(13, 1500, 2, MarkerEvent::kNote));
  timeline.on_marker(marker(13, 2001, 3, MarkerEvent::kEnd));
  timeline.on_marker(marker(13, 3000, 1, MarkerEvent::kEnd));
  const TimelineResult result = timeline.close(4'000'000);
  EXPECT_FALSE(result.truncated());
  EXPECT_EQ(result.bytes, std::filesystem::file_size(path_));
  const json trace = load(path_);
  const Track track = track_names(trace).at("core 1 phases");
  EXPECT_EQ(check_nesting(trace).at(track), 2);
  EXPECT_EQ(track.first, 7);  // chip 6
  std::vector<json> events;
  for (const json& event : trace["traceEvents"]) {
    if (event["ph"] != "M") events.push_back(event);
    if (event.value("name", "") == "process_name") {
      EXPECT_EQ(event["args"]["name"], "chip (2,1)");
    }
  }
  ASSERT_EQ(events.size(), 5u);
  EXPECT_EQ(events[0]["name"], "step");
  EXPECT_DOUBLE_EQ(events[0]["ts"], 1.0);
  EXPECT_EQ(events[1]["name"], "all-reduce \"ring\"\\");
  EXPECT_EQ(events[2]["ph"], "i");
  EXPECT_DOUBLE_EQ(events[3]["ts"], 2.001);
  EXPECT_DOUBLE_EQ(events[4]["ts"], 3.0);
}

TEST_F(TimelineTest, ClosesWhatIsLeftOpenAndIgnoresAnEndWithoutBegin) {
  Timeline timeline = make();
  timeline.on_marker(marker(0, 5, 2, MarkerEvent::kEnd));
  timeline.on_marker(marker(0, 10, 1, MarkerEvent::kBegin));
  timeline.on_marker(marker(0, 20, 2, MarkerEvent::kBegin));
  timeline.on_marker(marker(0, 30, 1, MarkerEvent::kEnd));
  timeline.on_marker(marker(1, 30, 1, MarkerEvent::kBegin));
  timeline.close(50'000);
  const auto spans = check_nesting(load(path_));
  EXPECT_EQ(spans.size(), 2u);
}

TEST_F(TimelineTest, JoinsStallsOfOneCauseAndLeavesOutShortOnes) {
  Timeline timeline = make();
  timeline.on_stall({0, StallCause::kVectorHazard, 100, 110, 7});
  timeline.on_stall({0, StallCause::kVectorHazard, 120, 130, 9});  // gap 10: joined
  timeline.on_stall({0, StallCause::kBranch, 140, 143, 10});       // short
  timeline.on_stall({0, StallCause::kSemaphoreWait, 200, 500, 11});
  timeline.close(0);
  const json trace = load(path_);
  check_nesting(trace);
  std::vector<json> begins;
  for (const json& event : trace["traceEvents"]) {
    if (event["ph"] == "B") begins.push_back(event);
  }
  ASSERT_EQ(begins.size(), 2u);
  EXPECT_EQ(begins[0]["name"], "vector hazard");
  EXPECT_EQ(begins[0]["args"]["cycles"], 20);
  EXPECT_EQ(begins[0]["args"]["bundle"], 7);
  EXPECT_EQ(begins[1]["name"], "semaphore");
}

TEST_F(TimelineTest, OverlappingTransfersGetTracksOfTheirOwn) {
  Timeline timeline = make();
  timeline.on_dma({2, -1, 0, 1'000'000, 512});
  timeline.on_dma({2, 5, 500'000, 1'500'000, 512});
  timeline.on_dma({2, -1, 1'000'000, 2'000'000, 512});  // fits behind the first
  timeline.close(0);
  const json trace = load(path_);
  const auto names = track_names(trace);
  const auto spans = check_nesting(trace);
  EXPECT_EQ(spans.at(names.at("core 0 DMA")), 2);
  EXPECT_EQ(spans.at(names.at("core 0 DMA +1")), 1);
  EXPECT_NE(trace.dump().find("to (2,0) core 1"), std::string::npos);
}

TEST_F(TimelineTest, NeverOverlapsEventsOfOneTrackInARandomRun) {
  constexpr unsigned kSeed = 20;
  std::mt19937 random(kSeed);
  // 940 MHz: a period is no whole number of picoseconds, nor of the viewer's nanoseconds.
  const Clock clock(940'000'000);
  Timeline timeline(path_, kNames, clock, 4);
  Cycle now = 0;
  for (int i = 0; i < 4000; ++i) {
    now += random() % 40;
    const Picoseconds length = random() % 100'000;
    timeline.on_dma({0, -1, clock.time_of(now), clock.time_of(now) + length, 512});
    timeline.on_stall({0, static_cast<StallCause>(random() % kStallCauses), now, now + 20, 0});
    now += 20;
  }
  timeline.close(clock.time_of(now));
  const json trace = load(path_);
  check_nesting(trace);
  EXPECT_LE(track_names(trace).size(), 33u);
}

TEST_F(TimelineTest, PacketsAreAsyncSpansWithUniqueIds) {
  TimelineOptions options;
  options.packets = true;
  Timeline timeline = make(options);
  timeline.on_packet({0, 5, 1, 2, 1000, 9000, 512, 1});
  timeline.on_packet({0, 5, 1, 2, 2000, 9500, 512, 2});
  timeline.close(0);
  std::map<std::string, std::string> kinds;
  const json trace = load(path_);
  for (const json& event : trace["traceEvents"]) {
    if (event["ph"] == "M") continue;
    EXPECT_EQ(event["name"], "packet from (0,0)");
    EXPECT_EQ(event["pid"], 6);
    kinds[event["id"]] += event["ph"].get<std::string>();
  }
  ASSERT_EQ(kinds.size(), 2u);
  for (const auto& entry : kinds) EXPECT_EQ(entry.second, "be");
}

TEST_F(TimelineTest, ShowsOnlyTheChipsAskedFor) {
  TimelineOptions options;
  options.chips = {1};
  Timeline timeline = make(options);
  for (int core = 0; core < 8; ++core) {
    timeline.on_marker(marker(core, 10, 1, MarkerEvent::kBegin));
    timeline.on_stall({core, StallCause::kDelay, 10, 60, 0});
    timeline.on_dma({core, -1, 10, 60, 512});
  }
  timeline.close(100'000);
  std::set<int> processes;
  const json trace = load(path_);
  for (const json& event : trace["traceEvents"]) processes.insert(event["pid"].get<int>());
  EXPECT_EQ(processes, std::set<int>{2});
}

TEST_F(TimelineTest, StopsAtTheCapWithANoteAndStaysValid) {
  TimelineOptions options;
  options.maximum_bytes = 20'000;
  Timeline timeline = make(options);
  for (Cycle i = 0; i < 1000; ++i) {
    timeline.on_marker(marker(0, 10 * i, 1, MarkerEvent::kBegin));
    timeline.on_marker(marker(0, 10 * i + 2, 2, MarkerEvent::kBegin));
    timeline.on_marker(marker(0, 10 * i + 8, 2, MarkerEvent::kEnd));
    if (i % 2 == 0) timeline.on_marker(marker(0, 10 * i + 9, 1, MarkerEvent::kEnd));
  }
  const TimelineResult result = timeline.close(10'000'000);
  EXPECT_TRUE(result.truncated());
  EXPECT_EQ(result.events + result.dropped_events, 2000u);
  EXPECT_GT(result.events, 50u);
  EXPECT_LE(result.bytes, options.maximum_bytes);
  EXPECT_EQ(result.bytes, std::filesystem::file_size(path_));
  const json trace = load(path_);
  check_nesting(trace);
  const std::string note = trace["otherData"]["note"];
  EXPECT_EQ(note.rfind("cut at 20000 bytes", 0), 0u) << note;
}

TEST_F(TimelineTest, TracksHaveUniqueNumbersAndASortOrder) {
  Timeline timeline = make();
  for (int core = 0; core < 6; ++core) {
    timeline.on_marker(marker(core, 10, 1, MarkerEvent::kNote));
    timeline.on_dma({core, -1, 0, 5000, 512});
  }
  timeline.close(0);
  std::set<int> threads;
  std::map<int, int> sorted;
  const json trace = load(path_);
  for (const json& event : trace["traceEvents"]) {
    if (event.value("name", "") == "thread_name") {
      EXPECT_TRUE(threads.insert(event["tid"].get<int>()).second);
    }
    if (event.value("name", "") == "thread_sort_index") {
      sorted[event["tid"]] = event["args"]["sort_index"];
    }
  }
  EXPECT_EQ(threads.size(), 12u);
  EXPECT_EQ(sorted.size(), 12u);
}

TEST(JsonQuote, EscapesWhatJsonForbids) {
  EXPECT_EQ(json_quote("a\"b\\c\n\t\x01"), R"("a\"b\\c\n\t\u0001")");
  EXPECT_EQ(json_quote("µ"), "\"µ\"");
}

}  // namespace
}  // namespace podsim
