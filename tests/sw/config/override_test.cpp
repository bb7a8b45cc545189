// SPDX-License-Identifier: Apache-2.0
#include "sw/config/override.h"

#include "sw/config/scenario_reader.h"
#include "tests/sw/config/config_helpers.h"

namespace podsim::config {
namespace {

Scenario with(const std::vector<std::string>& settings, const std::string& text = "") {
  std::vector<Override> overrides;
  for (const std::string& setting : settings) overrides.push_back(parse_override(setting));
  return read_scenario(text, "pod.toml", overrides);
}

TEST(Override, WinsOverTheFileAndTheLastOneWins) {
  EXPECT_EQ(with({"pod.width=6", "pod.width=8"}, "[pod]\nwidth = 2\n").mesh.width, 8);
}

TEST(Override, TakesWordsWithoutQuotes) {
  const Scenario scenario = with({"core.clock_hz=1GHz", "run.program=a/b.tasm", "seed=9"});
  EXPECT_EQ(scenario.pod.core.clock_hz, 1000000000);
  EXPECT_EQ(scenario.run.program, "a/b.tasm");
  EXPECT_EQ(scenario.seed, 9);
}

TEST(Override, TakesTomlValues) {
  const Scenario scenario = with({"run.cores=[1, 2]", "pod.wrap_x=true", "core.clock_hz=\"2GHz\""});
  EXPECT_EQ(scenario.run.cores.ids, (std::vector<std::int64_t>{1, 2}));
  EXPECT_TRUE(scenario.mesh.wrap_x);
  EXPECT_EQ(scenario.pod.core.clock_hz, 2000000000);
}

TEST(Override, ReachesAndExtendsLists) {
  const std::string file = "[[failure]]\nkind = \"chip\"\nat = \"0,0\"\n";
  const Scenario scenario = with(
      {"failure[0].at=1,1", "failure[1].at=2,2", "failure[+]={kind = \"board\", at = \"0,2\"}"},
      file);
  ASSERT_EQ(scenario.failures.size(), 3u);
  EXPECT_EQ(*scenario.failures[0].at, (Coordinate{1, 1}));
  EXPECT_EQ(*scenario.failures[1].at, (Coordinate{2, 2}));
  EXPECT_EQ(scenario.failures[2].kind, static_cast<int>(FailureKind::kBoard));
}

TEST(Override, NamesItsPlaceInErrors) {
  EXPECT_EQ(errors_of([] { with({"pod.widht=6"}); }),
            "CFG-003 command line: -s pod.widht=6: unknown key 'pod.widht' (did you mean "
            "'width'?)\n");
  EXPECT_EQ(errors_of([] {
              with({"core.clock_hz=5"});
            }).find("CFG-005 command line: -s core.clock_hz=5: "),
            0u);
}

TEST(Override, RefusesWhatSetsNothing) {
  for (const char* text : {"pod.width", "=3", ""})
    EXPECT_EQ(errors_of([&] { parse_override(text); }).substr(0, 7), "CFG-013") << text;
}

TEST(Override, RefusesAPathThatCannotBeFollowed) {
  for (const char* text : {"pod..width=3", "failure[x].at=1,1", "failure[5].at=1,1", "seed.x=1",
                           "pod[0]=3", "failure[0=1", "[0]=1", "failure[]=1"}) {
    const std::string errors = errors_of([&] { with({text}, "seed = 2\n[pod]\nwidth = 2\n"); });
    EXPECT_EQ(errors.substr(0, 7), "CFG-013") << text << "\n" << errors;
  }
}

TEST(Override, CannotSmuggleInASecondKey) {
  const std::string errors = errors_of([] { with({"pod.width=3\nheight = 5"}); });
  EXPECT_EQ(errors.substr(0, 7), "CFG-004") << errors;
}

}  // namespace
}  // namespace podsim::config
