// SPDX-License-Identifier: Apache-2.0
#include "sw/config/scenario_reader.h"

#include <fstream>

#include "tests/sw/config/config_helpers.h"

namespace podsim::config {
namespace {

std::string errors_in(const std::string& text) {
  return errors_of([&] { read_scenario(text, "pod.toml"); });
}

TEST(ScenarioReader, GivesDefaultsForAnEmptyFile) {
  const Scenario scenario = read_scenario("", "pod.toml");
  EXPECT_EQ(scenario.mesh.width, 4);
  EXPECT_EQ(scenario.pod.core.clock_hz, 940000000);
  EXPECT_EQ(scenario.seed, 1);
  EXPECT_TRUE(scenario.failures.empty());
}

TEST(ScenarioReader, ReadsEveryKindOfField) {
  const Scenario scenario = read_scenario(R"toml(
seed = 7
[pod]
width = 6
height = 8
wrap_y = true
[[failure]]
kind = "block"
at = "2,4"
size = "4x2"
[[failure]]
kind = "link"
at = "(0, 1)"
port = "E"
[hbm]
bandwidth = "400GB/s"
[waves]
chips = ["1,2", "5,7"]
[run]
program = "ring.tasm"
cores = [0, 3]
[[load]]
space = "vmem"
cores = 2
row = 9
values = [1, -2.5]
type = "float32"
)toml",
                                          "some/folder/pod.toml");
  EXPECT_EQ(scenario.seed, 7);
  EXPECT_EQ(scenario.mesh.height, 8);
  EXPECT_TRUE(scenario.mesh.wrap_y);
  ASSERT_EQ(scenario.failures.size(), 2u);
  EXPECT_EQ(*scenario.failures[0].at, (Coordinate{2, 4}));
  EXPECT_EQ(*scenario.failures[0].size, (Extent{4, 2}));
  EXPECT_EQ(scenario.failures[1].port, static_cast<int>(kEast));
  EXPECT_EQ(scenario.pod.hbm.bandwidth, 400000000000);
  EXPECT_EQ(scenario.waves.chips[1], (Coordinate{5, 7}));
  EXPECT_EQ(scenario.run.cores.ids, (std::vector<std::int64_t>{0, 3}));
  EXPECT_EQ(scenario.loads[0].memory.cores.ids, (std::vector<std::int64_t>{2}));
  EXPECT_EQ(scenario.loads[0].contents.values, (std::vector<double>{1, -2.5}));
}

TEST(ScenarioReader, TakesFileNamesRelativeToTheFolderOfTheFile) {
  const Scenario scenario =
      read_scenario("[run]\nprogram = \"../ring.tasm\"\n", "some/folder/pod.toml");
  EXPECT_EQ(scenario.run.program, "some/ring.tasm");
}

TEST(ScenarioReader, NamesTheNearestKeyForAnUnknownOne) {
  EXPECT_EQ(errors_in("[pod]\n  widht = 6\n"),
            "CFG-003 pod.toml:2:3: unknown key 'pod.widht' (did you mean 'width'?)\n");
}

TEST(ScenarioReader, NamesTheNearestTableForAnUnknownOne) {
  EXPECT_EQ(errors_in("[icy]\nwindow = 1\n"),
            "CFG-003 pod.toml:1:2: unknown table 'icy' (did you mean 'ici'?)\n");
}

TEST(ScenarioReader, RefusesADimensionWithoutUnit) {
  const std::string errors = errors_in("[hbm]\nbandwidth = 450\n");
  EXPECT_EQ(errors.find("CFG-005 pod.toml:2:13: 'bandwidth' = 450 has no unit"), 0u) << errors;
  EXPECT_NE(errors.find("GB/s"), std::string::npos);
}

TEST(ScenarioReader, TakesZeroWithoutUnit) {
  EXPECT_EQ(read_scenario("[hbm]\nrefresh_interval = 0\n", "f").pod.hbm.refresh_interval, 0);
}

TEST(ScenarioReader, NamesTheRangeOfAValueOutside) {
  EXPECT_EQ(errors_in("[pod]\nwidth = 129\n"),
            "CFG-007 pod.toml:2:9: 'width' = 129 is out of range (1 to 128)\n");
  const std::string errors = errors_in("[core]\nclock_hz = \"1kHz\"\n");
  EXPECT_NE(errors.find("'clock_hz' = 1kHz is out of range (1MHz to 100GHz)"), std::string::npos)
      << errors;
}

TEST(ScenarioReader, RefusesAWrongType) {
  EXPECT_EQ(errors_in("[pod]\nwidth = \"six\"\n"),
            "CFG-004 pod.toml:2:9: 'width' must be an integer, not a text ()\n");
  EXPECT_EQ(errors_in("[pod]\nwrap_x = 1\n"),
            "CFG-004 pod.toml:2:10: 'wrap_x' must be true or false, not an integer ()\n");
  EXPECT_EQ(errors_in("pod = 3\n"), "CFG-004 pod.toml:1:1: 'pod' must be a table (write [pod])\n");
  EXPECT_EQ(errors_in("[failure]\nkind = \"chip\"\n"),
            "CFG-004 pod.toml:1:2: 'failure' must be a list of tables (write [[failure]])\n");
}

TEST(ScenarioReader, RefusesAnUnknownChoiceWithTheNearest) {
  EXPECT_EQ(errors_in("[[failure]]\nkind = \"bord\"\nat = \"0,0\"\n"),
            "CFG-008 pod.toml:2:8: 'kind' cannot be 'bord' (did you mean 'board'?)\n");
}

TEST(ScenarioReader, RefusesAMalformedPlace) {
  for (const char* place : {"2", "2,", "a,b", "2;2", "2,2,2", ""}) {
    const std::string text = "[[failure]]\nat = \"" + std::string(place) + "\"\n";
    EXPECT_EQ(errors_in(text).find("CFG-009 pod.toml:2:6"), 0u) << place;
  }
}

TEST(ScenarioReader, RefusesATableThatIsDefinedTwice) {
  EXPECT_EQ(errors_in("[pod]\nwidth = 2\n[pod]\nheight = 2\n").find("CFG-001 pod.toml:3"), 0u);
}

TEST(ScenarioReader, TellsWhereTheTextIsNoToml) {
  EXPECT_EQ(errors_in("[pod]\nwidth = \n").find("CFG-001 pod.toml:2:"), 0u);
}

TEST(ScenarioReader, TellsSeveralErrorsAtOnceInTheOrderOfLines) {
  const std::string errors =
      errors_in("[ici]\nwindow = 10001\n[pod]\nwidht = 1\nheight = true\n[hbn]\n");
  std::vector<std::string> places;
  for (const char* place : {"pod.toml:2:10", "pod.toml:4:1", "pod.toml:5:10", "pod.toml:6:2"}) {
    EXPECT_NE(errors.find(place), std::string::npos) << place << " in\n" << errors;
  }
  EXPECT_LT(errors.find("pod.toml:2"), errors.find("pod.toml:4"));
}

TEST(ScenarioReader, TellsAFileThatCannotBeRead) {
  EXPECT_EQ(errors_of([] { load_scenario("/no/such/pod.toml"); }),
            "CFG-002 : cannot read configuration '/no/such/pod.toml': No such file or directory "
            "()\n");
  EXPECT_NE(errors_of([] { load_scenario("/tmp"); }).find("it is a folder"), std::string::npos);
}

}  // namespace
}  // namespace podsim::config
