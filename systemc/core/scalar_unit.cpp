// SPDX-License-Identifier: Apache-2.0
#include "systemc/core/scalar_unit.h"

#include <fmt/format.h>

#include <algorithm>

#include "firmware/diagnostics/user_error.h"
#include "systemc/core/core_error.h"

namespace podsim {

using isa::Opcode;

namespace {

std::int32_t as_signed(std::uint32_t value) { return static_cast<std::int32_t>(value); }

/// Operations that compute dst from x and y alone.
std::uint32_t compute(Opcode opcode, std::uint32_t x, std::uint32_t y) {
  switch (opcode) {
    case Opcode::kSmov:
      return y;
    case Opcode::kSadd:
      return x + y;
    case Opcode::kSsub:
      return x - y;
    case Opcode::kSmul:
      return x * y;
    case Opcode::kSand:
      return x & y;
    case Opcode::kSor:
      return x | y;
    case Opcode::kSxor:
      return x ^ y;
    case Opcode::kSshl:
      return x << (y & 31);
    case Opcode::kSshr:
      return x >> (y & 31);
    case Opcode::kSsra:
      return static_cast<std::uint32_t>(as_signed(x) >> (y & 31));
    case Opcode::kSmin:
      return as_signed(x) < as_signed(y) ? x : y;
    case Opcode::kSmax:
      return as_signed(x) > as_signed(y) ? x : y;
    case Opcode::kSceq:
      return x == y;
    case Opcode::kScne:
      return x != y;
    case Opcode::kSclt:
      return as_signed(x) < as_signed(y);
    case Opcode::kScle:
      return as_signed(x) <= as_signed(y);
    case Opcode::kScltu:
      return x < y;
    default:
      throw InternalError("not a scalar operation");
  }
}

/// Whether `compute` does it: the table has these operations side by side.
bool only_computes(Opcode opcode) { return opcode >= Opcode::kSmov && opcode <= Opcode::kScltu; }

}  // namespace

void ScalarUnit::reset() {
  registers_.fill(0);
  write_count_ = store_count_ = 0;
}

std::uint32_t ScalarUnit::smem_word(const DecodedOp& op) const {
  const std::int64_t word =
      std::int64_t{as_signed(value(op.a))} + std::int64_t{as_signed(value(op.b))};
  if (word >= 0 && word < isa::kSmemWords) return static_cast<std::uint32_t>(word);
  throw CoreError{CoreFaultKind::kSmemRange,
                  fmt::format("{} of SMEM word {}, not in 0..{}",
                              isa::operation(op.opcode).mnemonic, word, isa::kSmemWords - 1)};
}

void ScalarUnit::jump_if(bool condition, const DecodedOp& op, ControlTransfer& transfer) const {
  if (condition) transfer = {ControlTransfer::kJump, value(op.b), 0};
}

void ScalarUnit::begin_loop(const DecodedOp& op, ControlTransfer& transfer) const {
  const std::uint32_t count = value(op.a);
  const auto kind = as_signed(count) > 0 ? ControlTransfer::kLoop : ControlTransfer::kSkipLoop;
  transfer = {kind, value(op.b), count};
}

void ScalarUnit::execute_control(const DecodedOp& op, const Place& place,
                                 ControlTransfer& transfer) {
  switch (op.opcode) {
    case Opcode::kSbr:
      return jump_if(true, op, transfer);
    case Opcode::kSbnz:
      return jump_if(value(op.a) != 0, op, transfer);
    case Opcode::kSbz:
      return jump_if(value(op.a) == 0, op, transfer);
    case Opcode::kScall:
      write(op.opcode, op.target, place.bundle + 1);
      transfer = {ControlTransfer::kCall, value(op.b), 0};
      return;
    case Opcode::kSret:
      transfer = {ControlTransfer::kJump, value(op.a), 0};
      return;
    case Opcode::kSloop:
      return begin_loop(op, transfer);
    default:
      throw InternalError("not a scalar operation");
  }
}

void ScalarUnit::execute(const DecodedOp& op, const Place& place, ControlTransfer& transfer) {
  if (only_computes(op.opcode)) {
    return write(op.opcode, op.target, compute(op.opcode, value(op.a), value(op.b)));
  }
  switch (op.opcode) {
    case Opcode::kSnop:
      return;
    case Opcode::kScmov:
      if (value(op.a) != 0) return write(op.opcode, op.target, value(op.b));
      return write(op.opcode, op.target, registers_[op.target]);
    case Opcode::kSld:
      return write(op.opcode, op.target, smem_.read(smem_word(op)));
    case Opcode::kSst:
      stores_[store_count_++] = {smem_word(op), registers_[op.target]};
      return;
    case Opcode::kScyc:
      return write(op.opcode, op.target, static_cast<std::uint32_t>(place.cycle));
    default:
      return execute_control(op, place, transfer);
  }
}

}  // namespace podsim
