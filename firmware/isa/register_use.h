// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_FIRMWARE_ISA_REGISTER_USE_H_
#define PODSIM_FIRMWARE_ISA_REGISTER_USE_H_

#include <cstdint>

#include "firmware/isa/bundle.h"

namespace podsim::isa {

/// The registers that an operation or a bundle reads and writes: bit r stands for register r.
struct RegisterUse {
  std::uint32_t scalar_reads = 0;
  std::uint32_t scalar_writes = 0;
  std::uint32_t vector_reads = 0;
  std::uint32_t vector_writes = 0;
  std::uint8_t mask_reads = 0;
  std::uint8_t mask_writes = 0;

  RegisterUse& operator|=(const RegisterUse& other);
  bool operator==(const RegisterUse& other) const;
};

/// From the OperandKinds alone.
RegisterUse register_use(const SlotOp& op);
/// The union over the slots.
RegisterUse register_use(const Bundle& bundle);

/// Whether `later` reads a register that `earlier` writes.
bool reads_result_of(const RegisterUse& later, const RegisterUse& earlier);
/// Whether both write one register.
bool write_same_register(const RegisterUse& a, const RegisterUse& b);

}  // namespace podsim::isa

#endif  // PODSIM_FIRMWARE_ISA_REGISTER_USE_H_
