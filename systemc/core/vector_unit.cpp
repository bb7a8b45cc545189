// SPDX-License-Identifier: Apache-2.0
#include "systemc/core/vector_unit.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <cstring>

#include "systemc/core/core_error.h"
#include "systemc/core/vector_kernels.h"

namespace podsim {
namespace {

constexpr std::uint32_t kAllSublanes = 255;

bool works_on_masks(isa::Opcode opcode) {
  return opcode == isa::Opcode::kMand || opcode == isa::Opcode::kMor ||
         opcode == isa::Opcode::kMnot;
}

std::int64_t as_signed(std::uint32_t value) { return static_cast<std::int32_t>(value); }

template <typename Registers>
std::uint64_t hash(const Registers& registers, std::size_t count) {
  static const VectorRegister kZero{};
  std::uint64_t sum = 0;
  if (!registers.used()) return sum;
  for (std::size_t i = 0; i < count; ++i) {
    const VectorRegister& value = registers.read(i);
    if (std::memcmp(&value, &kZero, sizeof value) == 0) continue;
    sum ^= XXH3_64bits_withSeed(&value, sizeof value, i + 1);
  }
  return sum;
}

}  // namespace

void VectorUnit::reset() {
  vectors_.reset();
  masks_.reset();
}

const VectorRegister* VectorUnit::y_register(const DecodedOp& op) const {
  return op.y < isa::kVectorRegisters ? &vectors_.read(op.y) : nullptr;
}

void VectorUnit::execute(const DecodedOp& op, Cycle now, Scoreboard& scoreboard) {
  VectorOperands operands;
  operands.constant = scalar_.value(op.b);
  if (works_on_masks(op.opcode)) {
    operands.x = &masks_.read(op.x);
    operands.y = &masks_.read(op.y);
  } else {
    operands.x = &vectors_.read(op.x);
    operands.y = y_register(op);
    operands.mask = &masks_.read(op.mask);
  }
  if (op.writes_mask) {
    operands.target = &masks_.write(op.target);
    scoreboard.write_mask(op.target, now, now + latencies_[op.opcode]);
  } else {
    operands.target = &write(op, now, scoreboard);
  }
  run_vector_operation(op.opcode, operands);
}

VectorRegister& VectorUnit::write(const DecodedOp& op, Cycle now, Scoreboard& scoreboard) {
  scoreboard.write_vector(op.target, now, now + latencies_[op.opcode]);
  return vectors_.write(op.target);
}

VectorUnit::Rows VectorUnit::checked_rows(const DecodedOp& op) const {
  const Rows rows = {as_signed(scalar_.value(op.a)) + as_signed(scalar_.value(op.b)),
                     as_signed(scalar_.value(op.c)), scalar_.value(op.d) & kAllSublanes};
  for (std::int64_t s = 0; s < isa::kSublanes; ++s) {
    const std::int64_t row = rows.first + s * rows.stride;
    if ((rows.sublanes >> s & 1u) == 0 || (row >= 0 && row < isa::kVmemRows)) continue;
    throw CoreError{CoreFaultKind::kVmemRange,
                    fmt::format("{} of VMEM row {} (sublane {}), not in 0..{}",
                                isa::operation(op.opcode).mnemonic, row, s, isa::kVmemRows - 1)};
  }
  return rows;
}

void VectorUnit::load(const DecodedOp& op, Cycle now, Scoreboard& scoreboard) {
  const Rows rows = checked_rows(op);
  VectorRegister& target = write(op, now, scoreboard);
  for (std::size_t s = 0; s < isa::kSublanes; ++s) {
    if ((rows.sublanes >> s & 1u) != 0) {
      const std::int64_t row = rows.first + static_cast<std::int64_t>(s) * rows.stride;
      std::memcpy(target.sublane(s), vmem_.row(static_cast<std::uint32_t>(row)), isa::kRowBytes);
    } else {
      std::memset(target.sublane(s), 0, isa::kRowBytes);
    }
  }
}

void VectorUnit::store(const DecodedOp& op) {
  const Rows rows = checked_rows(op);
  const VectorRegister& value = vectors_.read(op.target);
  if (op.mask == isa::kNoMask) {
    store_all(value, rows);
  } else {
    store_masked(value, masks_.read(op.mask), rows);
  }
}

void VectorUnit::store_all(const VectorRegister& value, const Rows& rows) {
  for (std::size_t s = 0; s < isa::kSublanes; ++s) {
    if ((rows.sublanes >> s & 1u) == 0) continue;
    const std::int64_t row = rows.first + static_cast<std::int64_t>(s) * rows.stride;
    std::memcpy(vmem_.row_for_write(static_cast<std::uint32_t>(row)), value.sublane(s),
                isa::kRowBytes);
  }
}

void VectorUnit::store_masked(const VectorRegister& value, const VectorRegister& mask,
                              const Rows& rows) {
  for (std::size_t s = 0; s < isa::kSublanes; ++s) {
    if ((rows.sublanes >> s & 1u) == 0) continue;
    const std::int64_t row = rows.first + static_cast<std::int64_t>(s) * rows.stride;
    auto* lanes =
        reinterpret_cast<std::uint32_t*>(vmem_.row_for_write(static_cast<std::uint32_t>(row)));
    for (std::size_t l = 0; l < isa::kLanes; ++l) {
      lanes[l] = mask.sublane(s)[l] != 0 ? value.sublane(s)[l] : lanes[l];
    }
  }
}

std::uint64_t VectorUnit::digest() const {
  const std::uint64_t parts[] = {hash(vectors_, isa::kVectorRegisters),
                                 hash(masks_, isa::kMaskRegisters)};
  return XXH3_64bits(parts, sizeof parts);
}

}  // namespace podsim
