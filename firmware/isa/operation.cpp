// SPDX-License-Identifier: Apache-2.0
#include "firmware/isa/operation.h"

namespace podsim::isa {
namespace {

using F = Field;

constexpr std::array<SlotLayout, kSlotClasses> kLayouts = {{
    {6, 3, {{{F::kDst, 5}, {F::kX, 6}, {F::kY, 6}}}},
    {7, 4, {{{F::kDst, 5}, {F::kX, 5}, {F::kY, 6}, {F::kMask, 4}}}},
    {2, 5, {{{F::kDst, 5}, {F::kX, 6}, {F::kY, 6}, {F::kZ, 6}, {F::kSublaneMask, 6}}}},
    {2,
     6,
     {{{F::kDst, 5}, {F::kX, 6}, {F::kY, 6}, {F::kZ, 6}, {F::kSublaneMask, 6}, {F::kMask, 4}}}},
    {4, 3, {{{F::kUnit, 1}, {F::kX, 5}, {F::kY, 6}}}},
    {3, 2, {{{F::kUnit, 1}, {F::kDst, 5}}}},
    {5, 3, {{{F::kX, 6}, {F::kY, 6}, {F::kZ, 6}}}},
}};

}  // namespace

SlotClass slot_class(Slot slot) {
  switch (slot) {
    case Slot::kScalar0:
    case Slot::kScalar1:
      return SlotClass::kScalar;
    case Slot::kVector0:
    case Slot::kVector1:
      return SlotClass::kVector;
    case Slot::kLoad:
      return SlotClass::kLoad;
    case Slot::kStore:
      return SlotClass::kStore;
    case Slot::kPush:
      return SlotClass::kPush;
    case Slot::kPop:
      return SlotClass::kPop;
    case Slot::kMisc:
      break;
  }
  return SlotClass::kMisc;
}

std::string_view name(SlotClass slot_class) {
  constexpr std::array<std::string_view, kSlotClasses> kNames = {
      "scalar", "vector", "load", "store", "push", "pop", "misc"};
  return kNames[static_cast<std::size_t>(slot_class)];
}

std::optional<Opcode> find_operation(std::string_view mnemonic) {
  for (const Operation& op : operations()) {
    if (op.mnemonic == mnemonic) return op.opcode;
  }
  return std::nullopt;
}

std::optional<Opcode> find_operation(SlotClass slot, std::uint8_t code) {
  for (const Operation& op : operations()) {
    if (op.slot == slot && op.code == code) return op.opcode;
  }
  return std::nullopt;
}

Opcode nop(SlotClass slot) { return *find_operation(slot, 0); }

int SlotLayout::width() const {
  int sum = opcode_width;
  for (int i = 0; i < field_count; ++i) sum += fields[static_cast<std::size_t>(i)].width;
  return sum;
}

const SlotLayout& layout(SlotClass slot) { return kLayouts[static_cast<std::size_t>(slot)]; }

int slot_offset(Slot slot) {
  int offset = 0;
  for (int i = 0; i < static_cast<int>(slot); ++i) {
    offset += layout(slot_class(static_cast<Slot>(i))).width();
  }
  return offset;
}

int immediate_offset(int index) {
  return slot_offset(Slot::kMisc) + layout(SlotClass::kMisc).width() + 16 * index;
}

int reserved_offset() { return immediate_offset(kImmediates); }

}  // namespace podsim::isa
