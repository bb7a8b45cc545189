// SPDX-License-Identifier: Apache-2.0
// RTL and twin of the switch in lock-step, one of the two with a planted bug.
#include <array>

#include "VIciRouterNarrow4.h"
#include "report.h"
#include "router_model_of.h"
#include "twin_bench.h"

using namespace podsim::rtl_test;

int main() {
  std::array<Stimuli, 4> all;
  all[1].rewrite = 0.1;
  all[1].headless = 0.02;
  all[2].gap = 0.05;
  all[2].hold = 0.8;
  all[3].gap = 0.98;  // a router that is idle now and then
  all[3].longest = 3;
  unsigned seed = 1;
  for (const Stimuli& stimuli : all) {
    auto rtl = std::make_unique<RouterModelOf<VIciRouterNarrow4>>(Shape{64, 4, 16, 4, 64}, 0);
    if (finds_difference(TwinBench(std::move(rtl), stimuli, seed++))) return kFound;
  }
  return 0;
}
