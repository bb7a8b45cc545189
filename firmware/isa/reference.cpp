// SPDX-License-Identifier: Apache-2.0
#include "firmware/isa/reference.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>

#include "firmware/isa/operand_rules.h"
#include "firmware/isa/syntax.h"

namespace podsim::isa {
namespace {

constexpr std::string_view kIntroduction =
    R"(# Instruction set reference

This page is generated from the operation table (`firmware/isa/operation_table.cpp`) by
`podsim::isa::reference_page()`. Do not edit it: change the table, then run the tests with
`PODSIM_UPDATE_GOLDENS=1`.

The slots, the register files and the memory sizes follow public descriptions of TPU-v3. The
encoding is podsim's own: the real one is not public.

## How a bundle executes

* A bundle issues as a whole. Every slot reads registers and memory as they were before the bundle;
  results appear after it. So `{ smov s1, s2 ; smov s2, s1 }` swaps, and a load beside a store of
  the same address gets the old value.
* Two slots of a bundle may not write one register, and a bundle holds at most one branch (`sbr`,
  `sbnz`, `sbz`, `scall`, `sret`, `sloop`). The assembler refuses both. Two `sst` in one bundle
  store in slot order.
* Hardware interlocks: an operation whose source is not ready stalls the bundle. No delay slots.
* `sloop` nests at most 4 deep. Where loops end at the same bundle, the innermost is counted first.
* Memory addresses are in rows of 512 bytes (VMEM, HBM) or words of 32 bits (SMEM); bundle addresses
  count bundles.
* Integers are 32 bits, two's complement. fp32 arithmetic rounds to nearest even.
)";

constexpr std::string_view kCodes =
    R"(
## Operand codes

A field of 6 bits that holds a scalar or vector operand is read so:

| code | operand |
|---|---|
| 0..31 | scalar register s0..s31, or vector register v0..v31 in a vector operand |
| 32..37 | immediate 0..5: 16 bits, sign-extended |
| 38, 39, 40 | 32 bits from immediates 1:0, 3:2, 5:4; the even one is the low half |
| 41 | 0 |
| 42 | 1 |
| 43 | 1.0 (the bits 0x3f800000) |
| 44 | 255 |
| 45..63 | illegal |

In a vector operand an immediate stands in every lane. A label is always an immediate. Unused fields
and the reserved bits must be zero. Mask fields hold m0..m7; 8 in the mask field of `vst` means all
lanes.
)";

std::string bit_range(int low, int width) {
  return width == 1 ? fmt::format("{}", low) : fmt::format("{}:{}", low + width - 1, low);
}

std::string bundle_layout() {
  std::string text = fmt::format(
      "\n## Bundle layout\n\nA bundle has {} bits. In IMEM and HBM it takes {} bytes, zero padded, "
      "low byte first.\n\n| bits | width | content |\n|---|---|---|\n",
      kBundleBits, kBundleBytes);
  for (int i = 0; i < kSlots; ++i) {
    const auto slot = static_cast<Slot>(i);
    const int width = layout(slot_class(slot)).width();
    text += fmt::format("| {} | {} | slot {} |\n", bit_range(slot_offset(slot), width), width,
                        name(slot));
  }
  for (int i = 0; i < kImmediates; ++i) {
    text += fmt::format("| {} | 16 | immediate {} |\n", bit_range(immediate_offset(i), 16), i);
  }
  const int reserved = kBundleBits - reserved_offset();
  return text + fmt::format("| {} | {} | reserved, zero |\n",
                            bit_range(reserved_offset(), reserved), reserved);
}

std::string slot_layout(SlotClass slot) {
  const SlotLayout& fields = layout(slot);
  std::string text = "| bits of the slot | field |\n|---|---|\n";
  text += fmt::format("| {} | opcode |\n", bit_range(0, fields.opcode_width));
  int offset = fields.opcode_width;
  for (int i = 0; i < fields.field_count; ++i) {
    const FieldLayout& field = fields.fields[static_cast<std::size_t>(i)];
    text += fmt::format("| {} | {} |\n", bit_range(offset, field.width), name(field.field));
    offset += field.width;
  }
  return text;
}

std::string_view describe(OperandKind kind) {
  switch (kind) {
    case OperandKind::kNone:
      return "";
    case OperandKind::kScalarDst:
      return "scalar register, written";
    case OperandKind::kScalarSrcDst:
      return "scalar register, read";
    case OperandKind::kScalarUpdate:
      return "scalar register, read and written";
    case OperandKind::kScalar:
      return "scalar operand";
    case OperandKind::kScalarReg:
      return "scalar register, read";
    case OperandKind::kLabel:
      return "bundle address";
    case OperandKind::kVectorDst:
      return "vector register, written";
    case OperandKind::kVectorReg:
      return "vector register, read";
    case OperandKind::kVector:
      return "vector operand";
    case OperandKind::kMaskDst:
      return "mask register, written";
    case OperandKind::kMaskReg:
    case OperandKind::kStoreMask:
      return "mask register, read";
    case OperandKind::kMxu:
      return "mxu0 or mxu1";
    case OperandKind::kAddress:
      return "two scalar operands, added";
    case OperandKind::kStride:
      return "scalar operand, in rows";
    case OperandKind::kSublaneMask:
      return "scalar operand, bits 7..0";
    case OperandKind::kImmediate:
      break;
  }
  return "constant";
}

std::string operand_list(const Operation& op) {
  std::string text;
  for (int i = 0; i < operand_count(op); ++i) {
    const OperandSpec& operand = op.operands[static_cast<std::size_t>(i)];
    const std::string field =
        operand.kind == OperandKind::kAddress ? "x, y" : std::string(name(operand.field));
    text += fmt::format("{}{}: {}", i == 0 ? "" : "; ", field, describe(operand.kind));
  }
  return text;
}

/// A cell may not hold a bare '|'.
std::string escape_cell(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '|') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string slot_section(SlotClass slot) {
  std::string title(name(slot));
  title[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(title[0])));
  std::string text = fmt::format("\n## {} operations\n\n{}\n", title, slot_layout(slot));
  text += "| operation | opcode | operands | meaning |\n|---|---|---|---|\n";
  for (const Operation& op : operations()) {
    if (op.slot != slot) continue;
    text += fmt::format("| `{}` | {} | {} | {} |\n", syntax(op), op.code, operand_list(op),
                        escape_cell(op.semantics));
  }
  return text;
}

}  // namespace

std::string reference_page() {
  std::string page(kIntroduction);
  page += bundle_layout();
  page += kCodes;
  for (int i = 0; i < kSlotClasses; ++i) page += slot_section(static_cast<SlotClass>(i));
  return page;
}

}  // namespace podsim::isa
