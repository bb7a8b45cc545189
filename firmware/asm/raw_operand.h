// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_FIRMWARE_ASM_RAW_OPERAND_H_
#define PODSIM_FIRMWARE_ASM_RAW_OPERAND_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace podsim::assembler {

/// Names of the operand codes from 32 up, for writing an encoding exactly: imm0..imm5,
/// wide0..wide2, const0, const1, const1f, const255.
std::optional<std::uint8_t> find_raw_operand(std::string_view name);
/// The inverse. Throws InternalError for a code without a name.
std::string raw_operand_name(std::uint8_t code);

}  // namespace podsim::assembler

#endif  // PODSIM_FIRMWARE_ASM_RAW_OPERAND_H_
