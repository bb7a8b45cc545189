// SPDX-License-Identifier: Apache-2.0
#include "sw/report/wave_view.h"

#include <gtest/gtest.h>

#include "sw/report/router_view.h"
#include "tests/sw/report/xml_checker.h"

namespace podsim {
namespace {

WaveView example() {
  WaveView view;
  view.wave_file = "routers.fst";
  view.comments = {"two signals"};
  view.groups = {{"group",
                  {{"a.clk", 1, WaveSignal::kBinary, -1, ""},
                   {"a.data", 16, WaveSignal::kHex, -1, "payload"},
                   {"a.valid", 8, WaveSignal::kHex, 1, "E in"}}}};
  view.from = 1000;
  view.to = 1000 + 4608;  // 1024 ps in a frame of 200 of the 900 pixels
  return view;
}

TEST(GtkwaveView, NamesFileTimeAndZoom) {
  const std::string text = gtkwave_view(example());
  EXPECT_NE(text.find("[*] two signals\n"), std::string::npos);
  EXPECT_NE(text.find("[dumpfile] \"routers.fst\"\n[timestart] 1000\n"), std::string::npos);
  EXPECT_NE(text.find("\n*-10.000000 1000 -1"), std::string::npos);
}

TEST(GtkwaveView, WritesSignalsWithRadixRangeBitAndLabel) {
  EXPECT_NE(gtkwave_view(example()).find("@800200\n-group\n"
                                         "@28\na.clk\n"
                                         "@22\n+{payload} a.data[15:0]\n"
                                         "@28\n+{E in} (6)a.valid[7:0]\n"
                                         "@1000200\n-group\n"),
            std::string::npos);
}

TEST(GtkwaveView, FoldsGroupsThatAreNotOpen) {
  WaveView view = example();
  view.groups[0].open = false;
  EXPECT_NE(gtkwave_view(view).find("@c00200\n-group\n"), std::string::npos);
}

TEST(SurferView, AddsTheSignalsUnderDividers) {
  const std::string text = surfer_view(example());
  EXPECT_NE(text.find("divider_add group\nvariable_add a.clk\nvariable_add a.data\n"),
            std::string::npos);
}

TEST(RouterView, ShowsEveryPortOfEachRouter) {
  RouterSignals signals;
  const WaveView view = router_view("w.fst", {{2, 1}, {1, 2}}, signals, 0, 100'000);
  const std::string text = gtkwave_view(view);
  EXPECT_EQ(count_of(text, "router_2_1.flit_valid_i[7:0]"), 8);
  EXPECT_EQ(count_of(text, "router_1_2.flit_valid_o[7:0]"), 8);
  EXPECT_EQ(count_of(text, "router_2_1.clk_i"), 1);
  // 4 VCs of 8 bits, for counts up to 128.
  EXPECT_NE(text.find("router_2_1.ici_router.gen_plain.u_core.gen_port[3].u_input.count_q[31:0]"),
            std::string::npos);
  EXPECT_NE(text.find("router_1_2.ici_router.gen_plain.u_core.credit_count[127:0]"),
            std::string::npos);
}

}  // namespace
}  // namespace podsim
