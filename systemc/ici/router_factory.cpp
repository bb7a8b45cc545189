// SPDX-License-Identifier: Apache-2.0
#include "systemc/ici/router_factory.h"

#include <fmt/format.h>

#include <string>

#include "firmware/diagnostics/user_error.h"
#include "systemc/ici/router_cycle.h"
#include "systemc/ici/router_lockstep.h"
#include "systemc/ici/router_tlm.h"

namespace podsim {
namespace {

UserError no_link_layer(RouterModel model) {
  const std::string& name = router_model_names()[static_cast<std::size_t>(model)];
  return {"ICI-002",
          fmt::format("a router of model \"{}\" has no link layer", name),
          {},
          "use model \"rtl\", or [ici] link_layer = false"};
}

/// The least power of two that is enough, but not less than the RTL has.
int table_entries(int destinations) {
  int entries = 1024;
  while (entries < destinations) entries *= 2;
  return entries;
}

}  // namespace

std::unique_ptr<Router> make_router(RouterModel model, int node, RtlRouters& rtl,
                                    const RouterOptions& options) {
  switch (model) {
    case RouterModel::kRtl:
      return rtl.make(node, options.link_layer);
    case RouterModel::kHandle:
      if (options.link_layer) throw no_link_layer(model);
      return rtl.make_handle(node);
    case RouterModel::kCycle:
      return options.link_layer
                 ? make_layered_cycle_router(node, table_entries(options.destinations))
                 : make_cycle_router(node, table_entries(options.destinations));
    case RouterModel::kLockstep:
      return make_lockstep_router(node, make_router(RouterModel::kRtl, node, rtl, options),
                                  make_router(RouterModel::kCycle, node, rtl, options));
    case RouterModel::kTlm:
      if (options.link_layer) throw no_link_layer(model);
      return make_tlm_router(node, Clock(options.clock_hz), table_entries(options.destinations));
  }
  throw InternalError("a router without a model");
}

}  // namespace podsim
