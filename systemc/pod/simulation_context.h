// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_POD_SIMULATION_CONTEXT_H_
#define PODSIM_SYSTEMC_POD_SIMULATION_CONTEXT_H_

#include <memory>
#include <systemc>

namespace podsim {

/// A SystemC kernel of its own for the lifetime of a pod, so that a process can build and run one
/// pod after another. At most one exists at a time.
class SimulationContext {
 public:
  SimulationContext();
  ~SimulationContext();
  SimulationContext(const SimulationContext&) = delete;
  SimulationContext& operator=(const SimulationContext&) = delete;

 private:
  sc_core::sc_simcontext* previous_;
  std::unique_ptr<sc_core::sc_simcontext> own_;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_POD_SIMULATION_CONTEXT_H_
