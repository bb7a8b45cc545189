// SPDX-License-Identifier: Apache-2.0
#include "router_model.h"

#include <stdexcept>

#include "VIciRouter.h"
#include "VIciRouterLinkShallow2.h"
#include "VIciRouterLinkShallow4.h"
#include "VIciRouterLinkTraced.h"
#include "VIciRouterNarrow4.h"
#include "VIciRouterTraced.h"
#include "router_model_of.h"
// Models that count are large; the build with counters has few.
#ifndef PODSIM_RTL_COVERAGE
#include "VIciRouterLinkDeep1.h"
#include "VIciRouterLinkDeep2.h"
#include "VIciRouterLinkDeep4.h"
#include "VIciRouterLinkShallow1.h"
#include "VIciRouterNarrow1.h"
#include "VIciRouterNarrow2.h"
#include "VIciRouterWide2.h"
#endif

namespace podsim::rtl_test {

std::string name(Variant variant) {
  switch (variant) {
    case Variant::kFast:
      return "Fast";
    case Variant::kTraced:
      return "Traced";
    case Variant::kNarrow4Vcs:
      return "Narrow4Vcs";
    case Variant::kNarrow2Vcs:
      return "Narrow2Vcs";
    case Variant::kWide2Vcs:
      return "Wide2Vcs";
    case Variant::kNarrow1Vc:
      return "Narrow1Vc";
    case Variant::kLinkTraced:
      return "LinkTraced";
    case Variant::kLinkShallow4:
      return "LinkShallow4";
    case Variant::kLinkDeep4:
      return "LinkDeep4";
    case Variant::kLinkDeep2:
      return "LinkDeep2";
    case Variant::kLinkDeep1:
      return "LinkDeep1";
    case Variant::kLinkShallow2:
      return "LinkShallow2";
    case Variant::kLinkShallow1:
      return "LinkShallow1";
  }
  return "?";
}

std::unique_ptr<RouterModel> make_router(Variant variant, unsigned reset_seed) {
  switch (variant) {
    case Variant::kFast:
      return std::make_unique<RouterModelOf<VIciRouter>>(Shape{}, reset_seed);
    case Variant::kTraced:
      return std::make_unique<RouterModelOf<VIciRouterTraced>>(Shape{}, reset_seed);
    case Variant::kNarrow4Vcs:
      return std::make_unique<RouterModelOf<VIciRouterNarrow4>>(Shape{64, 4, 16, 4, 64},
                                                                reset_seed);
    case Variant::kLinkTraced:
      return std::make_unique<RouterModelOf<VIciRouterLinkTraced>>(
          Shape{512, 4, 128, 16, 1024, true}, reset_seed);
    case Variant::kLinkShallow4:
      return std::make_unique<RouterModelOf<VIciRouterLinkShallow4>>(
          Shape{64, 4, 16, 4, 64, true, 32}, reset_seed);
    case Variant::kLinkShallow2:
      return std::make_unique<RouterModelOf<VIciRouterLinkShallow2>>(
          Shape{64, 2, 4, 4, 32, true, 16}, reset_seed);
#ifndef PODSIM_RTL_COVERAGE
    case Variant::kNarrow2Vcs:
      return std::make_unique<RouterModelOf<VIciRouterNarrow2>>(Shape{64, 2, 4, 32, 256},
                                                                reset_seed);
    case Variant::kWide2Vcs:
      return std::make_unique<RouterModelOf<VIciRouterWide2>>(Shape{128, 2, 2, 2, 32}, reset_seed);
    case Variant::kNarrow1Vc:
      return std::make_unique<RouterModelOf<VIciRouterNarrow1>>(Shape{64, 1, 8, 2, 16}, reset_seed);
    case Variant::kLinkDeep4:
      return std::make_unique<RouterModelOf<VIciRouterLinkDeep4>>(Shape{64, 4, 128, 16, 64, true},
                                                                  reset_seed);
    case Variant::kLinkDeep2:
      return std::make_unique<RouterModelOf<VIciRouterLinkDeep2>>(Shape{128, 2, 128, 16, 64, true},
                                                                  reset_seed);
    case Variant::kLinkDeep1:
      return std::make_unique<RouterModelOf<VIciRouterLinkDeep1>>(Shape{64, 1, 128, 16, 64, true},
                                                                  reset_seed);
    case Variant::kLinkShallow1:
      return std::make_unique<RouterModelOf<VIciRouterLinkShallow1>>(
          Shape{64, 1, 8, 2, 16, true, 32}, reset_seed);
#else
    default:
      throw std::invalid_argument(name(variant) + " is not built to be counted");
#endif
  }
  return nullptr;
}

}  // namespace podsim::rtl_test
