// SPDX-License-Identifier: Apache-2.0
#include "systemc/ici/router_factory.h"

#include "firmware/diagnostics/user_error.h"

namespace podsim {

std::unique_ptr<Router> make_router(RouterModel model, int node, RtlRouters& rtl, bool link_layer) {
  switch (model) {
    case RouterModel::kRtl:
      return rtl.make(node, link_layer);
    case RouterModel::kHandle:
      if (link_layer) {
        throw UserError("ICI-002", "a router of model \"rtl-handle\" has no link layer", {},
                        "use model \"rtl\", or [ici] link_layer = false");
      }
      return rtl.make_handle(node);
  }
  throw InternalError("a router without a model");
}

}  // namespace podsim
