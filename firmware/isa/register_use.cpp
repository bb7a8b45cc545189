// SPDX-License-Identifier: Apache-2.0
#include "firmware/isa/register_use.h"

namespace podsim::isa {
namespace {

std::uint32_t bit(std::uint8_t number) { return std::uint32_t{1} << number; }

/// The register that an operand field names, as a bit; 0 when it names an immediate.
std::uint32_t register_bit(std::uint8_t code) { return code < kOperandImmediate0 ? bit(code) : 0; }

std::uint8_t mask_bit(std::uint8_t number) {
  return number < kMaskRegisters ? static_cast<std::uint8_t>(bit(number)) : std::uint8_t{0};
}

void add_operand(RegisterUse& use, const SlotOp& op, const OperandSpec& operand) {
  const std::uint8_t value = op.field(operand.field);
  switch (operand.kind) {
    case OperandKind::kScalarDst:
      use.scalar_writes |= register_bit(value);
      break;
    case OperandKind::kScalarUpdate:
      use.scalar_reads |= register_bit(value);
      use.scalar_writes |= register_bit(value);
      break;
    case OperandKind::kAddress:
      use.scalar_reads |= register_bit(value) | register_bit(op.field(Field::kY));
      break;
    case OperandKind::kScalarSrcDst:
    case OperandKind::kScalar:
    case OperandKind::kScalarReg:
    case OperandKind::kStride:
    case OperandKind::kSublaneMask:
      use.scalar_reads |= register_bit(value);
      break;
    case OperandKind::kVectorDst:
      use.vector_writes |= register_bit(value);
      break;
    case OperandKind::kVectorReg:
    case OperandKind::kVector:
      use.vector_reads |= register_bit(value);
      break;
    case OperandKind::kMaskDst:
      use.mask_writes |= mask_bit(value);
      break;
    case OperandKind::kMaskReg:
    case OperandKind::kStoreMask:
      use.mask_reads |= mask_bit(value);
      break;
    case OperandKind::kNone:
    case OperandKind::kLabel:
    case OperandKind::kMxu:
    case OperandKind::kImmediate:
      break;
  }
}

}  // namespace

RegisterUse& RegisterUse::operator|=(const RegisterUse& other) {
  scalar_reads |= other.scalar_reads;
  scalar_writes |= other.scalar_writes;
  vector_reads |= other.vector_reads;
  vector_writes |= other.vector_writes;
  mask_reads |= other.mask_reads;
  mask_writes |= other.mask_writes;
  return *this;
}

bool RegisterUse::operator==(const RegisterUse& other) const {
  return scalar_reads == other.scalar_reads && scalar_writes == other.scalar_writes &&
         vector_reads == other.vector_reads && vector_writes == other.vector_writes &&
         mask_reads == other.mask_reads && mask_writes == other.mask_writes;
}

RegisterUse register_use(const SlotOp& op) {
  RegisterUse use;
  for (const OperandSpec& operand : operation(op.opcode).operands) add_operand(use, op, operand);
  return use;
}

RegisterUse register_use(const Bundle& bundle) {
  RegisterUse use;
  for (const SlotOp& op : bundle.slots) use |= register_use(op);
  return use;
}

bool reads_result_of(const RegisterUse& later, const RegisterUse& earlier) {
  return (later.scalar_reads & earlier.scalar_writes) != 0 ||
         (later.vector_reads & earlier.vector_writes) != 0 ||
         (later.mask_reads & earlier.mask_writes) != 0;
}

bool write_same_register(const RegisterUse& a, const RegisterUse& b) {
  return (a.scalar_writes & b.scalar_writes) != 0 || (a.vector_writes & b.vector_writes) != 0 ||
         (a.mask_writes & b.mask_writes) != 0;
}

}  // namespace podsim::isa
