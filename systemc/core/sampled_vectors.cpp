// SPDX-License-Identifier: Apache-2.0
#include "systemc/core/sampled_vectors.h"

#include <algorithm>
#include <array>

namespace podsim {
namespace {

/// The registers that an operation of a vector slot reads.
struct Sources {
  bool x = false;
  bool y = false;
  bool mask = false;
};

Sources find_sources(const isa::Operation& operation) {
  Sources sources;
  for (const isa::OperandSpec& operand : operation.operands) {
    const bool read = operand.kind == isa::OperandKind::kVector ||
                      operand.kind == isa::OperandKind::kVectorReg ||
                      operand.kind == isa::OperandKind::kMaskReg;
    if (!read) continue;
    sources.x = sources.x || operand.field == isa::Field::kX;
    sources.y = sources.y || operand.field == isa::Field::kY;
    sources.mask = sources.mask || operand.field == isa::Field::kMask;
  }
  return sources;
}

const Sources& sources_of(isa::Opcode opcode) {
  static const auto table = [] {
    std::array<Sources, isa::kOperations> all{};
    for (const isa::Operation& operation : isa::operations()) {
      all[static_cast<std::size_t>(operation.opcode)] = find_sources(operation);
    }
    return all;
  }();
  return table[static_cast<std::size_t>(opcode)];
}

Origin origin_of(const SampledRegister* value, std::size_t sublane) {
  return value == nullptr ? Origin{} : value->origin[sublane];
}

/// Of sublane s of the result.
Origin result_origin(isa::Opcode opcode, const SampledOperands& o, std::size_t s) {
  const Sources& sources = sources_of(opcode);
  if (opcode == isa::Opcode::kVsrot) return o.x->origin[(s + o.constant) % isa::kSublanes];
  if (sources.mask && o.mask->origin[s].known()) {  // vsel
    return o.mask->lanes[s] != 0 ? o.x->origin[s] : origin_of(o.y, s);
  }
  const Origin x = sources.x ? o.x->origin[s] : Origin{};
  const Origin y = sources.y ? origin_of(o.y, s) : Origin{};
  return either(sources.mask ? o.mask->origin[s] : Origin{}, either(x, y));
}

}  // namespace

void SampledVectors::reset() {
  file_.reset();
  tainted_ = false;
}

void SampledVectors::execute(const DecodedOp& op, std::uint32_t constant) {
  const SampledOperands operands = file_.operands(op, constant);
  run_sampled_operation(op.opcode, operands, memory_.scale().lane);
  if (!tainted_) return;
  for (std::size_t s = 0; s < isa::kSublanes; ++s) {
    operands.target->origin[s] = result_origin(op.opcode, operands, s);
  }
}

void SampledVectors::load(const DecodedOp& op, const VectorRows& rows) {
  SampledRegister& target = file_.vectors.write(op.target);
  for (std::size_t s = 0; s < isa::kSublanes; ++s) {
    target.lanes[s] = rows.has(s) ? memory_.word(rows.row(s)) : 0;
  }
  tainted_ = tainted_ || memory_.has_unknown();
  if (!tainted_) return;
  for (std::size_t s = 0; s < isa::kSublanes; ++s) {
    target.origin[s] = rows.has(s) ? memory_.origin(rows.row(s)) : Origin{};
  }
}

void SampledVectors::store(const DecodedOp& op, const VectorRows& rows) {
  const SampledRegister& value = file_.vectors.read(op.target);
  const SampledRegister* mask = op.mask == isa::kNoMask ? nullptr : &file_.masks.read(op.mask);
  for (std::size_t s = 0; s < isa::kSublanes; ++s) {
    if (rows.has(s)) store_sublane(s, value, mask, rows.row(s));
  }
}

void SampledVectors::store_sublane(std::size_t sublane, const SampledRegister& value,
                                   const SampledRegister* mask, std::uint32_t row) {
  const Origin mask_origin = origin_of(mask, sublane);
  if (!mask_origin.known()) {
    memory_.set_word(row, 0, mask_origin);
  } else if (mask == nullptr || mask->lanes[sublane] != 0) {
    memory_.set_word(row, value.lanes[sublane], value.origin[sublane]);
  }
}

void SampledVectors::write_unknown(const DecodedOp& op, Origin origin) {
  SampledRegister& target = file_.vectors.write(op.target);
  tainted_ = true;
  std::fill(std::begin(target.lanes), std::end(target.lanes), 0u);
  std::fill(std::begin(target.origin), std::end(target.origin), origin);
}

}  // namespace podsim
