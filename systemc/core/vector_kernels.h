// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_CORE_VECTOR_KERNELS_H_
#define PODSIM_SYSTEMC_CORE_VECTOR_KERNELS_H_

#include <cstdint>

#include "firmware/isa/operation.h"
#include "systemc/core/vector_register.h"

namespace podsim {

/// Operands of an elementwise vector operation. `target` is none of the sources.
template <class Register>
struct Operands {
  Register* target = nullptr;
  const Register* x = nullptr;
  const Register* y = nullptr;  ///< nullptr: every lane is `constant`
  const Register* mask = nullptr;
  std::uint32_t constant = 0;
};
using VectorOperands = Operands<VectorRegister>;
using SampledOperands = Operands<SampledRegister>;

/// Executes any operation of the vector slots, for all 1024 lanes, by the rules of float_ops.h.
/// Must run inside a FlushGuard. InternalError if `opcode` is not of a vector slot.
void run_vector_operation(isa::Opcode opcode, const VectorOperands& operands);

/// The same for lane `lane` of each sublane. Knows nothing of origins.
void run_sampled_operation(isa::Opcode opcode, const SampledOperands& operands, std::uint32_t lane);

/// The same as run_vector_operation with explicit flushing, for a host whose arithmetic cannot
/// flush as the model does; must run outside a FlushGuard.
void run_vector_operation_portably(isa::Opcode opcode, const VectorOperands& operands);

/// The reductions of the cross-lane unit: xsum, xmax, xmin. Halving: lane l with lane l + 64, then
/// l + 32, ... l + 1; the result goes to every lane of its sublane.
void run_reduction(isa::Opcode opcode, const VectorRegister& x, VectorRegister& target);

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_CORE_VECTOR_KERNELS_H_
