// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_ICI_ROUTER_FACTORY_H_
#define PODSIM_SYSTEMC_ICI_ROUTER_FACTORY_H_

#include <cstdint>
#include <memory>

#include "systemc/ici/router.h"
#include "systemc/ici/router_model.h"
#include "systemc/ici/router_rtl.h"

namespace podsim {

struct RouterOptions {
  bool link_layer = false;
  /// Destinations that the tables must hold. Models in RTL have 1024 entries whatever is asked for.
  int destinations = 1024;
  std::uint64_t clock_hz = 1'281'250'000;  ///< of the ICI
};

/// A router of any model, after reset: all links disabled, empty tables. `rtl` makes those that
/// are Verilated. Throws UserError ICI-002 for a model that has no link layer.
std::unique_ptr<Router> make_router(RouterModel model, int node, RtlRouters& rtl,
                                    const RouterOptions& options = {});

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_ICI_ROUTER_FACTORY_H_
