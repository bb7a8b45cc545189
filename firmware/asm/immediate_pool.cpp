// SPDX-License-Identifier: Apache-2.0
#include "firmware/asm/immediate_pool.h"

#include <limits>

namespace podsim::assembler {
namespace {

constexpr std::size_t kPairs = isa::kImmediates / 2;
constexpr std::uint32_t kOneFloatBits = 0x3f800000;

std::optional<std::uint8_t> constant_code(std::uint32_t bits) {
  switch (bits) {
    case 0:
      return isa::kOperandZero;
    case 1:
      return isa::kOperandOne;
    case 255:
      return isa::kOperandAllSublanes;
    case kOneFloatBits:
      return isa::kOperandOneFloat;
    default:
      return std::nullopt;
  }
}

std::uint8_t single_code(std::size_t index) {
  return static_cast<std::uint8_t>(isa::kOperandImmediate0 + index);
}

bool fits_single(std::int32_t value) {
  return value >= std::numeric_limits<std::int16_t>::min() &&
         value <= std::numeric_limits<std::int16_t>::max();
}

}  // namespace

std::optional<std::uint8_t> ImmediatePool::place(std::uint32_t bits) {
  if (const auto code = constant_code(bits)) return code;
  const auto value = static_cast<std::int32_t>(bits);
  if (fits_single(value)) return place_single(static_cast<std::int16_t>(value));
  return place_pair(static_cast<std::int16_t>(bits & 0xffffu),
                    static_cast<std::int16_t>(bits >> 16));
}

std::optional<std::uint8_t> ImmediatePool::place_later(const std::string& key) {
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    if (cells_[i].used && cells_[i].key == key) return single_code(i);
  }
  const std::optional<std::size_t> cell = free_cell();
  if (!cell) return std::nullopt;
  cells_[*cell] = {true, 0, key};
  return single_code(*cell);
}

void ImmediatePool::fix(const std::array<std::int16_t, isa::kImmediates>& values) {
  for (std::size_t i = 0; i < cells_.size(); ++i) cells_[i] = {true, values[i], {}};
}

std::array<std::int16_t, isa::kImmediates> ImmediatePool::values() const {
  std::array<std::int16_t, isa::kImmediates> result{};
  for (std::size_t i = 0; i < cells_.size(); ++i) result[i] = cells_[i].value;
  return result;
}

std::optional<std::uint8_t> ImmediatePool::place_single(std::int16_t value) {
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    if (cells_[i].holds(value)) return single_code(i);
  }
  const std::optional<std::size_t> cell = free_cell();
  if (!cell) return std::nullopt;
  cells_[*cell] = {true, value, {}};
  return single_code(*cell);
}

std::optional<std::uint8_t> ImmediatePool::place_pair(std::int16_t low, std::int16_t high) {
  int best_missing = 3;
  std::size_t best = 0;
  for (std::size_t pair = 0; pair < kPairs; ++pair) {
    const Cell& low_cell = cells_[2 * pair];
    const Cell& high_cell = cells_[2 * pair + 1];
    const bool fits =
        (!low_cell.used || low_cell.holds(low)) && (!high_cell.used || high_cell.holds(high));
    const int missing = (low_cell.used ? 0 : 1) + (high_cell.used ? 0 : 1);
    if (!fits || missing >= best_missing) continue;
    best_missing = missing;
    best = pair;
  }
  if (best_missing > 2) return std::nullopt;
  cells_[2 * best] = {true, low, {}};
  cells_[2 * best + 1] = {true, high, {}};
  return static_cast<std::uint8_t>(isa::kOperandWide0 + best);
}

std::optional<std::size_t> ImmediatePool::free_cell() const {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    if (cells_[i].used) continue;
    if (cells_[i ^ 1u].used) return i;
    if (!found) found = i;
  }
  return found;
}

}  // namespace podsim::assembler
