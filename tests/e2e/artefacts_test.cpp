// SPDX-License-Identifier: Apache-2.0
// What the example leaves in its folder besides the waves: timeline, counters, pictures, curve.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "tests/sw/cli/podsim_process.h"
#include "tests/sw/report/xml_checker.h"

namespace podsim::test {
namespace {

using nlohmann::json;

/// Three steps of the example, without waves.
class Artefacts : public testing::Test {
 protected:
  Artefacts() {
    const cli::ProcessResult run =
        workspace.podsim({"train", "-c", PODSIM_SOURCE_DIR "/examples/first-light/first-light.toml",
                          "--out", "out", "-s", "train.steps=3", "-s", "train.target_accuracy=0",
                          "-s", "train.evaluate_every=2", "-s", "waves.chips=[]"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
  }
  cli::Workspace workspace;
};

using Rows = std::vector<std::map<std::string, std::string>>;

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> cells(1);
  for (const char c : line) {
    if (c == ',')
      cells.emplace_back();
    else
      cells.back() += c;
  }
  return cells;
}

/// Lines that begin with # are comments; the first other one names the columns.
Rows parse_csv(const std::string& text) {
  Rows rows;
  std::vector<std::string> names;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::vector<std::string> cells = split(line);
    if (names.empty()) {
      names = cells;
      continue;
    }
    EXPECT_EQ(cells.size(), names.size()) << line;
    std::map<std::string, std::string>& row = rows.emplace_back();
    for (std::size_t i = 0; i < cells.size() && i < names.size(); ++i) row[names[i]] = cells[i];
  }
  return rows;
}

std::int64_t sum(const Rows& rows, const std::string& column) {
  std::int64_t total = 0;
  for (const auto& row : rows) total += std::stoll(row.at(column));
  return total;
}

/// Cycles in which a core issued a bundle or stalled.
std::int64_t busy_cycles(const std::map<std::string, std::string>& core) {
  std::int64_t cycles = std::stoll(core.at("bundles"));
  for (const auto& [name, value] : core)
    if (name.rfind("stall_", 0) == 0) cycles += std::stoll(value);
  return cycles;
}

/// Names of the spans of each track, in order; fails unless they nest and every track's time
/// ascends.
std::map<std::pair<int, int>, std::vector<std::string>> spans_of(const json& events) {
  std::map<std::pair<int, int>, std::vector<std::string>> spans;
  std::map<std::pair<int, int>, std::vector<std::string>> open;
  std::map<std::pair<int, int>, double> latest;
  for (const json& event : events) {
    const std::string kind = event.at("ph");
    if (kind != "B" && kind != "E") continue;
    const std::pair<int, int> track{event.at("pid"), event.at("tid")};
    EXPECT_GE(event.at("ts").get<double>(), latest[track]);
    latest[track] = event.at("ts");
    if (kind == "B") {
      open[track].push_back(event.at("name"));
      spans[track].push_back(event.at("name"));
    } else if (open[track].empty()) {
      ADD_FAILURE() << "an end without a begin on " << track.second;
    } else {
      open[track].pop_back();
    }
  }
  for (const auto& [track, names] : open) EXPECT_TRUE(names.empty()) << "open: " << names.back();
  return spans;
}

/// (pid, tid) of the tracks called `name`, by the name of their process.
std::map<std::string, std::pair<int, int>> tracks_named(const json& events,
                                                        const std::string& name) {
  std::map<int, std::string> processes;
  std::map<std::string, std::pair<int, int>> tracks;
  for (const json& event : events)
    if (event.value("name", "") == "process_name")
      processes[event.at("pid")] = event["args"]["name"];
  for (const json& event : events)
    if (event.value("name", "") == "thread_name" && event["args"]["name"] == name)
      tracks[processes[event["pid"]]] = {event["pid"], event["tid"]};
  return tracks;
}

TEST_F(Artefacts, TimelineShowsEveryPhaseOfTheChosenChipsNested) {
  const json events = json::parse(workspace.read("out/timeline.json")).at("traceEvents");
  const auto spans = spans_of(events);
  for (const char* core : {"core 0 phases", "core 1 phases"}) {
    const auto tracks = tracks_named(events, core);
    std::set<std::string> chips;
    for (const auto& [chip, track] : tracks) {
      chips.insert(chip);
      const std::vector<std::string>& names = spans.at(track);
      for (const char* phase : {"step", "forward", "backward", "all-reduce", "update"})
        EXPECT_GE(std::count(names.begin(), names.end(), phase), 3) << phase << " of " << chip;
    }
    const std::set<std::string> chosen{"chip (1,2)", "chip (2,1)", "chip (4,3)", "chip (3,4)"};
    EXPECT_EQ(chips, chosen);
  }
}

void check_cores(const Rows& cores) {
  ASSERT_EQ(cores.size(), 64u);
  EXPECT_EQ(sum(cores, "dma_bytes_read"), sum(cores, "dma_bytes_written"));
  for (const auto& core : cores) {
    // Between programs a core does nothing: cycles that are neither bundles nor stalls.
    EXPECT_LE(busy_cycles(core), std::stoll(core.at("cycles"))) << "core " << core.at("core");
    // A step: 62 shards along the ring, 2 halves exchanged with the other core of the chip.
    EXPECT_EQ(core.at("dma_remote"), std::to_string(3 * (62 + 2)));
  }
}

// 102,016 elements are 797 rows, over 2 halves of 32 shards: 13 rows a shard. A packet is a row: a
// head and 8 flits of data. Nothing else goes over the links of the ring.
void check_links(const Rows& links) {
  // 6 x 6: 60 links, of which the dead board takes 4 inside and 8 around it; both directions.
  ASSERT_EQ(links.size(), 2u * (60 - 12));
  int used = 0;
  for (const auto& link : links) {
    if (link.at("flits") == "0") continue;
    ++used;
    EXPECT_EQ(link.at("flits"), std::to_string(3 * 62 * 13 * 9));
  }
  EXPECT_EQ(used, 64) << "a ring of 32 chips, in both directions";
}

TEST_F(Artefacts, CountersAreThoseOfThreeStepsOfTheRing) {
  check_cores(parse_csv(workspace.read("out/cores.csv")));
  check_links(parse_csv(workspace.read("out/links.csv")));
}

TEST(Counters, EveryCycleOfAProgramIssuesABundleOrIsAStall) {
  const cli::Workspace workspace;
  ASSERT_EQ(
      workspace.podsim({"collective", "--mesh", "3x2", "-b", "4KiB", "-e", "4KiB", "--out", "out"})
          .exit_code,
      0);
  const Rows cores = parse_csv(workspace.read("out/cores.csv"));
  ASSERT_EQ(cores.size(), 12u);
  for (const auto& core : cores)  // cycle 0 counts, too
    EXPECT_EQ(busy_cycles(core), std::stoll(core.at("cycles")) + 1) << "core " << core.at("core");
}

void check_picture(const std::string& svg) {
  EXPECT_EQ(xml_fault(svg), "");
  EXPECT_EQ(count_of(svg, ">failed</text>"), 4);
  EXPECT_EQ(count_of(svg, "failed (32 of 36 chips live)"), 1);
}

void check_curve(const Rows& rows) {
  ASSERT_EQ(rows.size(), 3u);
  double loss = 10;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i].at("step"), std::to_string(i + 1));
    EXPECT_LT(std::stod(rows[i].at("loss")), loss);
    loss = std::stod(rows[i].at("loss"));
    EXPECT_EQ(rows[i].at("accuracy").empty(), i == 0) << "tested after steps 2 and 3";
  }
  EXPECT_GT(std::stoll(rows[2].at("time_ps")), std::stoll(rows[1].at("time_ps")));
}

TEST_F(Artefacts, PictureAndCurveShowTheFailedBoardAndEveryStep) {
  check_picture(workspace.read("out/mesh.svg"));
  check_curve(parse_csv(workspace.read("out/training.csv")));
  EXPECT_EQ(xml_fault(workspace.read("out/training.svg")), "");
}

}  // namespace
}  // namespace podsim::test
