// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_FIRMWARE_ASM_IMMEDIATE_POOL_H_
#define PODSIM_FIRMWARE_ASM_IMMEDIATE_POOL_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "firmware/isa/bundle.h"

namespace podsim::assembler {

/// Hands out the six immediates of a bundle. Equal values share; a value that fits 16 signed bits
/// takes one immediate, any other a pair; 0, 1, 255 and 1.0f take none.
class ImmediatePool {
 public:
  /// The operand code for a 32-bit value, or nothing when no immediate is left.
  std::optional<std::uint8_t> place(std::uint32_t bits);

  /// The operand code of one 16-bit immediate whose value is known later. Equal keys share.
  std::optional<std::uint8_t> place_later(const std::string& key);

  /// Sets all six and hands out no more; values that are there can still be shared.
  void fix(const std::array<std::int16_t, isa::kImmediates>& values);

  std::array<std::int16_t, isa::kImmediates> values() const;

 private:
  struct Cell {
    bool used = false;
    std::int16_t value = 0;
    std::string key;  ///< not empty: the value is known later
    bool holds(std::int16_t wanted) const { return used && key.empty() && value == wanted; }
  };

  std::optional<std::uint8_t> place_single(std::int16_t value);
  std::optional<std::uint8_t> place_pair(std::int16_t low, std::int16_t high);
  /// A free cell, first of pairs that are half used already.
  std::optional<std::size_t> free_cell() const;

  std::array<Cell, isa::kImmediates> cells_;
};

}  // namespace podsim::assembler

#endif  // PODSIM_FIRMWARE_ASM_IMMEDIATE_POOL_H_
