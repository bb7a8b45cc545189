// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_CORE_CORE_ENVIRONMENT_H_
#define PODSIM_SYSTEMC_CORE_CORE_ENVIRONMENT_H_

#include <array>
#include <cstdint>

#include "firmware/isa/machine.h"
#include "systemc/base/time.h"

namespace podsim {

/// The words of a DMA descriptor as the core read them from SMEM; see isa::DmaWord.
using DmaDescriptor = std::array<std::int32_t, isa::kDmaWords>;

/// What a TensorCore can ask of the chip around it. `at` is the time of the issuing cycle. The
/// descriptor is not yet checked: the chip checks it and reports a bad one with the core's place.
class CoreEnvironment {
 public:
  virtual ~CoreEnvironment() = default;
  virtual void start_dma(const DmaDescriptor& descriptor, Picoseconds at) = 0;
  virtual void send_signal(std::int32_t target_core, std::int32_t semaphore, std::uint32_t amount,
                           Picoseconds at) = 0;
  /// Transfers of this core that have not been read out of their source completely.
  virtual int unread_transfers() const = 0;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_CORE_CORE_ENVIRONMENT_H_
