// SPDX-License-Identifier: Apache-2.0
#include "systemc/core/vector_unit.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <cstring>
#include <iterator>

#include "systemc/core/core_error.h"
#include "systemc/core/vector_kernels.h"

namespace podsim {
namespace {

constexpr std::uint32_t kAllSublanes = 255;

std::int64_t as_signed(std::uint32_t value) { return static_cast<std::int32_t>(value); }

/// Of the values; sampled ones without their origins, which VMEM shows.
template <typename Registers>
std::uint64_t hash(const Registers& registers, std::size_t count) {
  std::uint64_t sum = 0;
  if (!registers.used()) return sum;
  for (std::size_t i = 0; i < count; ++i) {
    const auto& lanes = registers.read(i).lanes;
    if (std::all_of(std::begin(lanes), std::end(lanes), [](auto lane) { return lane == 0; })) {
      continue;
    }
    sum ^= XXH3_64bits_withSeed(lanes, sizeof lanes, i + 1);
  }
  return sum;
}

template <typename File>
std::uint64_t hash_file(const File& file) {
  const std::uint64_t parts[] = {hash(file.vectors, isa::kVectorRegisters),
                                 hash(file.masks, isa::kMaskRegisters)};
  return XXH3_64bits(parts, sizeof parts);
}

}  // namespace

VectorUnit::VectorUnit(const LatencyTable& latencies, const ScalarUnit& scalar, Vmem& vmem)
    : latencies_(latencies), scalar_(scalar), vmem_(vmem) {
  const DataScale& scale = vmem.memory().scale();
  if (scale.full()) full_ = std::make_unique<VectorFile<VectorRegister>>();
  if (scale.sampled()) sampled_ = std::make_unique<SampledVectors>(vmem);
}

void VectorUnit::reset() {
  if (full_) full_->reset();
  if (sampled_) sampled_->reset();
}

void VectorUnit::execute(const DecodedOp& op, Cycle now, Scoreboard& scoreboard) {
  if (op.writes_mask) {
    scoreboard.write_mask(op.target, now, now + latencies_[op.opcode]);
  } else {
    scoreboard.write_vector(op.target, now, now + latencies_[op.opcode]);
  }
  if (full_) {
    run_vector_operation(op.opcode, full_->operands(op, scalar_.value(op.b)));
  } else if (sampled_) {
    sampled_->execute(op, scalar_.value(op.b));
  }
}

void VectorUnit::write(const DecodedOp& op, const UnitValue& value, Cycle now,
                       Scoreboard& scoreboard) {
  scoreboard.write_vector(op.target, now, now + latencies_[op.opcode]);
  if (full_) {
    full_->vectors.write(op.target) = *value.lanes;
  } else if (sampled_) {
    sampled_->write_unknown(op, value.origin);
  }
}

VectorRows VectorUnit::checked_rows(const DecodedOp& op) const {
  const VectorRows rows = {as_signed(scalar_.value(op.a)) + as_signed(scalar_.value(op.b)),
                           as_signed(scalar_.value(op.c)), scalar_.value(op.d) & kAllSublanes};
  for (std::size_t s = 0; s < isa::kSublanes; ++s) {
    const std::int64_t row = rows.first + static_cast<std::int64_t>(s) * rows.stride;
    if (!rows.has(s) || (row >= 0 && row < isa::kVmemRows)) continue;
    throw CoreError{CoreFaultKind::kVmemRange,
                    fmt::format("{} of VMEM row {} (sublane {}), not in 0..{}",
                                isa::operation(op.opcode).mnemonic, row, s, isa::kVmemRows - 1)};
  }
  return rows;
}

void VectorUnit::load(const DecodedOp& op, Cycle now, Scoreboard& scoreboard) {
  const VectorRows rows = checked_rows(op);
  scoreboard.write_vector(op.target, now, now + latencies_[op.opcode]);
  if (full_) {
    load_all(op, rows);
  } else if (sampled_) {
    sampled_->load(op, rows);
  }
}

void VectorUnit::load_all(const DecodedOp& op, const VectorRows& rows) {
  VectorRegister& target = full_->vectors.write(op.target);
  for (std::size_t s = 0; s < isa::kSublanes; ++s) {
    if (rows.has(s)) {
      std::memcpy(target.sublane(s), vmem_.row(rows.row(s)), isa::kRowBytes);
    } else {
      std::memset(target.sublane(s), 0, isa::kRowBytes);
    }
  }
}

void VectorUnit::store(const DecodedOp& op) {
  const VectorRows rows = checked_rows(op);
  if (sampled_) sampled_->store(op, rows);
  if (!full_) return;
  const VectorRegister& value = full_->vectors.read(op.target);
  if (op.mask == isa::kNoMask) {
    store_all(value, rows);
  } else {
    store_masked(value, full_->masks.read(op.mask), rows);
  }
}

void VectorUnit::store_all(const VectorRegister& value, const VectorRows& rows) {
  for (std::size_t s = 0; s < isa::kSublanes; ++s) {
    if (rows.has(s)) {
      std::memcpy(vmem_.row_for_write(rows.row(s)), value.sublane(s), isa::kRowBytes);
    }
  }
}

void VectorUnit::store_masked(const VectorRegister& value, const VectorRegister& mask,
                              const VectorRows& rows) {
  for (std::size_t s = 0; s < isa::kSublanes; ++s) {
    if (!rows.has(s)) continue;
    auto* lanes = reinterpret_cast<std::uint32_t*>(vmem_.row_for_write(rows.row(s)));
    for (std::size_t l = 0; l < isa::kLanes; ++l) {
      lanes[l] = mask.sublane(s)[l] != 0 ? value.sublane(s)[l] : lanes[l];
    }
  }
}

std::uint64_t VectorUnit::digest() const {
  if (full_) return hash_file(*full_);
  return sampled_ ? hash_file(sampled_->file()) : 0;
}

}  // namespace podsim
