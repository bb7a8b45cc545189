// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_ICI_ROUTER_TLM_H_
#define PODSIM_SYSTEMC_ICI_ROUTER_TLM_H_

#include <memory>

#include "systemc/base/time.h"
#include "systemc/ici/router.h"

namespace podsim {

/// The router at the level of transactions (systemc/ici/tlm/). It takes and gives packets as
/// trains. To be made before the simulation starts, because it is a SystemC module.
std::unique_ptr<Router> make_tlm_router(int node, const Clock& clock, int table_entries = 1024);

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_ICI_ROUTER_TLM_H_
