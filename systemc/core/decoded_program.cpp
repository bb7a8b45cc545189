// SPDX-License-Identifier: Apache-2.0
#include "systemc/core/decoded_program.h"

#include <fmt/format.h>

#include <array>

#include "firmware/diagnostics/user_error.h"
#include "firmware/isa/operand_rules.h"
#include "firmware/isa/register_use.h"

namespace podsim {
namespace {

using isa::Field;
using isa::OperandKind;
using isa::Slot;
using isa::SlotOp;

/// Sources are read and results taken before anything is stored or seen from outside.
constexpr std::array<Slot, isa::kSlots> kOrder = {Slot::kLoad,    Slot::kPop,     Slot::kPush,
                                                  Slot::kVector0, Slot::kVector1, Slot::kScalar0,
                                                  Slot::kScalar1, Slot::kStore,   Slot::kMisc};

ScalarSource resolve(const isa::Bundle& bundle, std::uint8_t code) {
  if (code < isa::kOperandImmediate0) return {0, code};
  return {isa::immediate_value(bundle, code), ScalarSource::kZero};
}

ScalarSource& scalar_source(DecodedOp& op, Field field) {
  switch (field) {
    case Field::kX:
      return op.a;
    case Field::kY:
      return op.b;
    case Field::kZ:
      return op.c;
    default:
      return op.d;
  }
}

void resolve_vector(DecodedOp& op, const isa::Bundle& bundle, std::uint8_t code) {
  op.b = resolve(bundle, code);
  op.y = code < isa::kOperandImmediate0 ? code : DecodedOp::kConstant;
}

void set_register(DecodedOp& op, Field field, std::uint8_t number) {
  switch (field) {
    case Field::kX:
      op.x = number;
      break;
    case Field::kY:
      op.y = number;
      break;
    case Field::kMask:
      op.mask = number;
      break;
    default:
      op.target = number;
      break;
  }
}

void resolve_operand(DecodedOp& op, const isa::Bundle& bundle, const SlotOp& source,
                     const isa::OperandSpec& operand) {
  const std::uint8_t value = source.field(operand.field);
  switch (operand.kind) {
    case OperandKind::kNone:
      break;
    case OperandKind::kAddress:
      op.a = resolve(bundle, source.field(Field::kX));
      op.b = resolve(bundle, source.field(Field::kY));
      break;
    case OperandKind::kScalar:
    case OperandKind::kLabel:
    case OperandKind::kImmediate:
    case OperandKind::kStride:
    case OperandKind::kSublaneMask:
      scalar_source(op, operand.field) = resolve(bundle, value);
      break;
    case OperandKind::kScalarReg:
      scalar_source(op, operand.field) = resolve(bundle, value);
      set_register(op, operand.field, value);
      break;
    case OperandKind::kVector:
      resolve_vector(op, bundle, value);
      break;
    case OperandKind::kMxu:
      op.unit = value;
      break;
    case OperandKind::kMaskDst:
      op.writes_mask = true;
      op.target = value;
      break;
    default:
      set_register(op, operand.field, value);
      break;
  }
}

DecodedOp resolve(const isa::Bundle& bundle, const SlotOp& source) {
  DecodedOp op;
  op.opcode = source.opcode;
  op.slot = isa::operation(source.opcode).slot;
  for (const isa::OperandSpec& operand : isa::operation(source.opcode).operands) {
    resolve_operand(op, bundle, source, operand);
  }
  return op;
}

bool is_nop(isa::Opcode opcode) { return isa::operation(opcode).code == 0; }

bool may_wait(isa::Opcode opcode) {
  return opcode == isa::Opcode::kWait || opcode == isa::Opcode::kBar ||
         opcode == isa::Opcode::kDwait;
}

bool transfers_control(const SlotOp& op) {
  return isa::operation(op.opcode).latency == isa::Latency::kBranch;
}

std::string illegal_slot(Slot slot, const SlotOp& op) {
  if (static_cast<int>(op.opcode) >= isa::kOperations) return "unknown operation";
  const isa::Operation& entry = isa::operation(op.opcode);
  if (entry.slot != isa::slot_class(slot)) {
    return fmt::format("{} in slot {}", entry.mnemonic, isa::name(slot));
  }
  return isa::illegal_operand(op);
}

std::string illegal(const isa::Bundle& bundle) {
  for (int i = 0; i < isa::kSlots; ++i) {
    const auto slot = static_cast<Slot>(i);
    const std::string error = illegal_slot(slot, bundle.slot(slot));
    if (!error.empty()) return error;
  }
  return {};
}

std::string conflict(const SlotOp& earlier, const isa::RegisterUse& earlier_use,
                     const SlotOp& later, const isa::RegisterUse& later_use) {
  const std::string_view first = isa::operation(earlier.opcode).mnemonic;
  const std::string_view second = isa::operation(later.opcode).mnemonic;
  if (isa::write_same_register(earlier_use, later_use)) {
    return fmt::format("{} and {} write one register", first, second);
  }
  if (transfers_control(earlier) && transfers_control(later)) {
    return fmt::format("{} and {} both transfer control", first, second);
  }
  return {};
}

std::string conflict(const isa::Bundle& bundle) {
  for (std::size_t i = 0; i < isa::kSlots; ++i) {
    const isa::RegisterUse use = isa::register_use(bundle.slots[i]);
    for (std::size_t j = 0; j < i; ++j) {
      std::string error =
          conflict(bundle.slots[j], isa::register_use(bundle.slots[j]), bundle.slots[i], use);
      if (!error.empty()) return error;
    }
  }
  return {};
}

DecodedBundle refuse(BundleKind kind, std::string error) {
  DecodedBundle decoded;
  decoded.kind = kind;
  decoded.error = std::move(error);
  return decoded;
}

void add_registers(DecodedBundle& decoded, const SlotOp& op) {
  const isa::RegisterUse use = isa::register_use(op);
  decoded.registers |= use.scalar_reads | use.scalar_writes;
  decoded.registers |= static_cast<std::uint64_t>(use.vector_reads | use.vector_writes) << 32;
  decoded.masks = static_cast<std::uint8_t>(decoded.masks | use.mask_reads | use.mask_writes);
}

void add_slot(DecodedBundle& decoded, const isa::Bundle& bundle, Slot slot) {
  const SlotOp& op = bundle.slot(slot);
  if (is_nop(op.opcode)) return;
  decoded.ops.push_back(resolve(bundle, op));
  add_registers(decoded, op);
  if (isa::slot_class(slot) != isa::SlotClass::kScalar) decoded.scalar_only = false;
  if (slot == Slot::kPush || slot == Slot::kPop) decoded.uses_fifos = true;
  if (may_wait(op.opcode)) decoded.may_wait = true;
}

}  // namespace

DecodedBundle decode_bundle(const isa::Bundle& bundle) {
  std::string error = illegal(bundle);
  if (!error.empty()) return refuse(BundleKind::kIllegal, std::move(error));
  error = conflict(bundle);
  if (!error.empty()) return refuse(BundleKind::kConflict, std::move(error));
  DecodedBundle decoded;
  decoded.kind = BundleKind::kLegal;
  decoded.scalar_only = true;
  for (const Slot slot : kOrder) add_slot(decoded, bundle, slot);
  return decoded;
}

DecodedBundle decode_bundle(const isa::EncodedBundle& encoded) {
  isa::Bundle bundle;
  std::string error;
  if (isa::decode(encoded, bundle, error)) return decode_bundle(bundle);
  return refuse(BundleKind::kIllegal, std::move(error));
}

std::shared_ptr<const DecodedProgram> decode_program(const std::vector<isa::Bundle>& program,
                                                     std::uint16_t number) {
  auto decoded = std::make_shared<DecodedProgram>();
  decoded->number = number;
  decoded->bundles.reserve(program.size());
  decoded->encoded.resize(program.size());
  for (std::size_t i = 0; i < program.size(); ++i) {
    decoded->bundles.push_back(decode_bundle(program[i]));
    if (decoded->bundles.back().kind == BundleKind::kIllegal) continue;
    decoded->encoded[i] = isa::encode(program[i]);
  }
  return decoded;
}

}  // namespace podsim
