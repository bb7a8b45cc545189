// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_FIRMWARE_ASM_DISASSEMBLER_H_
#define PODSIM_FIRMWARE_ASM_DISASSEMBLER_H_

#include <string>

#include "firmware/asm/program.h"

namespace podsim::assembler {

/// One line of source, always in braces, that assembles to exactly this bundle. Constants are
/// written as values where the assembler would choose the same encoding, else as .imm and operand
/// codes.
std::string disassemble(const isa::Bundle& bundle);

/// Source text that assembles to the same program (same_image()): labels, one bundle a line with
/// its number in a comment, and the SMEM image. Throws nothing.
std::string disassemble(const Program& program);

}  // namespace podsim::assembler

#endif  // PODSIM_FIRMWARE_ASM_DISASSEMBLER_H_
