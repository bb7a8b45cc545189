// SPDX-License-Identifier: Apache-2.0
#include "firmware/asm/raw_operand.h"

#include <fmt/format.h>

#include <array>

#include "firmware/diagnostics/user_error.h"
#include "firmware/isa/operation.h"

namespace podsim::assembler {
namespace {

constexpr std::size_t kNames = isa::kOperandEnd - isa::kOperandImmediate0;
constexpr std::array<std::string_view, kNames> kRawNames = {
    "imm0",  "imm1",  "imm2",   "imm3",   "imm4",    "imm5",    "wide0",
    "wide1", "wide2", "const0", "const1", "const1f", "const255"};

}  // namespace

std::optional<std::uint8_t> find_raw_operand(std::string_view name) {
  for (std::size_t i = 0; i < kNames; ++i) {
    if (kRawNames[i] == name) return static_cast<std::uint8_t>(isa::kOperandImmediate0 + i);
  }
  return std::nullopt;
}

std::string raw_operand_name(std::uint8_t code) {
  if (code < isa::kOperandImmediate0 || code >= isa::kOperandEnd) {
    throw InternalError(fmt::format("operand code {} has no raw name", code));
  }
  return std::string(kRawNames[static_cast<std::size_t>(code - isa::kOperandImmediate0)]);
}

}  // namespace podsim::assembler
