// SPDX-License-Identifier: Apache-2.0
#include "sw/config/scenario_reader.h"
#include "tests/sw/config/config_helpers.h"

namespace podsim::config {
namespace {

std::string errors_in(const std::string& text) {
  return errors_of([&] {
    const Scenario scenario = read_scenario(text, "pod.toml");
    check_scenario(scenario, make_topology(scenario));
  });
}

TEST(ScenarioCheck, AppliesEveryKindOfFailure) {
  const Scenario scenario = read_scenario(R"(
[pod]
width = 6
height = 6
[[failure]]
kind = "chip"
at = "5,0"
[[failure]]
kind = "board"
at = "2,2"
[[failure]]
kind = "block"
at = "0,4"
size = "2x1"
[[failure]]
kind = "link"
at = "0,0"
port = "E"
)",
                                          "pod.toml");
  const Topology topology = make_topology(scenario);
  EXPECT_EQ(topology.live_count(), 36 - 1 - 4 - 2);
  EXPECT_FALSE(topology.alive(topology.chip_at({3, 3})));
  EXPECT_FALSE(topology.alive(topology.chip_at({1, 4})));
  EXPECT_FALSE(topology.neighbour(0, kEast).has_value());
  EXPECT_TRUE(topology.neighbour(0, kSouth).has_value());
}

TEST(ScenarioCheck, GivesRoutersTheModelOfTheirRegion) {
  const Scenario scenario = read_scenario(
      "[ici]\nmodel = \"rtl-handle\"\n[[router]]\nregion = \"2x1@1,3\"\nmodel = "
      "\"rtl\"\n",
      "pod.toml");
  const PodParameters parameters = make_pod_parameters(scenario, make_topology(scenario));
  EXPECT_EQ(parameters.ici.model, static_cast<int>(RouterModel::kHandle));
  ASSERT_EQ(parameters.routers.size(), 1u);
  EXPECT_EQ(parameters.routers[0].region, (Region{{1, 3}, 2, 1}));
  EXPECT_EQ(parameters.routers[0].model, RouterModel::kRtl);
}

TEST(ScenarioCheck, RefusesARouterRegionOutsideThePod) {
  EXPECT_EQ(
      errors_in("[[router]]\nregion = \"2x2@3,0\"\nmodel = \"rtl\"\n"),
      "POD-006 pod.toml:2:1: the region 2x2@3,0 is not inside the pod (columns 0 to 3, rows 0 "
      "to 3)\n");
  EXPECT_EQ(errors_in("[[router]]\nmodel = \"rtl\"\n"),
            "CFG-010 pod.toml:1:1: router[0] needs the key 'region' (write region = "
            "\"WxH@x,y\")\n");
}

TEST(ScenarioCheck, RefusesAFailedChipOutsideTheMesh) {
  EXPECT_EQ(errors_in("[[failure]]\nkind = \"chip\"\nat = \"9,9\"\n"),
            "POD-002 pod.toml:3:1: failed chip (9,9) is outside the pod (x 0 to 3, y 0 to 3)\n");
}

TEST(ScenarioCheck, RefusesALinkThatDoesNotExist) {
  EXPECT_EQ(errors_in("[[failure]]\nkind = \"link\"\nat = \"0,0\"\nport = \"N\"\n"),
            "POD-003 pod.toml:3:1: there is no link N of chip (0,0) ()\n");
}

TEST(ScenarioCheck, RefusesABoardAtOddCoordinates) {
  EXPECT_EQ(errors_in("[[failure]]\nkind = \"board\"\nat = \"1,2\"\n"),
            "CFG-011 pod.toml:3:1: a board is an aligned 2 x 2 block: (1,2) is not its corner "
            "(both coordinates even; this chip's board is at 0,2)\n");
}

TEST(ScenarioCheck, RefusesABoardThatReachesOutside) {
  EXPECT_EQ(errors_in("[pod]\nwidth = 3\n[[failure]]\nkind = \"board\"\nat = \"2,0\"\n")
                .find("POD-002 pod.toml:5:1"),
            0u);
}

TEST(ScenarioCheck, AsksForKeysThatAFailureNeeds) {
  EXPECT_EQ(errors_in("[[failure]]\nkind = \"chip\"\n").find("CFG-010 pod.toml:1:1"), 0u);
  EXPECT_EQ(errors_in("[[failure]]\nkind = \"block\"\nat = \"0,0\"\n").find("CFG-010"), 0u);
  EXPECT_EQ(errors_in("[[failure]]\nkind = \"link\"\nat = \"0,0\"\n").find("CFG-010"), 0u);
  EXPECT_EQ(errors_in("[[failure]]\nat = \"0,0\"\nport = \"N\"\n").find("CFG-014 pod.toml:3:1"),
            0u);
}

TEST(ScenarioCheck, TellsTheErrorsOfAllFailuresAtOnce) {
  const std::string errors = errors_in("[[failure]]\nat = \"9,0\"\n[[failure]]\nat = \"0,9\"\n");
  EXPECT_NE(errors.find("pod.toml:2:1"), std::string::npos);
  EXPECT_NE(errors.find("pod.toml:4:1"), std::string::npos);
}

TEST(ScenarioCheck, RefusesAMeshThatIsTooLarge) {
  EXPECT_EQ(errors_in("[pod]\nwidth = 128\nheight = 128\n").find("POD-001 pod.toml:1:2"), 0u);
}

TEST(ScenarioCheck, RefusesCoresThatDoNotExistOrAreDead) {
  EXPECT_EQ(errors_in("[run]\ncores = [32]\n"),
            "CFG-015 pod.toml:2:1: core 32 does not exist (cores are chip * 2 + 0 or 1: 0 to "
            "31)\n");
  EXPECT_EQ(errors_in("[run]\ncores = 3\n[[failure]]\nat = \"1,0\"\n")
                .find("CFG-015 pod.toml:2:1: core 3 is on a failed chip"),
            0u);
}

TEST(ScenarioCheck, RefusesWavesOfChipsThatAreNotThere) {
  EXPECT_EQ(errors_in("[waves]\nchips = [\"7,0\"]\n"),
            "CFG-012 pod.toml:2:1: chip (7,0) is outside the pod ()\n");
  EXPECT_EQ(errors_in("[waves]\nchips = [\"1,1\"]\n[[failure]]\nat = \"1,1\"\n")
                .find("CFG-012 pod.toml:2:1: chip (1,1) has failed"),
            0u);
  EXPECT_EQ(errors_in("[waves]\nfrom = 10\nto = 5\n").find("CFG-007 pod.toml:3:1"), 0u);
}

TEST(ScenarioCheck, WantsOneSourceOfMemoryContents) {
  EXPECT_EQ(errors_in("[[load]]\nrow = 1\n").find("CFG-010 pod.toml:1:1"), 0u);
  EXPECT_EQ(errors_in("[[load]]\nvalues = [1]\npattern = \"index\"\ncount = 1\n").find("CFG-014"),
            0u);
  EXPECT_EQ(errors_in("[[load]]\npattern = \"index\"\n").find("CFG-010"), 0u);
  EXPECT_EQ(errors_in("[[load]]\nvalues = [1]\ncount = 2\n").find("CFG-014"), 0u);
}

TEST(ScenarioCheck, RefusesMemoryOutsideTheCore) {
  const std::string vmem = "[[load]]\nspace = \"vmem\"\nrow = 32767\npattern = \"index\"\n";
  EXPECT_EQ(errors_in(vmem + "count = 128\n"), "");
  EXPECT_EQ(errors_in(vmem + "count = 129\n").find("CFG-007 pod.toml:3:1"), 0u);
  EXPECT_EQ(errors_in("[[load]]\nspace = \"smem\"\nrow = 1\nvalues = [1]\n").find("CFG-014"), 0u);
  EXPECT_EQ(errors_in("[[load]]\nspace = \"smem\"\nword = 4095\nvalues = [1, 2]\n")
                .find("CFG-007 pod.toml:3:1"),
            0u);
}

TEST(ScenarioCheck, RefusesIntegersThatAreNone) {
  EXPECT_EQ(errors_in("[[load]]\nvalues = [1.5]\n").find("CFG-007 pod.toml:2:1"), 0u);
  EXPECT_EQ(errors_in("[[load]]\nvalues = [4294967296]\n").find("CFG-007 pod.toml:2:1"), 0u);
  EXPECT_EQ(errors_in("[[load]]\nvalues = [4294967295, -2147483648]\n"), "");
}

TEST(ScenarioCheck, KeepsDumpsInTheOutputFolder) {
  for (const char* file : {"/etc/x", "../x", "a/../../x"}) {
    EXPECT_EQ(errors_in("[[dump]]\ncount = 1\nfile = \"" + std::string(file) + "\"\n")
                  .find("CFG-014 pod.toml:3:1"),
              0u)
        << file;
  }
  EXPECT_EQ(errors_in("[[dump]]\ncount = 1\nfile = \"a/x_{core}.bin\"\n"), "");
}

}  // namespace
}  // namespace podsim::config
