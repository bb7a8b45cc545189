// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_FIRMWARE_ASM_PACKING_RULES_H_
#define PODSIM_FIRMWARE_ASM_PACKING_RULES_H_

#include "firmware/isa/bundle.h"

/// When operations may share a bundle.
namespace podsim::assembler {

bool is_nop(const isa::SlotOp& op);
/// A scalar operation that may change the next bundle's address, or starts a hardware loop.
bool is_branch(const isa::SlotOp& op);
/// A misc-slot operation other than mnop: it synchronises, so the packer keeps order around it.
bool is_control(const isa::SlotOp& op);

/// Whether `op`, which follows the operations of `bundle` in program order, gives the same result
/// when it is executed in that bundle, where every slot reads the state before the bundle. Safe
/// rather than complete:
///   - no register that the bundle writes is read or written (reading before a write is fine);
///   - nothing follows a branch or a control operation;
///   - no memory access follows a store of the same memory;
///   - a push and a pop of one unit never meet;
///   - a control operation joins no memory access, and no scyc;
///   - scyc starts a bundle.
/// Free slots and immediates are checked elsewhere.
bool may_join(const isa::Bundle& bundle, const isa::SlotOp& op);

}  // namespace podsim::assembler

#endif  // PODSIM_FIRMWARE_ASM_PACKING_RULES_H_
