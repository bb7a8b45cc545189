// SPDX-License-Identifier: Apache-2.0
#include "firmware/asm/program_builder.h"

#include <fmt/format.h>

#include <limits>
#include <utility>

#include "firmware/asm/diagnostic_ids.h"
#include "firmware/asm/packing_rules.h"
#include "firmware/isa/operand_rules.h"
#include "firmware/isa/register_use.h"

namespace podsim::assembler {
namespace {

std::string_view mnemonic(const ParsedOperation& operation) {
  return isa::operation(operation.op.opcode).mnemonic;
}

[[noreturn]] void fail_immediates(const ParsedOperation& operation) {
  throw UserError(
      id::kImmediatesTaken, fmt::format("no immediate is left for '{}'", mnemonic(operation)),
      operation.place,
      "a bundle has 6 of 16 bits; a constant beyond -32768..32767 takes an aligned pair");
}

}  // namespace

void ProgramBuilder::set_packing(bool on) {
  break_bundle();
  packing_ = on;
}

void ProgramBuilder::add(const ParsedOperation& operation) {
  if (!packing_ || !may_join(open_.bundle, operation.op)) break_bundle();
  if (try_add(open_, operation) == Refusal::kNone) return;
  break_bundle();
  if (try_add(open_, operation) != Refusal::kNone) fail_immediates(operation);
}

void ProgramBuilder::begin_explicit(const SourcePlace& place) {
  break_bundle();
  open_.place = place;
  open_.is_empty = false;
}

void ProgramBuilder::add_explicit(const ParsedOperation& operation) {
  require_legal(open_, operation);
  const Refusal refusal = try_add(open_, operation);
  if (refusal == Refusal::kImmediate) fail_immediates(operation);
  if (refusal == Refusal::kSlot) {
    throw UserError(
        id::kSlotsTaken,
        fmt::format("no {} slot is left for '{}'",
                    isa::name(isa::operation(operation.op.opcode).slot), mnemonic(operation)),
        operation.place, "a bundle has 2 scalar, 2 vector, 1 load, 1 store, 1 push, 1 pop, 1 misc");
  }
}

void ProgramBuilder::fix_immediates(const std::array<std::int16_t, isa::kImmediates>& values) {
  open_.pool.fix(values);
}

void ProgramBuilder::end_explicit() { close(); }

int ProgramBuilder::break_bundle() {
  if (!open_.is_empty) close();
  return static_cast<int>(program_.bundles.size());
}

void ProgramBuilder::align(int alignment, const SourcePlace& place) {
  while (break_bundle() % alignment != 0) {
    begin_explicit(place);
    end_explicit();
  }
}

Program ProgramBuilder::finish(const SymbolTable& symbols, ErrorLog& log) {
  break_bundle();
  for (const LateImmediate& late : late_) {
    try {
      resolve(late, symbols);
    } catch (const UserError& error) {
      log.add(annotate(error, late.use));
    }
  }
  return std::move(program_);
}

ProgramBuilder::Refusal ProgramBuilder::try_add(OpenBundle& open,
                                                const ParsedOperation& operation) {
  const isa::SlotClass wanted = isa::operation(operation.op.opcode).slot;
  for (std::size_t i = 0; i < isa::kSlots; ++i) {
    if (open.taken[i] || isa::slot_class(static_cast<isa::Slot>(i)) != wanted) continue;
    OpenBundle trial = open;
    isa::SlotOp op = operation.op;
    if (!place_values(trial, operation, op)) return Refusal::kImmediate;
    trial.bundle.slots[i] = op;
    trial.taken[i] = true;
    if (trial.is_empty) trial.place = operation.place;
    trial.is_empty = false;
    open = std::move(trial);
    return Refusal::kNone;
  }
  return Refusal::kSlot;
}

bool ProgramBuilder::place_values(OpenBundle& open, const ParsedOperation& operation,
                                  isa::SlotOp& op) {
  for (const OperandValue& value : operation.values) {
    const std::optional<std::uint8_t> code = value.is_known
                                                 ? open.pool.place(value.bits)
                                                 : open.pool.place_later(value.expression.key());
    if (!code) return false;
    op.field(value.field) = *code;
    if (value.is_known) continue;
    const std::size_t index = *code - isa::kOperandImmediate0;
    open.late.push_back({0, index, op.opcode, value, operation.use});
  }
  return true;
}

void ProgramBuilder::require_legal(const OpenBundle& open, const ParsedOperation& operation) {
  const isa::RegisterUse before = isa::register_use(open.bundle);
  if (isa::write_same_register(isa::register_use(operation.op), before)) {
    throw UserError(
        id::kTwoWriters,
        fmt::format("'{}' writes a register that the bundle writes already", mnemonic(operation)),
        operation.place);
  }
  if (!is_branch(operation.op)) return;
  for (const isa::SlotOp& op : open.bundle.slots) {
    if (!is_branch(op)) continue;
    throw UserError(id::kTwoBranches,
                    fmt::format("'{}' is the second branch of the bundle", mnemonic(operation)),
                    operation.place, "a bundle holds one branch or sloop");
  }
}

void ProgramBuilder::close() {
  open_.bundle.immediates = open_.pool.values();
  for (LateImmediate& late : open_.late) {
    late.bundle = program_.bundles.size();
    late_.push_back(std::move(late));
  }
  program_.bundles.push_back(open_.bundle);
  program_.places.push_back(open_.place);
  open_ = OpenBundle{};
}

void ProgramBuilder::resolve(const LateImmediate& late, const SymbolTable& symbols) {
  const SourcePlace& place = late.value.place;
  const Value number = evaluate(late.value.expression, symbols);
  check_value(isa::operation(late.opcode), number, late.value.range, place);
  constexpr std::int64_t kLow = std::numeric_limits<std::int16_t>::min();
  constexpr std::int64_t kHigh = std::numeric_limits<std::int16_t>::max();
  if (number.is_real || number.integer < kLow || number.integer > kHigh) {
    throw UserError(id::kValueRange,
                    fmt::format("{} is out of range for an operand that names a label: {}..{}",
                                number.is_real ? fmt::format("{}", number.real)
                                               : fmt::format("{}", number.integer),
                                kLow, kHigh),
                    place,
                    "such an operand has one 16-bit immediate; define the name before its use");
  }
  program_.bundles[late.bundle].immediates[late.index] = static_cast<std::int16_t>(number.integer);
}

}  // namespace podsim::assembler
