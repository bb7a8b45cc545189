// SPDX-License-Identifier: Apache-2.0
#include "systemc/pod/simulation_context.h"

#include <cstdlib>

/// libsystemc refers to sc_main, which a program that starts the kernel itself does not have. Weak:
/// a program may bring its own.
__attribute__((weak)) int sc_main(int /*argc*/, char** /*argv*/) { return 0; }

namespace podsim {

SimulationContext::SimulationContext()
    : previous_(sc_core::sc_curr_simcontext), own_(std::make_unique<sc_core::sc_simcontext>()) {
  // Standard output belongs to the results.
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 0);
  sc_core::sc_curr_simcontext = own_.get();
}

SimulationContext::~SimulationContext() { sc_core::sc_curr_simcontext = previous_; }

}  // namespace podsim
