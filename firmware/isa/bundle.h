// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_FIRMWARE_ISA_BUNDLE_H_
#define PODSIM_FIRMWARE_ISA_BUNDLE_H_

#include <array>
#include <cstdint>
#include <string>

#include "firmware/isa/operation.h"

namespace podsim::isa {

/// One slot of a decoded bundle: the operation and the raw value of each field.
struct SlotOp {
  Opcode opcode = Opcode::kSnop;
  std::array<std::uint8_t, kFields> fields{};

  std::uint8_t& field(Field f) { return fields[static_cast<std::size_t>(f)]; }
  std::uint8_t field(Field f) const { return fields[static_cast<std::size_t>(f)]; }
  bool operator==(const SlotOp& other) const {
    return opcode == other.opcode && fields == other.fields;
  }
};

/// A decoded bundle. All slots read the registers as they were before the bundle.
struct Bundle {
  std::array<SlotOp, kSlots> slots;  ///< indexed by Slot
  std::array<std::int16_t, kImmediates> immediates{};

  /// All slots are no-operations.
  Bundle();
  SlotOp& slot(Slot s) { return slots[static_cast<std::size_t>(s)]; }
  const SlotOp& slot(Slot s) const { return slots[static_cast<std::size_t>(s)]; }
  bool operator==(const Bundle& other) const {
    return slots == other.slots && immediates == other.immediates;
  }
};

/// 322 bits, bit 0 of word 0 first; bits 322..511 are zero.
using EncodedBundle = std::array<std::uint64_t, kBundleBytes / 8>;

/// Throws InternalError when a field does not fit: the assembler checks ranges before.
EncodedBundle encode(const Bundle& bundle);

/// Decodes; on an illegal opcode, operand code or non-zero reserved bit it returns false and says
/// why in `error`.
bool decode(const EncodedBundle& encoded, Bundle& bundle, std::string& error);

/// The 32-bit value of an operand code >= 32, given the bundle's immediates.
std::uint32_t immediate_value(const Bundle& bundle, std::uint8_t operand_code);

}  // namespace podsim::isa

#endif  // PODSIM_FIRMWARE_ISA_BUNDLE_H_
