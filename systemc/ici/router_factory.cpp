// SPDX-License-Identifier: Apache-2.0
#include "systemc/ici/router_factory.h"

#include "firmware/diagnostics/user_error.h"

namespace podsim {

std::unique_ptr<Router> make_router(RouterModel model, int node, RtlRouters& rtl) {
  switch (model) {
    case RouterModel::kRtl:
      return rtl.make(node);
    case RouterModel::kHandle:
      return rtl.make_handle(node);
  }
  throw InternalError("a router without a model");
}

}  // namespace podsim
