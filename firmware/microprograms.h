// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_FIRMWARE_MICROPROGRAMS_H_
#define PODSIM_FIRMWARE_MICROPROGRAMS_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "firmware/asm/assembler.h"

/// The microprograms of lib/, collectives/ and training/, built into the binary.
namespace podsim::microprograms {

/// Their names: "firmware/training/train_step.tasm", ... in alphabetical order.
std::vector<std::string> names();

/// The text of one, or nothing.
std::optional<std::string> source(const std::string& name);

/// Options with which a program can `.include "lib/rows.tasm"`: files on disk come first, then the
/// built-in ones. `symbols` are predefined.
assembler::AssembleOptions assemble_options(std::map<std::string, std::int64_t> symbols = {});

/// Assembles a built-in program; nothing is read from disk. Throws UserError ASM-001 when there is
/// none of that name, and what assembler::assemble throws.
assembler::Program assemble(const std::string& name, std::map<std::string, std::int64_t> symbols);

/// Names of the marker spans of a program, from its SPAN_... symbols: SPAN_ALL_REDUCE = 4 gives
/// 4 -> "all-reduce".
std::map<std::uint32_t, std::string> span_names(const assembler::Program& program);

}  // namespace podsim::microprograms

#endif  // PODSIM_FIRMWARE_MICROPROGRAMS_H_
