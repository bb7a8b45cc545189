// SPDX-License-Identifier: Apache-2.0
// Holds the view files in waves/ against the code that writes the views of a run.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "sw/report/router_view.h"

namespace podsim {
namespace {

const std::string kFolder = PODSIM_SOURCE_DIR "/waves/";

WaveView demo_view() {
  // Two steps of a ring fit in 2 us; the viewer zooms on from there.
  return router_view("routers.fst", {{1, 2}, {2, 1}}, {}, 0, 2'000'000);
}

void expect_file(const std::string& name, const std::string& text) {
  if (std::getenv("PODSIM_UPDATE_GOLDENS") != nullptr) {
    ASSERT_EQ(std::getenv("CI"), nullptr) << "goldens never change in CI";
    std::ofstream(kFolder + name) << text;
    return;
  }
  std::ifstream in(kFolder + name);
  const std::string stored{std::istreambuf_iterator<char>(in), {}};
  EXPECT_EQ(stored, text) << "see waves/README.md for how to update it";
}

TEST(DemoView, GtkwaveFileIsWhatTheCodeWrites) {
  expect_file("beside_hole.gtkw", gtkwave_view(demo_view()));
}

TEST(DemoView, SurferFileIsWhatTheCodeWrites) {
  expect_file("beside_hole.sucl", surfer_view(demo_view()));
}

RouterSignals with_link_layer() {
  RouterSignals signals;
  signals.link_layer = true;
  return signals;
}

TEST(DemoView, FilesForThePipelineTheCreditLoopAndTheLinkLayerAreWhatTheCodeWrites) {
  const std::vector<Coordinate> routers = {{1, 2}, {2, 1}};
  const RouterSignals signals = with_link_layer();
  const auto expect = [](const std::string& name, const WaveView& view) {
    expect_file(name + ".gtkw", gtkwave_view(view));
    expect_file(name + ".sucl", surfer_view(view));
  };
  expect("router_pipeline", pipeline_view("waves.fst", routers, signals, 0, 2'000'000));
  expect("credit_loop", credit_view("waves.fst", routers, signals, 0, 2'000'000));
  expect("link_layer", link_view("waves.fst", routers, 0, 2'000'000));
}

}  // namespace
}  // namespace podsim
