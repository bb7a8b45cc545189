// SPDX-License-Identifier: Apache-2.0
// The waves of the example, read by a program that is not podsim's (fst2vcd of GTKWave).
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "tests/e2e/vcd_file.h"
#include "tests/sw/cli/podsim_process.h"

namespace podsim::test {
namespace {

using cli::ProcessResult;
using cli::Workspace;

/// What a view asks for: a path, and its width where the view gives it (else 0).
using Wanted = std::set<std::pair<std::string, int>>;

/// "+{label} (7)router_1_2.flit_valid_i[7:0]" and the like.
Wanted signals_of_gtkwave(const std::string& text) {
  static const std::regex kTrace(R"(^(?:\+\{[^}]*\} |\{[^}]*\} )?(?:\(\d+\))?)"
                                 R"((router_[\w.\[\]]*?)(?:\[(\d+):0\])?$)");
  Wanted wanted;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (!std::regex_match(line, match, kTrace)) continue;
    wanted.insert({match[1], match[2].matched ? std::stoi(match[2]) + 1 : 1});
  }
  return wanted;
}

Wanted signals_of_surfer(const std::string& text) {
  Wanted wanted;
  std::istringstream lines(text);
  const std::string command = "variable_add ";
  for (std::string line; std::getline(lines, line);)
    if (line.rfind(command, 0) == 0) wanted.insert({line.substr(command.size()), 0});
  return wanted;
}

std::string read_file(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

/// Everything a view names is in the file, with the width that the view gives.
void expect_signals(const VcdFile& vcd, const Wanted& wanted, const char* view) {
  EXPECT_GE(wanted.size(), 15u) << view;
  for (const auto& [path, width] : wanted) {
    const VcdFile::Signal* signal = vcd.find(path);
    ASSERT_NE(signal, nullptr) << path << " of " << view;
    EXPECT_TRUE(width == 0 || signal->width == width) << path << " of " << view;
  }
}

/// Cycles with a flit: each change to a value other than 0 begins some.
int times_set(const VcdFile& vcd, const std::string& path) {
  int times = 0;
  for (const VcdFile::Change& change : vcd.changes(path))
    times += change.value.find('1') != std::string::npos ? 1 : 0;
  return times;
}

/// Rising edges lie on the edges of 1281.25 MHz, rounded up to picoseconds.
void expect_clock(const VcdFile& vcd, const std::string& path) {
  int edges = 0;
  for (const VcdFile::Change& change : vcd.changes(path)) {
    if (change.value != "1") continue;
    ++edges;
    const std::uint64_t hertz = 1'281'250'000;
    const std::uint64_t cycle = change.time * (hertz / 10'000) / 100'000'000;  // rounded down
    const auto edge_of = [&](std::uint64_t n) {
      return (n * 100'000'000 + hertz / 10'000 - 1) / (hertz / 10'000);
    };
    ASSERT_TRUE(change.time == edge_of(cycle) || change.time == edge_of(cycle + 1))
        << change.time << " ps is no edge";
  }
  EXPECT_GT(edges, 1000);
}

TEST(Waves, OfTheExampleShowFlitsInBothRoutersUnderTheNamesOfTheViews) {
  const Workspace workspace;
  const ProcessResult run =
      workspace.podsim({"train", "-c", PODSIM_SOURCE_DIR "/examples/first-light/first-light.toml",
                        "--out", "out", "-s", "train.steps=1", "-s", "train.target_accuracy=0",
                        "-s", "train.evaluate_every=0", "-s", "waves.to=9000"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const std::string folder = workspace.path().string();
  ASSERT_EQ(
      std::system(("fst2vcd -f " + folder + "/out/waves.fst -o " + folder + "/waves.vcd").c_str()),
      0);
  std::ifstream in(folder + "/waves.vcd");
  std::vector<std::string> watched;
  for (const char* router : {"router_1_2", "router_2_1"})
    for (const char* name : {".clk_i", ".flit_valid_i", ".flit_head_i", ".flit_valid_o"})
      watched.push_back(std::string(router) + name);
  const VcdFile vcd(in, watched);

  EXPECT_EQ(vcd.timescale(), "1ps");
  for (const char* router : {"router_1_2", "router_2_1"}) {
    EXPECT_TRUE(vcd.has_scope(router));
    EXPECT_TRUE(vcd.has_scope(std::string(router) + ".ici_router"));
    expect_clock(vcd, std::string(router) + ".clk_i");
    EXPECT_GT(times_set(vcd, std::string(router) + ".flit_head_i"), 100) << "packets";
    EXPECT_GT(times_set(vcd, std::string(router) + ".flit_valid_i"), 0);
    EXPECT_GT(times_set(vcd, std::string(router) + ".flit_valid_o"), 0);
  }
  EXPECT_LE(vcd.last_time(), 9001u * 781) << "waves.to = 9000 cycles of 780.5 ps";

  expect_signals(vcd, signals_of_gtkwave(workspace.read("out/waves.gtkw")), "waves.gtkw");
  expect_signals(vcd, signals_of_surfer(workspace.read("out/waves.sucl")), "waves.sucl");
  const std::string views = PODSIM_SOURCE_DIR "/waves/beside_hole";
  expect_signals(vcd, signals_of_gtkwave(read_file(views + ".gtkw")), "beside_hole.gtkw");
  expect_signals(vcd, signals_of_surfer(read_file(views + ".sucl")), "beside_hole.sucl");
}

void convert(const Workspace& workspace) {
  const std::string folder = workspace.path().string();
  const std::string command = "fst2vcd -f " + folder + "/out/waves.fst -o " + folder + "/waves.vcd";
  ASSERT_EQ(std::system(command.c_str()), 0);
}

// Every signal that a view of a run or of waves/ names is in the file, with link layer and without.
TEST(Waves, HoldTheSignalsOfTheViewsOfPipelineCreditLoopAndLinkLayer) {
  for (const bool layered : {false, true}) {
    const Workspace workspace;
    const ProcessResult run = workspace.podsim(
        {"train", "-c", PODSIM_SOURCE_DIR "/examples/first-light/first-light.toml", "--out", "out",
         "-s", "train.steps=1", "-s", "train.target_accuracy=0", "-s", "train.evaluate_every=0",
         "-s", "waves.to=3000", "-s", layered ? "ici.link_layer=true" : "ici.link_layer=false"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    convert(workspace);
    std::ifstream in(workspace.path() / "waves.vcd");
    const VcdFile vcd(in, {});
    std::vector<std::string> views = {"waves", "pipeline", "credits"};
    if (layered) views.push_back("link_layer");
    for (const std::string& view : views) {
      expect_signals(vcd, signals_of_gtkwave(workspace.read("out/" + view + ".gtkw")),
                     view.c_str());
      expect_signals(vcd, signals_of_surfer(workspace.read("out/" + view + ".sucl")), view.c_str());
    }
    if (!layered) continue;
    for (const char* view : {"router_pipeline", "credit_loop", "link_layer"}) {
      const std::string file = PODSIM_SOURCE_DIR "/waves/" + std::string(view);
      expect_signals(vcd, signals_of_gtkwave(read_file(file + ".gtkw")), view);
      expect_signals(vcd, signals_of_surfer(read_file(file + ".sucl")), view);
    }
  }
}

}  // namespace
}  // namespace podsim::test
