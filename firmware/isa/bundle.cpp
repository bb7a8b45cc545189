// SPDX-License-Identifier: Apache-2.0
#include "firmware/isa/bundle.h"

#include <fmt/format.h>

#include "firmware/diagnostics/user_error.h"
#include "firmware/isa/operand_rules.h"

namespace podsim::isa {
namespace {

constexpr int kImmediateBits = 16;
constexpr int kWordBits = 64;

std::uint64_t mask_of(int width) { return (std::uint64_t{1} << width) - 1; }

void put_bits(EncodedBundle& words, int offset, int width, std::uint64_t value) {
  const auto word = static_cast<std::size_t>(offset / kWordBits);
  const int shift = offset % kWordBits;
  words[word] |= value << shift;
  if (shift + width > kWordBits) words[word + 1] |= value >> (kWordBits - shift);
}

std::uint64_t get_bits(const EncodedBundle& words, int offset, int width) {
  const auto word = static_cast<std::size_t>(offset / kWordBits);
  const int shift = offset % kWordBits;
  std::uint64_t value = words[word] >> shift;
  if (shift + width > kWordBits) value |= words[word + 1] << (kWordBits - shift);
  return value & mask_of(width);
}

/// Whether the slot's layout has a field for every non-zero field value.
void require_in_layout(const SlotOp& op, const SlotLayout& slot_layout) {
  unsigned present = 0;
  for (int i = 0; i < slot_layout.field_count; ++i) {
    present |= 1u << static_cast<unsigned>(slot_layout.fields[static_cast<std::size_t>(i)].field);
  }
  for (std::size_t f = 0; f < kFields; ++f) {
    if (op.fields[f] != 0 && (present >> f & 1u) == 0) {
      throw InternalError(fmt::format("encode: {} has no field {}", operation(op.opcode).mnemonic,
                                      name(static_cast<Field>(f))));
    }
  }
}

void encode_slot(EncodedBundle& words, Slot slot, const SlotOp& op) {
  const Operation& entry = operation(op.opcode);
  if (entry.slot != slot_class(slot)) {
    throw InternalError(
        fmt::format("encode: {} in a {} slot", entry.mnemonic, name(slot_class(slot))));
  }
  const SlotLayout& slot_layout = layout(entry.slot);
  require_in_layout(op, slot_layout);
  int offset = slot_offset(slot);
  put_bits(words, offset, slot_layout.opcode_width, entry.code);
  offset += slot_layout.opcode_width;
  for (int i = 0; i < slot_layout.field_count; ++i) {
    const FieldLayout& f = slot_layout.fields[static_cast<std::size_t>(i)];
    const std::uint8_t value = op.field(f.field);
    if (value > mask_of(f.width)) {
      throw InternalError(fmt::format("encode: field {} of {} is {}, above {}", name(f.field),
                                      entry.mnemonic, value, mask_of(f.width)));
    }
    put_bits(words, offset, f.width, value);
    offset += f.width;
  }
}

bool decode_slot(const EncodedBundle& words, Slot slot, SlotOp& op, std::string& error) {
  const SlotClass slot_kind = slot_class(slot);
  const SlotLayout& slot_layout = layout(slot_kind);
  int offset = slot_offset(slot);
  const auto code = static_cast<std::uint8_t>(get_bits(words, offset, slot_layout.opcode_width));
  offset += slot_layout.opcode_width;
  const std::optional<Opcode> opcode = find_operation(slot_kind, code);
  if (!opcode) {
    error = fmt::format("illegal opcode {} in slot {}", code, name(slot));
    return false;
  }
  op = SlotOp{};
  op.opcode = *opcode;
  for (int i = 0; i < slot_layout.field_count; ++i) {
    const FieldLayout& f = slot_layout.fields[static_cast<std::size_t>(i)];
    op.field(f.field) = static_cast<std::uint8_t>(get_bits(words, offset, f.width));
    offset += f.width;
  }
  error = illegal_operand(op);
  if (!error.empty()) error += fmt::format(" in slot {}", name(slot));
  return error.empty();
}

bool reserved_bits_are_zero(const EncodedBundle& words, std::string& error) {
  for (int bit = reserved_offset(); bit < kBundleBytes * 8; ++bit) {
    if (get_bits(words, bit, 1) != 0) {
      error = fmt::format("reserved bit {} is not zero", bit);
      return false;
    }
  }
  return true;
}

}  // namespace

Bundle::Bundle() {
  for (int i = 0; i < kSlots; ++i) {
    slots[static_cast<std::size_t>(i)].opcode = nop(slot_class(static_cast<Slot>(i)));
  }
}

EncodedBundle encode(const Bundle& bundle) {
  EncodedBundle words{};
  for (int i = 0; i < kSlots; ++i) {
    encode_slot(words, static_cast<Slot>(i), bundle.slots[static_cast<std::size_t>(i)]);
  }
  for (int i = 0; i < kImmediates; ++i) {
    const auto bits = static_cast<std::uint16_t>(bundle.immediates[static_cast<std::size_t>(i)]);
    put_bits(words, immediate_offset(i), kImmediateBits, bits);
  }
  return words;
}

bool decode(const EncodedBundle& encoded, Bundle& bundle, std::string& error) {
  if (!reserved_bits_are_zero(encoded, error)) return false;
  for (int i = 0; i < kSlots; ++i) {
    SlotOp& op = bundle.slots[static_cast<std::size_t>(i)];
    if (!decode_slot(encoded, static_cast<Slot>(i), op, error)) return false;
  }
  for (int i = 0; i < kImmediates; ++i) {
    const auto bits =
        static_cast<std::uint16_t>(get_bits(encoded, immediate_offset(i), kImmediateBits));
    bundle.immediates[static_cast<std::size_t>(i)] = static_cast<std::int16_t>(bits);
  }
  error.clear();
  return true;
}

std::uint32_t immediate_value(const Bundle& bundle, std::uint8_t operand_code) {
  if (operand_code >= kOperandImmediate0 && operand_code < kOperandWide0) {
    const std::size_t index = operand_code - kOperandImmediate0;
    return static_cast<std::uint32_t>(std::int32_t{bundle.immediates[index]});
  }
  if (operand_code >= kOperandWide0 && operand_code < kOperandZero) {
    const std::size_t low = 2 * static_cast<std::size_t>(operand_code - kOperandWide0);
    return static_cast<std::uint16_t>(bundle.immediates[low]) |
           static_cast<std::uint32_t>(static_cast<std::uint16_t>(bundle.immediates[low + 1])) << 16;
  }
  switch (operand_code) {
    case kOperandZero:
      return 0;
    case kOperandOne:
      return 1;
    case kOperandOneFloat:
      return 0x3f800000u;
    case kOperandAllSublanes:
      return 255;
    default:
      throw InternalError(fmt::format("operand code {} is no immediate", operand_code));
  }
}

}  // namespace podsim::isa
