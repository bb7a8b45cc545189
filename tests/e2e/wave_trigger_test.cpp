// SPDX-License-Identifier: Apache-2.0
// Waves that start by themselves, and chips beside routers in them; read by fst2vcd of GTKWave.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <regex>

#include "tests/e2e/vcd_file.h"
#include "tests/sw/cli/podsim_process.h"

namespace podsim::test {
namespace {

using cli::ProcessResult;
using cli::Workspace;

/// ICI clock of the example: 1281.25 MHz, edges rounded up to ps.
std::uint64_t edge(std::uint64_t cycle) { return (cycle * 32'000 + 40) / 41; }

VcdFile convert(const Workspace& workspace, const std::vector<std::string>& watched) {
  const std::string folder = workspace.path().string();
  const std::string command = "fst2vcd -f " + folder + "/out/waves.fst -o " + folder + "/w.vcd";
  EXPECT_EQ(std::system(command.c_str()), 0);
  std::ifstream in(folder + "/w.vcd");
  return VcdFile(in, watched);
}

ProcessResult train_one_step(const Workspace& workspace, const std::vector<std::string>& more) {
  std::vector<std::string> arguments{"train",
                                     "-c",
                                     PODSIM_SOURCE_DIR "/examples/first-light/first-light.toml",
                                     "--out",
                                     "out",
                                     "-s",
                                     "train.steps=1",
                                     "-s",
                                     "train.target_accuracy=0",
                                     "-s",
                                     "train.evaluate_every=0"};
  for (const std::string& override : more) {
    arguments.emplace_back("-s");
    arguments.push_back(override);
  }
  return workspace.podsim(arguments);
}

std::uint64_t trigger_cycle(const std::string& notes) {
  std::smatch match;
  EXPECT_TRUE(std::regex_search(notes, match, std::regex("triggered at ICI cycle (\\d+)")))
      << notes;
  return match.empty() ? 0 : std::stoull(match[1]);
}

/// Value of a signal at a time: the last change up to it.
std::string value_at(const VcdFile& vcd, const std::string& path, std::uint64_t time) {
  std::string value;
  for (const VcdFile::Change& change : vcd.changes(path)) {
    if (change.time <= time) value = change.value;
  }
  return value;
}

TEST(WaveTrigger, OnAPacketRecordsBeforeAndAfterItComes) {
  const Workspace workspace;
  const ProcessResult run = train_one_step(
      workspace, {"waves.chips=[\"1,2\"]", "waves.trigger=packet", "waves.packet_source=1,2",
                  "waves.packet_sequence=140", "waves.before=300", "waves.after=200"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const std::uint64_t trigger = trigger_cycle(run.err);
  ASSERT_GT(trigger, 300u);
  const VcdFile vcd = convert(workspace, {"router_1_2.flit_head_i", "router_1_2.flit_valid_i"});
  EXPECT_EQ(vcd.first_time(), edge(trigger - 300));
  EXPECT_GE(vcd.last_time(), edge(trigger + 199));
  EXPECT_LT(vcd.last_time(), edge(trigger + 200));
  EXPECT_GT(vcd.changes("router_1_2.flit_head_i").size(), 1u);
}

TEST(WaveTrigger, ThatDoesNotComeLeavesANote) {
  const Workspace workspace;
  const ProcessResult run =
      train_one_step(workspace, {"waves.chips=[\"1,2\"]", "waves.trigger=packet",
                                 "waves.packet_source=1,2", "waves.packet_sequence=9999999"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.err.find("their trigger did not come"), std::string::npos) << run.err;
}

TEST(WaveTrigger, OnAnErrorRecordsWhatLedToIt) {
  const Workspace workspace;
  workspace.write("fault.tasm", "  delay 3000\n  smov s1, 2000000\n  vld v0, [s1]\n  halt\n");
  workspace.write("pod.toml",
                  "[pod]\nwidth = 2\nheight = 1\n[waves]\nchips = [\"0,0\"]\ntrigger = "
                  "\"error\"\nbefore = 100\n[run]\nprogram = \"fault.tasm\"\n");
  const ProcessResult run = workspace.podsim({"run", "-c", "pod.toml", "--out", "out"});
  EXPECT_EQ(run.exit_code, 1) << run.err;
  const std::uint64_t trigger = trigger_cycle(run.err);
  const VcdFile vcd = convert(workspace, {"router_0_0.clk_i"});
  EXPECT_GE(vcd.first_time(), edge(trigger - 100));  // idle cycles are skipped
  EXPECT_LE(vcd.first_time(), edge(trigger));
  EXPECT_GE(vcd.last_time(), edge(trigger));
}

// A packet reaches its chip ici.nic_receive_latency cycles after its tail left the router: a skew
// between RTL and SystemC of one cycle shows here.
TEST(Waves, ShowChipsAndRoutersInOneTimeBase) {
  const Workspace workspace;
  const ProcessResult run = train_one_step(
      workspace,
      {"waves.chips=[\"1,2\"]", "waves.from=0", "waves.to=20000", "ici.nic_receive_latency=64"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const VcdFile vcd =
      convert(workspace, {"router_1_2.flit_tail_o", "router_1_2.flit_valid_o",
                          "chip_1_2.nic_packets", "chip_1_2.core0_stall", "chip_1_2.core1_stall"});
  int packets = 0;
  for (const VcdFile::Change& change : vcd.changes("chip_1_2.nic_packets")) {
    if (change.value == "0" || change.time > edge(19'000)) continue;
    const std::uint64_t cycle = (change.time * 41) / 32'000;  // of an edge, rounded up
    ASSERT_EQ(edge(cycle), change.time);
    const std::string tails = value_at(vcd, "router_1_2.flit_tail_o", edge(cycle - 64));
    EXPECT_GE(tails.size(), 5u) << "no tail of a lane (bits 4 to 7) at cycle " << cycle - 64;
    ++packets;
  }
  EXPECT_GT(packets, 100);
  EXPECT_GT(vcd.changes("chip_1_2.core0_stall").size(), 100u);
  EXPECT_GT(vcd.changes("chip_1_2.core1_stall").size(), 100u);
}

TEST(Waves, OfAChipThatDiesEndWithIt) {
  const Workspace workspace;
  workspace.write("pod.toml",
                  "[pod]\nwidth = 2\nheight = 2\n[ici]\nlink_layer = true\n[waves]\nchips = "
                  "[\"1,1\", \"0,1\"]\n[[fault]]\nkind = \"chip\"\nat = \"1,1\"\nfrom = 3000\n");
  const ProcessResult run = workspace.podsim(
      {"collective", "-c", "pod.toml", "-b", "64KiB", "-e", "64KiB", "--out", "out"});
  EXPECT_EQ(run.exit_code, 1) << run.err;
  const VcdFile vcd = convert(workspace, {"router_1_1.clk_i", "router_0_1.clk_i"});
  EXPECT_LT(vcd.changes("router_1_1.clk_i").back().time, edge(3001));
  EXPECT_GT(vcd.changes("router_0_1.clk_i").back().time, edge(3100));
}

}  // namespace
}  // namespace podsim::test
