// SPDX-License-Identifier: Apache-2.0
#include "sw/config/scenario_writer.h"

#include "sw/config/scenario_reader.h"
#include "tests/sw/config/config_helpers.h"

namespace podsim::config {
namespace {

TEST(ScenarioWriter, ReadsBackTheDefaults) {
  const std::string text = to_toml(Scenario{});
  EXPECT_EQ(to_toml(read_scenario(text, "out.toml")), text);
}

TEST(ScenarioWriter, ReadsBackEveryKindOfField) {
  const Scenario scenario = read_scenario(R"(
seed = 123456789012345
[pod]
width = 6
wrap_x = true
[[failure]]
kind = "block"
at = "2,4"
size = "4x2"
[[failure]]
kind = "link"
at = "0,1"
port = "E"
[core]
clock_hz = "933.333333MHz"
[waves]
chips = ["1,2"]
maximum_size = "1MiB"
[run]
program = "/a \"quoted\" \\ name.tasm"
cores = [5]
[[load]]
values = [1, -2.5, 1e-30, 4294967295]
[[expect]]
file = "/x.bin"
tolerance = 1e-6
[[dump]]
count = 5
file = "d_{core}.bin"
[[semaphore]]
index = 3
sender = "chip 2"
[train]
learning_rate = 0.0625
)",
                                          "/pod.toml");
  const std::string text = to_toml(scenario);
  const Scenario again = read_scenario(text, "/out.toml");
  EXPECT_EQ(to_toml(again), text);
  EXPECT_EQ(again.pod.core.clock_hz, 933333333);
  EXPECT_EQ(again.run.program, scenario.run.program);
  EXPECT_EQ(again.loads[0].contents.values, scenario.loads[0].contents.values);
  EXPECT_EQ(again.expects[0].tolerance, 1e-6);
  EXPECT_EQ(again.seed, 123456789012345);
}

TEST(ScenarioWriter, WritesWhatTheChecksAccept) {
  const Scenario scenario = read_scenario(R"(
[[failure]]
at = "3,3"
[[load]]
space = "smem"
word = 5
values = [1]
[[load]]
row = 5
pattern = "core"
count = 2
[[dump]]
space = "smem"
count = 2
file = "x"
[[semaphore]]
index = 0
sender = "core 1"
)",
                                          "/pod.toml");
  const Scenario again = read_scenario(to_toml(scenario), "/out.toml");
  EXPECT_EQ(errors_of([&] { check_scenario(again, make_topology(again)); }), "");
}

TEST(ScenarioWriter, MakesFileNamesAbsoluteOnRequest) {
  Scenario scenario;
  scenario.run.program = "ring.tasm";
  const std::string absolute = (std::filesystem::current_path() / "ring.tasm").string();
  EXPECT_NE(to_toml(scenario, true).find("program = \"" + absolute + "\""), std::string::npos);
  EXPECT_NE(to_toml(scenario).find("program = \"ring.tasm\""), std::string::npos);
}

}  // namespace
}  // namespace podsim::config
