// SPDX-License-Identifier: Apache-2.0
// RTL and twin of the router with link layer in lock-step, one of the two with a planted bug.
#include <array>

#include "VIciRouterLinkShallow2.h"
#include "layered_bench.h"
#include "report.h"
#include "router_model_of.h"

using namespace podsim::rtl_test;

int main() {
  std::array<LinkStimuli, 4> all;
  all[1].flip = all[1].drop = 0.01;
  all[1].noise = 0.002;
  all[2].silence = 0.001;
  all[2].retrain = 0.001;
  all[3].retrain = 0.002;
  all[3].disable = 0.001;
  all[3].misfit = 0.02;
  all[3].settings = 0.01;
  all[3].flip = 0.002;
  unsigned seed = 1;
  for (const LinkStimuli& stimuli : all) {
    auto rtl = std::make_unique<RouterModelOf<VIciRouterLinkShallow2>>(
        Shape{64, 2, 4, 4, 32, true, 16}, 0);
    if (finds_difference(LayeredBench(std::move(rtl), stimuli, seed++))) return kFound;
  }
  return 0;
}
