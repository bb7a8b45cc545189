// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_ICI_ROUTER_MODEL_H_
#define PODSIM_SYSTEMC_ICI_ROUTER_MODEL_H_

#include <string>
#include <vector>

namespace podsim {

/// How a router is modelled.
enum class RouterModel : int {
  kRtl = 0,       ///< Verilated RTL; every bit of every flit passes through it
  kHandle = 1,    ///< Verilated RTL with flits of 64 bits: heads and handles pass through it
  kCycle = 2,     ///< the C++ twin, equal to the RTL in every cycle
  kLockstep = 3,  ///< RTL and twin side by side, compared in every cycle
  kTlm = 4        ///< transactions of packets: nearly the same times, cheap
};

/// Names in the order of RouterModel: "rtl", "rtl-handle", "cycle", "lockstep", "tlm".
const std::vector<std::string>& router_model_names();

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_ICI_ROUTER_MODEL_H_
