// SPDX-License-Identifier: Apache-2.0
#include "firmware/asm/disassembler.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <map>
#include <utility>
#include <vector>

#include "firmware/asm/assembler.h"
#include "firmware/asm/packing_rules.h"
#include "firmware/asm/raw_operand.h"
#include "firmware/asm/value_rules.h"
#include "firmware/isa/operand_rules.h"
#include "firmware/isa/syntax.h"

namespace podsim::assembler {
namespace {

using isa::Field;
using isa::OperandKind;
using Targets = std::map<int, std::string>;

std::string real_text(std::uint32_t bits) {
  float number = 0.0F;
  std::memcpy(&number, &bits, sizeof number);
  if (!std::isfinite(number)) return fmt::format("asfloat({:#x})", bits);
  std::string text = fmt::format("{}", number);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

/// Writes one bundle, with values or with raw operand codes.
class BundleWriter {
 public:
  BundleWriter(const isa::Bundle& bundle, const Targets& targets, bool raw)
      : bundle_(bundle), targets_(targets), raw_(raw) {}

  std::string run() const {
    std::string text = "{";
    if (raw_) text += fmt::format(" .imm {}", fmt::join(bundle_.immediates, ", "));
    bool first = !raw_;
    for (std::size_t i = 0; i < isa::kSlots; ++i) {
      const isa::SlotOp& op = bundle_.slots[i];
      if (is_nop(op) && !is_placeholder(i)) continue;
      text += (first ? " " : " ; ") + operation(op);
      first = false;
    }
    return text + " }";
  }

 private:
  /// A no-operation in the first of two slots keeps the second operation in its slot.
  bool is_placeholder(std::size_t slot) const {
    const auto next = static_cast<isa::Slot>(slot + 1);
    return slot + 1 < isa::kSlots &&
           isa::slot_class(next) == isa::slot_class(static_cast<isa::Slot>(slot)) &&
           !is_nop(bundle_.slots[slot + 1]);
  }

  std::string operation(const isa::SlotOp& op) const {
    const isa::Operation& entry = isa::operation(op.opcode);
    const isa::SlotOp defaults = isa::with_defaults(op.opcode);
    std::string text(entry.mnemonic);
    bool first = true;
    for (const isa::OperandSpec& spec : entry.operands) {
      if (spec.kind == OperandKind::kNone) break;
      const std::string_view word = isa::keyword(spec.kind);
      if (!word.empty() && op.field(spec.field) == defaults.field(spec.field)) continue;
      text += first ? " " : ", ";
      if (!word.empty()) text += fmt::format("{}=", word);
      text += operand(op, spec);
      first = false;
    }
    return text;
  }

  std::string operand(const isa::SlotOp& op, const isa::OperandSpec& spec) const {
    const std::uint8_t value = op.field(spec.field);
    switch (spec.kind) {
      case OperandKind::kAddress:
        return address(op, spec.field);
      case OperandKind::kVectorDst:
      case OperandKind::kVectorReg:
      case OperandKind::kVector:
        return code(op, value, 'v');
      case OperandKind::kMaskDst:
      case OperandKind::kMaskReg:
      case OperandKind::kStoreMask:
        return fmt::format("m{}", value);
      case OperandKind::kMxu:
        return fmt::format("mxu{}", value);
      case OperandKind::kLabel:
        return label(value);
      default:
        return code(op, value, 's');
    }
  }

  std::string code(const isa::SlotOp& op, std::uint8_t value, char register_prefix) const {
    if (value < isa::kOperandImmediate0) return fmt::format("{}{}", register_prefix, value);
    if (raw_) return raw_operand_name(value);
    const std::uint32_t bits = isa::immediate_value(bundle_, value);
    if (number_type(op.opcode) == NumberType::kReal) return real_text(bits);
    return fmt::format("{}", static_cast<std::int32_t>(bits));
  }

  std::string label(std::uint8_t value) const {
    if (raw_) return raw_operand_name(value);
    const std::uint32_t target = isa::immediate_value(bundle_, value);
    const auto found = targets_.find(static_cast<int>(target));
    const bool named = found != targets_.end() && value < isa::kOperandWide0;
    return named ? found->second : fmt::format("{}", target);
  }

  std::string address(const isa::SlotOp& op, Field base_field) const {
    const std::uint8_t base = op.field(base_field);
    const std::uint8_t offset = op.field(Field::kY);
    if (raw_ || base < isa::kOperandImmediate0) {
      if (offset == isa::kOperandZero) return fmt::format("[{}]", code(op, base, 's'));
      return fmt::format("[{} + {}]", code(op, base, 's'), code(op, offset, 's'));
    }
    return fmt::format("[{}]", code(op, base, 's'));
  }

  const isa::Bundle& bundle_;
  const Targets& targets_;
  bool raw_;
};

/// The labels, by bundle, that the branches of `bundle` go to.
Targets targets_of(const isa::Bundle& bundle, const Targets& all) {
  Targets used;
  for (const isa::SlotOp& op : bundle.slots) {
    if (!is_branch(op) || op.opcode == isa::Opcode::kSret) continue;
    const std::uint32_t bits = isa::immediate_value(bundle, op.field(Field::kY));
    const auto found = all.find(static_cast<int>(bits));
    if (found != all.end()) used.insert(*found);
  }
  return used;
}

bool assembles_to(const std::string& text, const Targets& targets, const isa::Bundle& bundle) {
  AssembleOptions options;
  options.check_flow = false;
  for (const auto& [index, name] : targets) options.labels[name] = index;
  try {
    return assemble(text, "", options).bundles.at(0) == bundle;
  } catch (const UserError&) {
    return false;
  }
}

std::string disassemble_with(const isa::Bundle& bundle, const Targets& all) {
  const Targets targets = targets_of(bundle, all);
  std::string text = BundleWriter(bundle, targets, false).run();
  if (assembles_to(text, targets, bundle)) return text;
  return BundleWriter(bundle, targets, true).run();
}

std::string smem_text(const std::map<int, std::uint32_t>& image) {
  std::string text;
  int next = -1;
  for (const auto& [address, value] : image) {
    if (address != next) text += fmt::format(".smem {}\n", address);
    text += fmt::format("  .word {:#010x}\n", value);
    next = address + 1;
  }
  return text;
}

std::string constants_text(const Program& program) {
  std::string text;
  for (const auto& [name, value] : program.symbols) {
    if (name.front() != '.') text += fmt::format(".equ {}, {}\n", name, value);
  }
  return text;
}

}  // namespace

std::string disassemble(const isa::Bundle& bundle) { return disassemble_with(bundle, {}); }

std::string disassemble(const Program& program) {
  std::multimap<int, std::string> labels;
  Targets targets;
  for (const auto& [name, index] : program.labels) {
    labels.emplace(index, name);
    if (name.front() != '.') targets.emplace(index, name);
  }
  std::string text = constants_text(program) + smem_text(program.smem_image) + ".text\n";
  const int size = static_cast<int>(program.bundles.size());
  for (int i = 0; i <= size; ++i) {
    const auto [first, last] = labels.equal_range(i);
    for (auto label = first; label != last; ++label) text += label->second + ":\n";
    if (i == size) break;
    const isa::Bundle& bundle = program.bundles[static_cast<std::size_t>(i)];
    text += fmt::format("  {}  // {}\n", disassemble_with(bundle, targets), i);
  }
  return text;
}

}  // namespace podsim::assembler
