// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_TESTS_FIRMWARE_ASM_ASSEMBLE_HELPERS_H_
#define PODSIM_TESTS_FIRMWARE_ASM_ASSEMBLE_HELPERS_H_

#include <map>
#include <string>

#include "firmware/asm/assembler.h"

namespace podsim::test {

/// Assembles a fragment: no check of control flow. `files` are what .include finds.
assembler::Program assemble_fragment(const std::string& source,
                                     const std::map<std::string, std::string>& files = {});

/// The errors of a source that does not assemble; a test failure and no errors if it does.
std::vector<UserError> errors_of(const std::string& source,
                                 const assembler::AssembleOptions& options = {});

/// A file of the source tree.
std::string read_source_file(const std::string& path);

/// The mnemonics of a bundle's operations in slot order, separated by blanks; nops left out.
std::string mnemonics(const isa::Bundle& bundle);
/// The same of each bundle, separated by " | ".
std::string mnemonics(const assembler::Program& program);

}  // namespace podsim::test

#endif  // PODSIM_TESTS_FIRMWARE_ASM_ASSEMBLE_HELPERS_H_
