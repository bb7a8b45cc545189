// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_ICI_ROUTER_CYCLE_H_
#define PODSIM_SYSTEMC_ICI_ROUTER_CYCLE_H_

#include <memory>

#include "systemc/ici/router.h"

namespace podsim {

/// The router as a C++ model that equals the RTL (with the default parameters of ici_router.sv) in
/// every cycle. `table_entries`: destinations in a routing table, a power of two.
std::unique_ptr<Router> make_cycle_router(int node, int table_entries = 1024);

/// The same with the link layer on.
std::unique_ptr<Router> make_layered_cycle_router(int node, int table_entries = 1024);

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_ICI_ROUTER_CYCLE_H_
