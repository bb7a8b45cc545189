// SPDX-License-Identifier: Apache-2.0
#include "firmware/asm/packing_rules.h"

#include "firmware/isa/register_use.h"

namespace podsim::assembler {
namespace {

using isa::Opcode;
using isa::SlotClass;
using isa::SlotOp;

bool is_smem_access(const SlotOp& op) {
  return op.opcode == Opcode::kSld || op.opcode == Opcode::kSst;
}
bool is_vmem_access(const SlotOp& op) {
  return op.opcode == Opcode::kVld || op.opcode == Opcode::kVst;
}
bool is_memory_access(const SlotOp& op) { return is_smem_access(op) || is_vmem_access(op); }

constexpr int kNoUnit = -1;
constexpr int kCrossLaneUnit = isa::kMxus;

/// The unit whose FIFOs a push or pop works on: an MXU number or kCrossLaneUnit.
int fifo_unit(const SlotOp& op) {
  if (is_nop(op)) return kNoUnit;
  const isa::Operation& entry = isa::operation(op.opcode);
  if (entry.slot != SlotClass::kPush && entry.slot != SlotClass::kPop) return kNoUnit;
  for (const isa::OperandSpec& operand : entry.operands) {
    if (operand.kind == isa::OperandKind::kMxu) return op.field(operand.field);
  }
  return kCrossLaneUnit;
}

bool keeps_memory_order(const SlotOp& earlier, const SlotOp& later) {
  if (earlier.opcode == Opcode::kSst) return !is_smem_access(later);
  if (earlier.opcode == Opcode::kVst) return !is_vmem_access(later);
  return true;
}

bool keeps_control_order(const SlotOp& earlier, const SlotOp& later) {
  if (is_branch(earlier) || is_control(earlier)) return false;
  if (!is_control(later)) return true;
  return !is_memory_access(earlier) && earlier.opcode != Opcode::kScyc;
}

bool may_follow(const SlotOp& earlier, const SlotOp& later) {
  const bool same_unit = fifo_unit(earlier) != kNoUnit && fifo_unit(earlier) == fifo_unit(later);
  return !same_unit && later.opcode != Opcode::kScyc && keeps_memory_order(earlier, later) &&
         keeps_control_order(earlier, later);
}

}  // namespace

bool is_nop(const SlotOp& op) { return isa::operation(op.opcode).code == 0; }

bool is_branch(const SlotOp& op) {
  return isa::operation(op.opcode).latency == isa::Latency::kBranch;
}

bool is_control(const SlotOp& op) {
  return isa::operation(op.opcode).slot == SlotClass::kMisc && !is_nop(op);
}

bool may_join(const isa::Bundle& bundle, const SlotOp& op) {
  const isa::RegisterUse before = isa::register_use(bundle);
  const isa::RegisterUse use = isa::register_use(op);
  if (isa::reads_result_of(use, before) || isa::write_same_register(use, before)) return false;
  for (const SlotOp& earlier : bundle.slots) {
    if (!is_nop(earlier) && !may_follow(earlier, op)) return false;
  }
  return true;
}

}  // namespace podsim::assembler
