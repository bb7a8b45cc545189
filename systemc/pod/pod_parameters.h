// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_POD_POD_PARAMETERS_H_
#define PODSIM_SYSTEMC_POD_POD_PARAMETERS_H_

#include <cstdint>
#include <vector>

#include "systemc/base/data_scale.h"
#include "systemc/core/core_parameters.h"
#include "systemc/ici/ici_parameters.h"
#include "systemc/memory/memory_parameters.h"
#include "systemc/pod/fault_plan.h"
#include "systemc/pod/router_plan.h"

namespace podsim {

/// Everything that the models of a pod need besides its topology. Each member is a table of the
/// configuration file ([core], [hbm], [dma], [ici]).
struct PodParameters {
  CoreParameters core;
  HbmParameters hbm;
  DmaParameters dma;
  IciParameters ici;
  std::vector<RouterRule> routers;  ///< [[router]]
  std::vector<FaultRule> faults;    ///< [[fault]]
  std::uint64_t seed = 1;           ///< of bit errors
  std::int64_t threads = 0;      ///< host threads of the fabric; 0: one a processor. Not a result.
  int data = 0;                  ///< DataMode
  std::int64_t sample_lane = 0;  ///< 0..127: the lane that the host samples, and sampled data keep

  DataScale scale() const {
    return {static_cast<DataMode>(data), static_cast<std::uint32_t>(sample_lane)};
  }
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_POD_POD_PARAMETERS_H_
