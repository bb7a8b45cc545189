// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_ROUTING_DIMENSION_ORDER_H_
#define PODSIM_SW_ROUTING_DIMENSION_ORDER_H_

#include <string>

#include "systemc/pod/topology.h"

namespace podsim {

/// Why dimension order cannot route this pod ("chip (1,2) is dead"), or empty when it can.
std::string why_not_dimension_order(const Topology& topology);

}  // namespace podsim

#endif  // PODSIM_SW_ROUTING_DIMENSION_ORDER_H_
