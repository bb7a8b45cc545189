// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_ICI_ROUTER_LOCKSTEP_H_
#define PODSIM_SYSTEMC_ICI_ROUTER_LOCKSTEP_H_

#include <memory>
#include <string>

#include "systemc/ici/router.h"

namespace podsim {

/// Two models of one router side by side on the same inputs. The outputs of the first are used;
/// those of the second must be the same in every cycle, in every field that means something.
///
/// The first difference throws UserError COSIM-001 (exit code kModelsDisagree) with node, cycle,
/// port, field, both values and the last events before it.
std::unique_ptr<Router> make_lockstep_router(int node, std::unique_ptr<Router> first,
                                             std::unique_ptr<Router> second);

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_ICI_ROUTER_LOCKSTEP_H_
