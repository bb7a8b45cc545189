// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_CORE_VECTOR_FILE_H_
#define PODSIM_SYSTEMC_CORE_VECTOR_FILE_H_

#include <cstdint>

#include "systemc/core/decoded_program.h"
#include "systemc/core/renamed_registers.h"
#include "systemc/core/vector_kernels.h"

namespace podsim {

/// The vector and mask registers, whole or sampled. Writes take effect at commit().
template <class Register>
class VectorFile {
 public:
  using Vectors = RenamedRegisters<Register, isa::kVectorRegisters, 4>;  ///< 2 slots, load and pop
  using Masks = RenamedRegisters<Register, isa::kMaskRegisters, 2>;

  void reset() {
    vectors.reset();
    masks.reset();
  }
  void commit() {
    vectors.commit();
    masks.commit();
  }

  /// The registers of an operation of a vector slot.
  Operands<Register> operands(const DecodedOp& op, std::uint32_t constant) {
    Operands<Register> operands;
    operands.constant = constant;
    if (works_on_masks(op.opcode)) {
      operands.x = &masks.read(op.x);
      operands.y = &masks.read(op.y);
    } else {
      operands.x = &vectors.read(op.x);
      if (op.y < isa::kVectorRegisters) operands.y = &vectors.read(op.y);
      operands.mask = &masks.read(op.mask);
    }
    operands.target = op.writes_mask ? &masks.write(op.target) : &vectors.write(op.target);
    return operands;
  }

  Vectors vectors;
  Masks masks;

 private:
  static bool works_on_masks(isa::Opcode opcode) {
    return opcode == isa::Opcode::kMand || opcode == isa::Opcode::kMor ||
           opcode == isa::Opcode::kMnot;
  }
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_CORE_VECTOR_FILE_H_
